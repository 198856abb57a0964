"""Two gunicorns on one database, each as ./run starts it: our site, and the floor's bare views."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from tests import postgres
from tests.server import Server


class BareServer(Server):
    """The same server with bare_settings.py: no middleware, nothing but the floor's views."""

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, "DJANGO_SETTINGS_MODULE": "tests.bench.bare_settings"}


@contextmanager
def sqlite() -> Iterator[tuple[Server, Server]]:
    """Yield our server and the floor's on a new SQLite file: one process, synchronous=FULL."""
    with Server() as ours, BareServer(ours.database_url) as floor:
        yield ours, floor


@contextmanager
def postgresql() -> Iterator[tuple[Server, Server]]:
    """Yield our server and the floor's on a new PostgreSQL: several processes, pooled connections."""
    # As a club runs it: what is acknowledged is on the disk.
    durable = mock.patch.object(postgres, "QUICK", ["max_connections=200"])
    with durable, postgres.running() as url, Server(url) as ours, BareServer(url) as floor:
        yield ours, floor
