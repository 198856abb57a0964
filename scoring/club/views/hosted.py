"""The evenings that a browser hosts, as the front page and the start of a table show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.club.queries.hosted import Hosted, hosted_evenings
from scoring.common.access import hosted_by
from scoring.common.dates import long_day
from scoring.table.models import ClubSession, Table

MOST_KNOWN = 12


@dataclass(frozen=True, kw_only=True)
class HostedRow:
    """An evening that this browser hosts."""

    session: ClubSession
    names: str
    about: str
    """ "Call-Ace, 25p a point · today · open"."""
    token: str
    """Of the pad of its only table, while it is open."""
    table: Table | None
    """The last that was opened."""
    sat: tuple[str, ...]
    """The last players there, clockwise."""


@dataclass(frozen=True, kw_only=True)
class HostedHere:
    """All evenings that this browser hosts."""

    rows: tuple[HostedRow, ...]

    @property
    def open(self) -> list[HostedRow]:
        return [row for row in self.rows if not row.session.closed]

    @property
    def closed(self) -> list[HostedRow]:
        return [row for row in self.rows if row.session.closed]

    @cached_property
    def played(self) -> list[HostedRow]:
        """Those with a table, the latest first."""
        found = [row for row in self.rows if row.table]
        return sorted(found, key=lambda row: row.session.pk, reverse=True)

    @property
    def last(self) -> HostedRow | None:
        return next(iter(self.played), None)

    @property
    def known(self) -> list[str]:
        """The names of the last tables, to tap."""
        names = dict.fromkeys(name for row in self.played for name in row.sat)
        return list(names)[:MOST_KNOWN]

    def of(self, session: str) -> HostedRow | None:
        """Return the evening with a table whose key this is, or None."""
        return next((row for row in self.played if str(row.session.pk) == session), None)


def hosted_here(request: HttpRequest) -> HostedHere:
    """Return the evenings that this browser hosts, open ones and closed ones."""
    today = timezone.localdate()
    return HostedHere(rows=tuple(_row(one, today) for one in hosted_evenings(hosted_by(request))))


def _row(hosted: Hosted, today: date) -> HostedRow:
    session, tables = hosted.session, hosted.tables
    played_on = session.played_on
    when = "today" if played_on == today else long_day(played_on)
    rules = [
        ", ".join(filter(None, [one.table.rules.name, one.table.stake_as_text])) for one in tables
    ]
    state = "closed" if session.closed else "open"
    names = [", ".join(one.names) for one in tables if one.names]
    return HostedRow(
        session=session,
        names="; ".join(names) or str(session),
        about=" · ".join([*dict.fromkeys(rules), when, state]),
        token=tables[0].token if len(tables) == 1 and not session.closed else "",
        table=tables[-1].table if tables else None,
        sat=tuple(tables[-1].names) if tables else (),
    )
