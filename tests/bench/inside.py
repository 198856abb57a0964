"""`python -m tests.bench.inside MODULE WORD …`: run `main` of a module of tests.bench in the site
itself."""

from __future__ import annotations

import sys
from importlib import import_module

import django
from django.conf import settings

from clubsite.garbage import collect_seldom, keep_what_is_loaded
from clubsite.stack import with_room

if __name__ == "__main__":
    collect_seldom()
    if not settings.STATIC_ROOT.is_dir():  # of a checkout that was never started
        plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
        settings.STORAGES["staticfiles"]["BACKEND"] = plain
    django.setup()
    module = import_module(f"tests.bench.{sys.argv[1]}")
    keep_what_is_loaded()  # as the server does
    with_room(module.main, *sys.argv[2:])  # as the server does
