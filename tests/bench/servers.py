"""Servers on one database, each as ./run starts it: our site, and the floor's bare views,
twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

from tests import postgres
from tests.server import Server


class BareServer(Server):
    """The same server with bare_settings.py: no middleware, nothing but the floor's views."""

    settings = "tests.bench.bare_settings"

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, "DJANGO_SETTINGS_MODULE": self.settings}


class BehindServer(BareServer):
    """The floor's views behind all our middleware."""

    settings = "tests.bench.behind_settings"


class Servers(NamedTuple):
    """What is measured, and what it is held against."""

    ours: Server
    bare: Server
    behind: Server


@contextmanager
def sqlite() -> Iterator[Servers]:
    """Yield the servers on a new SQLite file: one process each, synchronous=FULL."""
    with (
        Server() as ours,
        BareServer(ours.database_url) as bare,
        BehindServer(ours.database_url) as behind,
    ):
        yield Servers(ours, bare, behind)


@contextmanager
def postgresql() -> Iterator[Servers]:
    """Yield the servers on a new PostgreSQL: several processes each, pooled connections."""
    # As a club runs it: what is acknowledged is on the disk.
    durable = mock.patch.object(postgres, "QUICK", ["max_connections=200"])
    with (
        durable,
        postgres.running() as url,
        Server(url) as ours,
        BareServer(url) as bare,
        BehindServer(url) as behind,
    ):
        yield Servers(ours, bare, behind)
