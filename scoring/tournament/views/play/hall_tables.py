"""The tables of a round at a glance: the state of each, and those that need attention."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from scoring.common.dates import lasting
from scoring.common.names import in_short
from scoring.euchre.wording import score_as_text
from scoring.evening.views.table_lines import QUIET, minutes
from scoring.table.models import HelpCall
from scoring.tournament.models import Round, RoundTable
from scoring.tournament.pure.formats import is_head
from scoring.tournament.pure.seats import SEATS
from scoring.tournament.pure.winners import winner_of
from scoring.tournament.queries.held_clocks import held_seconds
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.queries.table_in_round import HEAD

ALARMS = {
    "ring": "Ring the bell: the head table has enough points",
    "waits": "A hand waits for a decision",
    "disputed": "Scores differ",
    "contradicted": "New score after the round",
    "tied": "Tied, winner not entered",
    "impossible": "Impossible points",
    "objected": "Result disputed",
    "missing": "No result yet",
    "barred": "A lone hand where they aren’t allowed",
    "silent": "Quiet for {} or more",
}
"""The alerts that need attention, the most urgent first."""
ORDER = (*SEATS, "A")
"""The first seats of sides, in the order of their points."""


@dataclass(frozen=True, kw_only=True)
class LineSide:
    """The players who score together at a table. At a table of three, each plays alone."""

    names: tuple[tuple[str, str], ...]
    """Each name in its short form for small spaces, and in full."""
    points: int | None
    """The current points. None before the first report, or if reports differ."""
    won: bool


@dataclass(frozen=True, kw_only=True)
class HallTable:
    """A table on the director's page."""

    no: int
    state: str
    """A key of ALARMS, or "ready", "playing", "unconfirmed", "confirmed", "not played",
    "forfeited"."""
    says: str
    sides: tuple[LineSide, ...]
    head: bool
    """Whether it is the head table."""
    called: str
    """The state of its call for help, as in "calls the director". Empty if there is none."""
    extra: int
    """The extra minutes of play, including those of its held clock."""
    held: bool
    """Whether its clock is held now."""
    over: bool
    """Whether its round is over, as far as is known."""
    lacks: bool
    """Whether it has no result that counts."""
    totals: bool
    """Whether it reports totals only, without a phone that records its hands."""
    quiet: int
    """The minutes without news, if that is all there is to say about it. Otherwise 0."""

    @property
    def in_words(self) -> str:
        """ "no result yet · +5 min · totals"."""
        silent = f"quiet {lasting(self.quiet)}" if self.quiet and not self.called else ""
        return " · ".join(filter(None, [silent, self.on_tile]))

    @property
    def on_tile(self) -> str:
        """The same without its silence, which the alerts say once for all tables."""
        extra = f"+{self.extra} min" if self.extra else ""
        held = "clock held" if self.held else ""
        totals = "totals" if self.totals else ""
        return " · ".join(filter(None, [self.called, self.says, extra, held, totals]))

    @property
    def alarm(self) -> bool:
        return self.state in ALARMS or bool(self.called)

    @property
    def marks(self) -> str:
        """The CSS classes of its tile. A silent table has no strip of its own."""
        quiet = self.quiet and not self.called
        found = {"head-table": self.head, "alarm": self.alarm, "quiet": quiet}
        return " ".join(name for name, holds in found.items() if holds)

    @property
    def square(self) -> str:
        """The CSS classes of its square on the map of a very large hall."""
        state = "alarm" if self.alarm else "is-over" if self.over else ""
        return f"{state} head-table" if self.head else state


def hall_tables(
    round: Round,
    tables: Sequence[PlayedTable],
    now: datetime,
    calls: Sequence[HelpCall] = (),
) -> list[HallTable]:
    """Return a line for each table of a round, with its open call."""
    phones = 2 * sum(table.hands > 0 for table in tables) >= len(tables)
    people = tables[0].people.values() if tables else ()
    short = in_short(name for names in people for name in names)
    called = {call.round_table_id: _describe_call(call) for call in calls}
    return [
        _line(_At(round=round, table=table, now=now, phones=phones), short, called)
        for table in tables
    ]


def _describe_call(call: HelpCall) -> str:
    """Return "calls the director", or "director is coming". Empty if the director holds the table's
    clock."""
    if call.about == HelpCall.About.HELD:
        return ""
    return "director is coming" if call.heard_at else "calls the director"


def extra_minutes(row: RoundTable, ran: int) -> int:
    """Return the extra minutes of a table, both those it was given and those of its held clock.
    `ran` is the time on the round's clock in seconds."""
    return row.extra_minutes + ceil(held_seconds(row, ran) / 60)


