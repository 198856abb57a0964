"""The tables of a club night at a glance: players, scores, and pending hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.common.dates import long_day
from scoring.common.local_time import clock
from scoring.common.to_do import Need
from scoring.euchre.wording import counted
from scoring.evening.queries.now import LiveTable, live_tables
from scoring.table.models import ClubSession, Sitting, Table
from scoring.table.queries.agreed import open_objections
from scoring.table.views.curve import TableSoFar, table_so_far
from scoring.table.views.games import game_score, just_ended

ROOM = 13
"""Letters: so wide is half a card on a phone, for a name and the points."""
QUIET = timedelta(minutes=10)
FORGOTTEN = timedelta(hours=6)
"""A table that is silent for longer is not waiting: its club night was never closed."""


@dataclass(frozen=True, kw_only=True)
class Sitter:
    """A player at a table of the club night's page."""

    name: str
    """As it is written where room is short: "Bartholomew F."."""
    whole: str
    colour: int
    """The number of their disc (scoring.common.discs)."""


@dataclass(frozen=True, kw_only=True)
class Stand:
    """The score of a player or of two partners: their points, and the games won."""

    sitters: tuple[Sitter, ...]
    points: int
    now: int | None = None
    """Points since players joined or left, if they did; then `points` are the whole evening's."""
    games: int = 0
    won: str = ""
    """ "2 games"; nothing before the first."""

    @property
    def letters(self) -> int:
        """The width of the points, and of "these seats 5" beneath them, in letters of a name."""
        return 2 * len(str(self.points)) if self.now is None else 8


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table on the evening's page."""

    table: Table
    stands: tuple[Stand, ...]
    """The players by score, the best first; partners in the order of their seats."""
    gone: tuple[tuple[str, int], ...]
    """Earlier players who left, with their points."""
    unheard: bool
    """Whether those are of a tournament's round of which no hand was logged: they are no score."""
    about: str
    """ "Hand 12, Dan deals · 3 min ago"."""
    waits: int
    """How many hands wait for a decision."""
    objections: int
    """The number of disputed hands."""
    quiet: int
    """The minutes since the last hand, if that is unusually long; otherwise 0."""
    links: dict[str, str]
    untouched: bool
    """Whether the table has no hands, so that it can be removed."""
    needs: tuple[Need, ...] = ()
    """Everything that needs attention, the most urgent first."""

    @property
    def state(self) -> str:
        """Its menu has other links in each: "closed", "open", or "new" before the first hand."""
        if self.table.session.closed:
            return "closed"
        return "new" if self.untouched else "open"

    @property
    def waiting(self) -> str:
        """ "2 hands need approval"; nothing when none does."""
        if not self.waits:
            return ""
        return "a hand needs approval" if self.waits == 1 else f"{self.waits} hands need approval"

    @property
    def objected(self) -> str:
        """ "2 hands disputed"; nothing when none is."""
        return f"{counted(self.objections, 'hand')} disputed" if self.objections else ""

    @property
    def partners(self) -> bool:
        """Whether two sit against two."""
        return any(len(stand.sitters) > 1 for stand in self.stands)

    @property
    def long(self) -> bool:
        """Whether a name needs more than half of a card on a phone."""
        return any(
            len(one.name) + stand.letters > ROOM for stand in self.stands for one in stand.sitters
        )


def table_lines(session: ClubSession, now: datetime) -> list[TableLine]:
    """Return the lines of the evening's tables: seven queries."""
    objections = open_objections(session)
    return [
        table_line(live, now, session, objections=objections.get(live.table.pk, 0))
        for live in live_tables(session)
    ]


def table_line(
    live: LiveTable, now: datetime, session: ClubSession, *, objections: int = 0
) -> TableLine:
    """Return the current line of a table."""
    so_far = table_so_far(live.sitting, live.earlier) if live.sitting else None
    return TableLine(
        table=live.table,
        stands=_stands(so_far, begun=bool(live.table.begun)) if so_far else (),
        gone=tuple(so_far.gone) if so_far else (),
        unheard=_is_unheard(live),
        about=_about(live, now, closed=session.closed),
        waits=live.table.waiting,
        objections=objections,
        quiet=0 if session.closed else _quiet(live, now),
        links=live.links,
        untouched=not (live.table.hands_so_far or live.table.waiting or live.table.begun),
    )


def _stands(so_far: TableSoFar, *, begun: bool) -> tuple[Stand, ...]:
    """Return the scores, the best first; partners in the order of their seats."""
    sitting, changed = so_far.sittings[-1], len(so_far.sittings) > 1
    score, people = game_score(sitting, just_ended(sitting, begun=begun)), sitters(sitting)
    if score is None:
        return _ranked(
            Stand(sitters=(one,), points=so_far.totals[player.pk], now=now if changed else None)
            for one, player, now in zip(people, sitting.players, sitting.totals, strict=True)
        )
    seats = sitting.rules.sides(len(people))
    found = [
        Stand(
            sitters=tuple(people[seat] for seat in seats[side.side]),
            points=side.points,
            games=side.games,
            won=side.won if side.games else "",
        )
        for side in score.sides
    ]
    return tuple(found) if len(people) > len(found) else _ranked(found)


def _ranked(found: Iterable[Stand]) -> tuple[Stand, ...]:
    return tuple(sorted(found, key=lambda stand: (-stand.games, -stand.points)))


def sitters(sitting: Sitting) -> list[Sitter]:
    """Return who sits at a table, by seat."""
    people = zip(sitting.players, sitting.called, sitting.colours, strict=True)
    return [
        Sitter(name=called, whole=player.name, colour=colour) for player, called, colour in people
    ]


def _is_unheard(live: LiveTable) -> bool:
    """Return whether a tournament's table has no hand of the round on its pad. Its score is then in
    the tournament, and an empty pad is not a score of 0."""
    return bool(live.sitting and live.sitting.round_table_id and not live.sitting.played)


def _about(live: LiveTable, now: datetime, *, closed: bool) -> str:
    if _is_unheard(live) and not live.table.begun:
        return "No hands of this round on the pad. See Tournament."
    if closed:
        return counted(live.table.hands_so_far, "hand")
    if live.sitting is None:
        return "Broken up, no players"
    hands, ago = len(live.sitting.played), since(live.heard_at, now)
    if live.table.begun:
        return f"Hand {hands + 1} begun · {ago}" if hands else "Hand 1 begun"
    deals = f"{live.sitting.called[live.sitting.dealer]} deals"
    if hands:
        return f"Hand {hands + 1}, {deals} · {ago}"
    before = live.table.hands_so_far
    if before:
        return f"{counted(before, 'hand')} so far, {deals} · {ago}"
    return f"No hand yet, {deals} · opened {ago}"


def _quiet(live: LiveTable, now: datetime) -> int:
    if live.sitting is None or live.table.waiting:
        return 0
    passed = now - live.heard_at
    return minutes(passed) if QUIET < passed < FORGOTTEN else 0


def since(at: datetime, now: datetime) -> str:
    """Return how long ago something was: "just now", "3 min ago", "at 19:40", "on 14 November",
    last year "on 14 November 2025"."""
    passed, local = now - at, timezone.localtime(at)
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{minutes(passed)} min ago"
    if passed < timedelta(hours=12):
        return f"at {clock(at)}"
    return f"on {long_day(local, year=local.year != timezone.localtime(now).year)}"


def minutes(passed: timedelta) -> int:
    """Return the whole minutes of a stretch of time."""
    return passed // timedelta(minutes=1)
