#!/usr/bin/env python3
"""Django's command line: `.venv/bin/python manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed here. Type ./run once; then use .venv/bin/python manage.py"
        )
    from clubsite.sqlite import NoBook
    from scoring.kept_secret import DamagedSecret

    try:
        execute_from_command_line(sys.argv)
    except (NoBook, DamagedSecret) as why:
        sys.exit(f"{why}")


if __name__ == "__main__":
    main()
