"""The evenings that a browser hosts, with their players and rules, and the link to the pad."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Prefetch

from scoring.table.models import ClubSession, Link, Seat, Sitting, Table

MOST_TABLES = 120
"""Of all these evenings, the latest ones."""


@dataclass(frozen=True, kw_only=True)
class HostedTable:
    """A table of such an evening, with its last players, and its pad's token while it has one."""

    table: Table
    names: list[str] = field(default_factory=list)
    token: str = ""


@dataclass(frozen=True, kw_only=True)
class Hosted:
    """An evening that a browser hosts."""

    session: ClubSession
    tables: list[HostedTable]


def hosted_evenings(sessions: Collection[int]) -> list[Hosted]:
    """Return these evenings by their keys, the latest first, the open ones before those that are
    closed, with their tables, at most MOST_TABLES; a fixed number of queries."""
    found = ClubSession.objects.filter(pk__in=sessions).select_related("club")
    evenings = sorted(found, key=lambda session: session.closed)
    if not evenings:
        return []
    links = Prefetch("links", Link.objects.filter(right=Link.Right.WRITE, revoked_at=None))
    tables = Table.objects.filter(session__in=evenings).select_related("house", "session__club")
    tables = tables.order_by("-pk").prefetch_related(links)[:MOST_TABLES]
    sittings = Sitting.objects.filter(table__in=[table.pk for table in tables])
    latest = dict(sittings.order_by("no").values_list("table", "pk"))  # the last one of each
    names = defaultdict(list)
    seats = Seat.objects.filter(sitting__in=latest.values()).select_related("player")
    for seat in seats.order_by("sitting", "no"):
        names[seat.sitting_id].append(seat.player.name)
    at = defaultdict(list)
    for table in sorted(tables, key=lambda table: table.no):
        token = next((link.token for link in table.links.all()), "")
        sat = names[latest.get(table.pk)]
        at[table.session_id].append(HostedTable(table=table, names=sat, token=token))
    return [Hosted(session=session, tables=at[session.pk]) for session in evenings]
