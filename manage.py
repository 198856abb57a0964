#!/usr/bin/env python3
"""The command `bowerbook` in a checkout: `.venv/bin/python manage.py` lists what it can do."""

import importlib.util
import sys

if __name__ == "__main__":
    if not importlib.util.find_spec("django"):
        sys.exit(
            "Django is not installed here. Type ./run once; then use .venv/bin/python manage.py"
        )
    from clubsite.command import main

    sys.exit(main())