@dataclass(frozen=True, kw_only=True)
class _At:
    """A table at one moment."""

    round: Round
    table: PlayedTable
    now: datetime
    phones: bool
    """Whether most tables send their hands. If scores are kept on paper, silence is no alert."""

    @property
    def quiet(self) -> int:
        """The minutes without news from a table in play, if that is unusual. Otherwise 0."""
        if (
            self.table.over
            or not self.round.playing
            or self.round.paused_at
            or self.table.row.held_since is not None
            or not (self.phones or self.table.hands)
        ):
            return 0
        passed = self.now - self.table.heard_at
        return minutes(passed) if passed > QUIET and self.table.row.table_id else 0

    @property
    def state(self) -> str:
        verdict = self.table.verdict.state
        holds = {
            "ring": self._rings,
            "waits": self.table.waits,
            "disputed": verdict == "disputed",
            "contradicted": verdict == "contradicted",
            "tied": verdict == "tied" and self.table.over,
            "impossible": bool(self.table.impossible),
            "objected": verdict == "objected",
            "missing": verdict in ("nothing", "incomplete") and self.round.ended_at is not None,
            "barred": bool(self.table.verdict.barred),
            "silent": self.quiet,
        }
        return next((state for state, true in holds.items() if true), self._calm)

    @property
    def _rings(self) -> bool:
        """Whether it is the head table and has enough points to end the round."""
        format, best = self.table.format, max(self.table.points.values(), default=0)
        ends = format.ends == "bell" and self.table.row.no == HEAD
        return ends and self.round.playing and best >= format.bell_at

    @property
    def _calm(self) -> str:
        if self.round.started_at is None:
            return "ready"
        if not self.table.over:
            return "playing"
        if self.table.verdict.state in ("not played", "forfeited"):
            return self.table.verdict.state
        return "confirmed" if self.table.verdict.confirmed else "unconfirmed"


def _line(at: _At, short: Mapping[str, str], called: Mapping[int, str]) -> HallTable:
    state = at.state
    return HallTable(
        no=at.table.row.no,
        state=state,
        says=_says(at),
        sides=tuple(_sides(at.table, short)),
        head=is_head(at.table.row.no, at.table.format),
        called=called.get(at.table.row.pk, ""),
        extra=extra_minutes(at.table.row, at.round.seconds_played(at.now)),
        held=at.table.row.held_since is not None and at.round.playing,
        over=at.table.over,
        lacks=at.table.value.result is None,
        totals=at.table.row.table_id is None and at.round.published_at is not None,
        quiet=at.quiet if state == "silent" else 0,
    )


def _sides(table: PlayedTable, short: Mapping[str, str]) -> Iterator[LineSide]:
    value = table.value
    won = winner_of(value) if value.result else None
    points = {} if table.verdict.state == "not played" else table.points
    for side, numbers in value.by_side.items():
        names = [name for no in numbers for name in table.people[no]]
        yield LineSide(
            names=tuple((short[name], name) for name in names),
            points=points.get(side),
            won=side == won,
        )


def _says(at: _At) -> str:
    words = {
        "ring": "ring the bell",
        "waits": "a hand waits",
        "disputed": f"disputed: {score_of(at.table)}",
        "contradicted": "new score differs",
        "not played": "no result",
        "forfeited": "by forfeit",
        "tied": "tied",
        "objected": "result disputed",
        "missing": "no result yet",
        "barred": "lone hand barred",
        "impossible": "impossible points",
        "ready": "not started",
        "unconfirmed": "entered once",
        "confirmed": "finished",
    }
    tie = at.state in ("unconfirmed", "confirmed") and _was_tied(at.table)
    return (words.get(at.state) or _hand(at)) + (" · a tie" if tie else "")


def _was_tied(table: PlayedTable) -> bool:
    """Return whether two sides had the most points and one of them won the tie."""
    result, side = table.value.result, winner_of(table.value)
    return bool(side) and list(result.points.values()).count(result.points[side]) > 1


def _hand(at: _At) -> str:
    """Return "playing, hand 5 of 8", or "playing, hand 5" if rounds have no fixed number of
    hands."""
    if not at.table.hands and not at.phones:
        return "playing"
    of = f" of {at.table.format.hands}" if at.table.format.ends == "hands" else ""
    return f"playing, hand {at.table.hands + 1}{of}"


def score_of(table: PlayedTable) -> str:
    """Return the current points, as in "6–4". If reports differ, return the last two, as in "7–5 or
    6–6"."""
    if table.verdict.state == "not played":
        return ""
    if table.verdict.state != "disputed":
        return describe_table_score(table.points)
    whole = (one.points for one in table.said if len(one.points) > 1)
    return " or ".join([*dict.fromkeys(map(describe_table_score, whole))][-2:])


def describe_table_score(points: Mapping[str, int]) -> str:
    """Return points by side in the order of the seats, as in "6–4", or "5–3–1" at a table of
    three."""
    return score_as_text(
        points[side] for side in sorted(points, key=lambda side: ORDER.index(side[0]))
    )


def alarms(lines: Sequence[HallTable]) -> Iterator[tuple[str, list[HallTable]]]:
    """Yield the alerts, the most urgent first, each with its tables. Silence has its length, of
    several tables the shortest."""
    for state, says in ALARMS.items():
        tables = [line for line in lines if line.state == state]
        if tables:
            length = lasting(min(line.quiet for line in tables))
            alone = state == "silent" and len(tables) == 1
            yield (f"quiet {length}" if alone else says.format(length)), tables
