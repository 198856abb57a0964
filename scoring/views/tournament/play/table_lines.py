"""The tables of a round at a glance: how each one stands, and which of them need somebody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.models import Round
from scoring.movements.tournament.values import SEATS
from scoring.movements.tournament.winners import winner_of
from scoring.queries.tournament.now import PlayedTable
from scoring.queries.tournament.table_in_round import HEAD
from scoring.rules.wording import listed
from scoring.views.evening.evening import QUIET, minutes

ALARMS = {
    "ring": "Ring the bell, the head table has its points",
    "waits": "A hand waits for a decision",
    "disputed": "Two say different things",
    "contradicted": "Told otherwise after the round",
    "tied": "Tied, and nobody has said who won",
    "objected": "Somebody objects",
    "missing": "No result yet",
    "barred": "A lone hand where nobody may play alone",
    "silent": "Nothing was heard for ten minutes",
}
"""What needs somebody, the most pressing first."""


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table on the director's page."""

    no: int
    state: str
    """A key of ALARMS, or "ready", "playing", "unconfirmed", "confirmed", "not played"."""
    says: str
    score: str
    """ "6–4"; nothing before anything was told."""
    extra: int
    """Minutes that it may play on."""
    over: bool
    """Whether it has played its round, as far as can be known."""
    totals: bool
    """Whether it is told by totals only: no phone keeps its hands."""

    @property
    def in_words(self) -> str:
        """ "no result yet · +5 min · totals"."""
        more = [f"+{self.extra} min"] if self.extra else []
        return " · ".join([self.says, *more, *(["totals"] if self.totals else [])])

    @property
    def alarm(self) -> bool:
        return self.state in ALARMS


def table_lines(round: Round, tables: Sequence[PlayedTable], now: datetime) -> list[TableLine]:
    """Return a line for each table of a round."""
    phones = 2 * sum(table.hands > 0 for table in tables) >= len(tables)
    return [_line(_At(round=round, table=table, now=now, phones=phones)) for table in tables]


@dataclass(frozen=True, kw_only=True)
class _At:
    """A table at a moment."""

    round: Round
    table: PlayedTable
    now: datetime
    phones: bool
    """Whether most tables send their hands: where paper is kept, silence means nothing."""

    @property
    def quiet(self) -> int:
        """For how many minutes nothing was heard while it plays, when that is unusual; else 0."""
        if (
            self.table.over
            or not self.round.playing
            or self.round.paused_at
            or not (self.phones or self.table.hands)
        ):
            return 0
        passed = self.now - self.table.heard_at
        return minutes(passed) if passed > QUIET and self.table.row.table_id else 0

    @property
    def state(self) -> str:
        told = self.table.verdict.state
        holds = {
            "ring": self._rings,
            "waits": self.table.waits,
            "disputed": told == "disputed",
            "contradicted": told == "contradicted",
            "tied": told == "tied" and self.table.over,
            "objected": told == "objected",
            "missing": told in ("nothing", "incomplete") and self.round.ended_at is not None,
            "barred": bool(self.table.verdict.barred),
            "silent": self.quiet,
        }
        return next((state for state, true in holds.items() if true), self._calm)

    @property
    def _rings(self) -> bool:
        """Whether it is the head table, and has the points that end the round."""
        format, best = self.table.format, max(self.table.points.values(), default=0)
        ends = format.ends == "bell" and self.table.row.no == HEAD
        return ends and self.round.playing and best >= format.bell_at

    @property
    def _calm(self) -> str:
        if self.round.started_at is None:
            return "ready"
        if not self.table.over:
            return "playing"
        if self.table.verdict.state == "not played":
            return "not played"
        return "confirmed" if self.table.verdict.confirmed else "unconfirmed"


def _line(at: _At) -> TableLine:
    return TableLine(
        no=at.table.row.no,
        state=at.state,
        says=_says(at),
        score=score_of(at.table),
        extra=at.table.row.extra_minutes,
        over=at.table.over,
        totals=at.table.row.table_id is None and at.round.published_at is not None,
    )


def _says(at: _At) -> str:
    words = {
        "ring": "ring the bell",
        "waits": "a hand waits",
        "disputed": "disputed",
        "contradicted": "told otherwise since",
        "not played": "no result",
        "tied": "tied",
        "objected": "objected to",
        "missing": "no result yet",
        "barred": "lone hand barred",
        "silent": f"silent {at.quiet} min",
        "ready": "not started",
        "unconfirmed": "told once",
        "confirmed": "finished",
    }
    won = _tie_to(at.table) if at.state in ("unconfirmed", "confirmed") else ""
    return (words.get(at.state) or _hand(at)) + won


def _tie_to(table: PlayedTable) -> str:
    """Return ": tie to Ann and Cat"; nothing where points are not level, or a tie stays one."""
    result = table.value.result
    if result is None or len(set(result.points.values())) == len(result.points):
        return ""
    side = winner_of(table.value)
    level = side and list(result.points.values()).count(result.points[side]) > 1
    return (
        f": tie to {listed([table.names[no] for no in table.value.by_side[side]])}" if level else ""
    )


def _hand(at: _At) -> str:
    """Return "hand 5 of 8"; where rounds have no number of hands "hand 5"."""
    if not at.table.hands and not at.phones:
        return "playing"
    of = f" of {at.table.format.hands}" if at.table.format.ends == "hands" else ""
    return f"hand {at.table.hands + 1}{of}"


def score_of(table: PlayedTable) -> str:
    """Return the points as they stand: "6–4"; where tellings differ the last two: "7–5 or 6–6"."""
    if table.verdict.state == "not played":
        return ""
    if table.verdict.state != "disputed":
        return score_told(table.points)
    whole = (one.points for one in table.said if len(one.points) > 1)
    return " or ".join([*dict.fromkeys(map(score_told, whole))][-2:])


def score_told(points: Mapping[str, int]) -> str:
    """Return points by side in the order of the seats: "6–4", at a table of three "5–3–1"."""
    return "–".join(
        str(points[side]) for side in sorted(points, key=lambda side: SEATS.index(side[0]))
    )


def alarms(lines: Sequence[TableLine]) -> Iterator[tuple[str, list[TableLine]]]:
    """Yield what needs somebody, the most pressing first, each with its tables."""
    for state, says in ALARMS.items():
        tables = [line for line in lines if line.state == state]
        if tables:
            yield says, tables
