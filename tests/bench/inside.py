"""`python -m tests.bench.inside MODULE WORD …`: run `main` of a module of tests.bench in the site
itself."""

from __future__ import annotations

import sys
from importlib import import_module

import django

from clubsite.server.garbage import tidy_up_seldom

if __name__ == "__main__":
    django.setup()
    module = import_module(f"tests.bench.{sys.argv[1]}")
    tidy_up_seldom()  # as the server does
    module.main(*sys.argv[2:])
