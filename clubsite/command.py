"""The one command: `bowerbook`, which in a checkout is manage.py."""

from __future__ import annotations

import os
import sys

from clubsite import running
from clubsite.build import version
from clubsite.places import TYPED

OVERVIEW = f"""Bowerbook {version()}, the score book of a Euchre club

  run          start it on this machine; --lan lets the phones on the same Wi-Fi in
  newclub      make a club, and its owner
  club         save a club to a file, load one, list them
  backup       write the whole site into one file
  verify       say whether such a file is whole and can be restored
  restore      make the site what such a file says
  doctor       say what is wrong with this set-up, and what to type
  score        score a sitting that is kept as a file
  movement     print a rotation, or the next round of a tournament's file
  demo         make the demo club, and say where to look

{TYPED} COMMAND --help says more of one; {TYPED} help names those of Django too."""


def main() -> int:
    """Do what the command line says, and return the exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    match sys.argv[1:]:
        case [] | ["--help"] | ["-h"]:
            print(OVERVIEW)
        case ["--version"]:
            print(f"Bowerbook {version()}")
        case ["run", *options]:
            return _run(options)
        case _:
            _manage()
    return 0


def _run(options: list[str]) -> int:
    """Become the server; come back only when it was ended before."""
    from scoring.kept_secret import DamagedSecret

    try:
        running.main(options)
    except (running.Refusal, DamagedSecret) as why:
        sys.exit(f"{why}")
    except KeyboardInterrupt:
        pass
    return 130


def _manage() -> None:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from clubsite.sqlite import NoBook
    from scoring.kept_secret import DamagedSecret

    try:
        execute_from_command_line(sys.argv)
    except (NoBook, DamagedSecret, ImproperlyConfigured) as why:
        sys.exit(f"{why}")
