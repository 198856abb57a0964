"""Restores that are killed: `python -m tests.site.backup.killed 10` restores a backup into a site
ten times, each time in a process that kills itself, by SIGKILL, before another statement or around
a commit; it prints what the site held after each."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from io import StringIO

import django


def in_a_fork(work: Callable[[], object]) -> tuple[int, str]:
    """Do the work in a process of its own; return how that ended and what it returned, as text."""
    there, back = os.pipe()
    child = os.fork()
    if not child:
        os.write(back, str(work()).encode())
        os._exit(0)
    os.close(back)
    with open(there) as said:
        text = said.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


def manage(*words: str, **how) -> str:
    from django.core.management import call_command

    said = StringIO()
    call_command(*words, stdout=said, **how)
    return said.getvalue()


def an_evening_more() -> None:
    from tests.cast import a_table

    a_table("Ben+Dan 3", "Eve! 5", "-", stake_minor=25)


def restore(file: str, kill_before: int) -> int:
    """Restore, and be killed at the statement or commit of this number, counted from 1; return how
    many there were."""
    from django.db import connection

    passed, commit = 0, connection.commit

    def count() -> None:
        nonlocal passed
        passed += 1
        if passed == kill_before:
            os.kill(os.getpid(), signal.SIGKILL)

    def before(execute, *statement):
        count()
        return execute(*statement)

    def committed() -> None:
        count()
        commit()
        count()

    connection.commit = committed
    with connection.execute_wrapper(before):
        manage("restore", file, yes=True)
    return passed


def main(kills: int) -> None:
    """Print the states before and in the backup, how each killed restore ended, and the states
    after."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    django.setup()
    from tests.site.backup.site import state

    in_a_fork(lambda: manage("migrate", verbosity=0))
    in_a_fork(an_evening_more)
    new, file = in_a_fork(state)[1], in_a_fork(lambda: manage("backup").splitlines()[-1])[1]
    in_a_fork(an_evening_more)
    old, back = in_a_fork(state)[1], in_a_fork(lambda: manage("backup").splitlines()[-1])[1]
    number = int(in_a_fork(lambda: restore(file, 0))[1])
    in_a_fork(lambda: restore(back, 0))
    # From before the first statement to after the last commit.
    found = [
        (in_a_fork(lambda at=at: restore(file, at))[0], in_a_fork(state)[1])
        for at in (1 + no * (number - 1) // (kills - 1) for no in range(kills))
    ]
    in_a_fork(lambda: restore(file, 0))
    json.dump(
        {
            **{"old": old, "new": new, "last": in_a_fork(state)[1]},
            **{"ends": [end for end, _ in found], "states": [held for _, held in found]},
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
