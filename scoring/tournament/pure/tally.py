"""A tournament by entrant, with the lines of their tally card, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.euchre.wording import figure
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.values import Round, RoundTable, Tournament
from scoring.tournament.pure.winners import winner_of

GOLD, RED, GREEN = "gold", "red", "green"


@dataclass(frozen=True, kw_only=True)
class EntrantRound:
    """A round of one entrant. Without a table they sat out. The points are None until they are
    entered."""

    round: int
    table: int | None = None
    seats: tuple[str, ...] = ()
    """Their seat, or for a pair both seats of its side."""
    partners: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    points: int | None = None
    """The points of their side, or any points for sitting out."""
    conceded: int | None = None
    """The points of the other side, or at a table of three of the better of the other two."""
    won: bool | None = None
    """Whether they won. It is None if unknown, and for a tie that remains one."""
    star: str = ""
    """ "gold", "red" or "green"."""
    lones: int = 0
    behind: int = 0
    """The points that they have less than their side, for the lone hands of their partner."""
    unplayed: bool = False
    """Whether the round was not played at their table. They were there, but it doesn't count as
    theirs."""
    forfeited: bool = False
    """Whether their table was won by forfeit. Its points count, but it is no round played."""

    @property
    def sat_out(self) -> bool:
        return self.table is None

    @property
    def played(self) -> bool:
        """Whether they played at a table, and its result is known."""
        known = self.table is not None and self.points is not None
        return known and not self.unplayed and not self.forfeited

    @property
    def own_points(self) -> int:
        """Their points in the standings, or 0 until they are entered."""
        return (self.points or 0) - self.behind

    @property
    def given(self) -> bool:
        """Whether any points of the line are for sitting out or a forfeit, and not from cards."""
        return self.sat_out or self.forfeited

    @property
    def points_as_text(self) -> str:
        """The points as on a card. It is a dash if the round was not played, and "" before they are
        entered."""
        if self.points is None:
            return ""
        return "\N{EN DASH}" if self.unplayed else figure(self.points)


Lines = Mapping[int, Sequence[EntrantRound]]
"""The lines of each entrant, by number."""


def rows_by_round(
    tournament: Tournament, *, only: int | None = None, planned: bool = False
) -> dict[int, tuple[EntrantRound, ...]]:
    """Return the lines of each entrant's tally card by number, including ghosts. With `only`,
    return those of one entrant.

    With `planned`, the lines include the remaining rounds, as far as they are known.
    """
    return with_sit_outs(tournament, bare_rows(tournament, only=only, planned=planned))


def bare_rows(tournament: Tournament, *, only: int | None = None, planned: bool = False) -> Lines:
    """Return the lines as `rows_by_round` does, without points for sitting out, which depend on
    later rounds."""
    found: dict[int, list[EntrantRound]] = {
        entrant.no: [] for entrant in tournament.entrants if only in (None, entrant.no)
    }
    format = tournament.format
    for round in _rounds(tournament, planned):
        for no, line in _lines(round, format.in_round(round.no)):
            if no in found:
                found[no].append(line)
    return found


def with_sit_outs(tournament: Tournament, lines: Lines) -> dict[int, tuple[EntrantRound, ...]]:
    """Return these bare lines of a tournament with the points for sitting out."""
    averages = dict(_averages(tournament))
    return {
        no: tuple(_with_sit_outs(those, tournament.format, averages)) for no, those in lines.items()
    }


def _rounds(tournament: Tournament, planned: bool) -> Iterator[Round]:
    yield from tournament.rounds
    last = tournament.rounds[-1].no if tournament.rounds else 0
    if planned:
        yield from (round for round in tournament.plan if round.no > last)


def _lines(round: Round, format: Format) -> Iterator[tuple[int, EntrantRound]]:
    booby = max((table.no for table in round.tables), default=1)
    for table in round.tables:
        for side in table.by_side:
            yield from _lines_of(round, table, side, booby, format)
    for no in round.sitting_out:
        yield no, EntrantRound(round=round.no)


def _lines_of(
    round: Round, table: RoundTable, side: str, booby: int, format: Format
) -> Iterator[tuple[int, EntrantRound]]:
    """Yield the lines of the entrants of a side."""
    mine = table.by_side[side]
    others = {other: people for other, people in table.by_side.items() if other != side}
    against = tuple(no for people in others.values() for no in people)
    figures: dict[str, Any] = {}
    if table.result is not None:
        won = _won(table, side)
        points = points_of(table, format)
        figures = {
            "points": points[side],
            "conceded": max(points[other] for other in others),
            "won": won,
            "star": _star(won, table=table.no, booby=booby) if format.counts_stars else "",
            "unplayed": not table.result.played,
            "forfeited": table.result.forfeit is not None,
        }
    lones = table.result.lones if table.result else {}
    for no in mine:
        partners = tuple(other for other in mine if other != no)
        yield (
            no,
            EntrantRound(
                round=round.no,
                table=table.no,
                seats=tuple(table.seats_of(no)),
                partners=partners,
                against=against,
                lones=lones.get(no, 0),
                behind=format.lone_partner * sum(lones.get(other, 0) for other in partners),
                **figures,
            ),
        )


def points_of(table: RoundTable, format: Format) -> Mapping[str, int]:
    """Return the points of each side of a table with a result, or those for the places. Players who
    tie have the points of the better place."""
    points = table.result.points
    if not (table.alone and format.places and table.result.scored):
        return points
    order = sorted(points.values(), reverse=True)
    worth = (*format.places, *(0 for _ in order))
    return {side: worth[order.index(scored)] for side, scored in points.items()}


def _won(table: RoundTable, side: str) -> bool | None:
    winner = winner_of(table)
    return None if winner is None else winner == side


def _star(won: bool | None, *, table: int, booby: int) -> str:
    """Return the star of a table's round. A single table is the head table, without a booby
    table."""
    if won:
        return GOLD if table == 1 else RED
    return GREEN if won is False and table == booby > 1 else ""


def average(points: Sequence[int]) -> int:
    """Return the average, rounded half up (our ruling), or 0 without values."""
    return (2 * sum(points) + len(points)) // (2 * len(points)) if points else 0


def _averages(tournament: Tournament) -> Iterator[tuple[int, int | None]]:
    """Yield the number of each round with a result, and the average of its sides. It is None if no
    table was played with cards."""
    for round in tournament.rounds:
        tables = [table for table in round.tables if table.result]
        scored = [points_of(table, tournament.format) for table in tables if table.result.scored]
        points = [value for one in scored for value in one.values()]
        if tables:
            yield round.no, average(points) if points else None


def _with_sit_outs(
    lines: Sequence[EntrantRound], format: Format, averages: Mapping[int, int | None]
) -> Iterator[EntrantRound]:
    """Yield the lines, with the points for sitting out once a table of that round has a result."""
    own = average([line.own_points for line in lines if line.played])
    for line in lines:
        if line.sat_out and line.round in averages:
            of_round = averages[line.round]
            here = format.in_round(line.round)
            worth = {"none": 0, "table": of_round, "own": own}[format.sit_out_points]
            nothing = of_round is None or here.eliminates
            line = replace(line, points=0 if nothing else worth)
            if here.bye_points is not None:
                line = replace(line, points=here.bye_points, won=True)
        yield line
