"""`.venv/bin/python -m tests.soak`: an evening on bad networks, held against what was played."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from tests import postgres
from tests.server import Server
from tests.soak.evening import Evening, Plan

DATABASES = ("sqlite", "postgres")


@contextmanager
def a_server(database: str) -> Iterator[Server]:
    """Yield a server as a club runs it, on a new database."""
    if database == "sqlite":
        with Server() as server:
            yield server
        return
    # As a club runs it: what is acknowledged is on the disk.
    with (
        mock.patch.object(postgres, "QUICK", ["max_connections=200"]),
        postgres.running() as url,
        Server(url) as server,
    ):
        yield server


LOG = 20_000
"""How much of the server's log is shown where it answered that it failed."""


def parsed(arguments: list[str]) -> tuple[str, Plan]:
    """Return the database and the plan that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="tests.soak", description=__doc__)
    plan = Plan()
    for name in ("tables", "hands", "phones", "kills", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(plan, name))
    parser.add_argument(
        "--pace", type=float, default=plan.pace, help="seconds from a hand to the next"
    )
    parser.add_argument("--database", choices=DATABASES, default="sqlite")
    asked = vars(parser.parse_args(arguments))
    database = asked.pop("database")
    if min(asked["tables"], asked["hands"], asked["phones"] // max(1, asked["tables"])) < 1:
        parser.error("at least one table, one hand, and one phone a table")
    return database, Plan(**asked)


def main(arguments: list[str]) -> int:
    """Play the evening; 0 only if not one hand was lost, doubled or credited wrongly."""
    database, plan = parsed(arguments)
    with a_server(database) as server:
        evening = Evening(server, plan, lambda words: print(words, flush=True))
        tally = evening.play()
        if evening.fives:
            print(server.log[-LOG:])
    print(tally.line(len(evening.fives)))
    return 0 if tally.passed(len(evening.fives)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
