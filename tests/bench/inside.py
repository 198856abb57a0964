"""`python -m tests.bench.inside MODULE WORD …`: run `main` of a module of tests.bench in the site
itself."""

from __future__ import annotations

import sys
from importlib import import_module

import django

if __name__ == "__main__":
    django.setup()
    import_module(f"tests.bench.{sys.argv[1]}").main(*sys.argv[2:])
