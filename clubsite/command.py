"""The one command: `bowerbook`, which in a checkout is manage.py."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from textwrap import wrap

from clubsite import running
from clubsite.build import version
from clubsite.garbage import collect_seldom
from clubsite.places import TYPED
from clubsite.stack import with_room

RUN = "Start the site on this machine; with --lan for the phones on the same Wi-Fi too."
BY_ITSELF = {"migrate", "recount"}
"""Steps that a start takes automatically."""
MORE = f"""
{TYPED} COMMAND --help says more of one; {TYPED} help names those of Django too."""


def main() -> int:
    """Do what the command line says, and return the exit status."""
    collect_seldom()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import CommandError
    from django.db import DatabaseError

    from clubsite.sqlite import NoBook
    from scoring.common.kept_secret import DamagedSecret
    from scoring.common.refused import Refused
    from scoring.common.trouble import trouble_of
    from scoring.management.streams import in_words

    refusals = (Refused, CommandError, NoBook, DamagedSecret)
    try:
        return with_room(obey, sys.argv[1:])
    except (*refusals, ImproperlyConfigured) as why:
        sys.exit(f"{why}")
    except DatabaseError as wrong:
        if not (trouble := trouble_of(wrong)):
            raise
        sys.exit(f"{trouble.title}: {in_words(wrong)}. For more, type: {TYPED} doctor")


def obey(words: list[str]) -> int:
    """Do what these words say, and return the exit status."""
    match words:
        case [] | ["--help"] | ["-h"]:
            print(overview())
        case ["--version"]:
            print(f"Bowerbook {version()}")
        case ["run", *options]:
            with suppress(KeyboardInterrupt):
                running.main(options)
            return 130  # it comes back only when it was ended before it became the server
        case _:
            from django.core.management import execute_from_command_line

            execute_from_command_line(sys.argv)
    return 0


def overview() -> str:
    """Return what the command can do, a line or two each."""
    import django
    from django.core.management import get_commands, load_command_class

    django.setup()
    ours = [name for name, app in get_commands().items() if app == "scoring"]
    said = {name: load_command_class("scoring", name).help for name in sorted({*ours} - BY_ITSELF)}
    lines = [f"Bowerbook {version()}, the score book of a Euchre club", ""]
    for name, words in {"run": RUN, **said}.items():
        lines += wrap(words, 100, initial_indent=f"  {name:<11}", subsequent_indent=" " * 13)
    return "\n".join([*lines, MORE])
