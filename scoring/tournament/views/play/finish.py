"""The end of a table's round: the reports, confirmations, the winner of a tie, and the next
seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.euchre.wording import counted, figure, listed, score_as_text
from scoring.evening.models import Pass
from scoring.tournament.models import Report
from scoring.tournament.pure.cards import MOST
from scoring.tournament.pure.seats import OTHER
from scoring.tournament.pure.values import LEAST_POINTS, MOST_POINTS, Result
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.queries.table_in_round import InRound, Move, moves_from, points_that_stand

STOP = "Stop playing. An unfinished hand does not count."
ENDED = {
    "bell": "The bell has rung",
    "clock": "Time is up",
    "director": "The director ended the round",
}
NOT_PLAYED = "No result, not played"
DECIDES = {
    "next-hand": "Play one more hand; most tricks wins. If still tied, cut. Who won?",
    "one-more": "Play one more hand. It only decides the tie. Who won it?",
}


@dataclass(frozen=True, kw_only=True)
class Voice:
    """A side of the table, and its answer about the current points."""

    side: str
    name: str
    says: str
    """ "right", "wrong", other points ("Ann and Cat 9, Ben and Dan 7"), or empty before an
    answer."""
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A number to enter, with its name in the form, its owner and its value."""

    name: str
    label: str
    value: str
    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Totals:
    """The form for a table that reports its round in totals."""

    points: tuple[Field, ...]
    lones: tuple[Field, ...]
    sides: tuple[tuple[str, str], ...]
    """The sides that may send it, with their names."""
    lones_barred: bool

    @property
    def any_lones(self) -> bool:
        """Whether a lone hand was entered in a form that was refused."""
        return any(field.value not in ("", "0") for field in self.lones)


@dataclass(frozen=True, kw_only=True)
class Finish:
    """The end of a round at one table."""

    head: str
    """ "The bell has rung". Empty during the round."""
    lead: str
    """The next thing to do, and the number of hands that count."""
    stands: str
    """The result, as in "Ann and Cat won 9–6". Empty before the first report."""
    figures: str
    """The points, as in "Ann and Cat 9, Ben and Dan 6". The most points come first, as in
    `stands`."""
    points: Mapping[str, int]
    state: str
    """One of scoring.tournament.pure.reports.STATES."""
    problems: tuple[str, ...]
    impossible: tuple[str, ...]
    """The reported values that are impossible, in sentences."""
    totals: Totals | None
    """The form for totals, if the round is over without a report."""
    question: str
    """The question for the winner of a tie, if one must be decided. Otherwise empty."""
    leaders: tuple[tuple[str, str], ...]
    """The tied sides, with their names."""
    voices: tuple[Voice, ...]
    moves: tuple[Move, ...]
    following: int
    """The number of the round to which the moves lead."""
    last: bool
    """Whether it was the last round."""
    finished: bool
    """Whether the tournament is finished, and its results announced."""
    players: str
    """Once it is finished, the token of the players' pages, if they have one."""

    @property
    def asks(self) -> bool:
        """Whether each side is asked to confirm the points. Not while a tie is open, and not after
        a forfeit."""
        return bool(self.points) and self.state not in ("tied", "forfeited")

    @property
    def waits(self) -> bool:
        """Whether the table waits for the others. Its round has a result, but its next seats are
        not published yet."""
        counts = self.stands and self.state != "impossible"
        return bool(self.head and counts) and not self.moves


def finish_of(here: InRound, played: PlayedTable) -> Finish:
    """Return how a round ended at a table. During the round it has no result and asks nothing."""
    names, ended = side_names_of(played), here.over or bool(played.reports)
    points = points_that_stand(played) if ended else {}
    moves = moves_from(here.row, played.names)
    best = [side for side in names if side in points and points[side] == max(points.values())]
    state, finished = played.verdict.state, here.round.tournament.finished_at is not None
    decided = state in ("disputed", "not played", "forfeited")
    tied = here.format.tie != "stays" and len(best) > 1 and not decided
    return Finish(
        head=head_of(here),
        lead=_lead(here, moves),
        stands=""
        if state == "disputed"
        else _stands(names, points, played.verdict.result, tied, counts=state != "impossible"),
        figures=describe_points(points, names),
        points=points,
        state=state,
        problems=() if state == "tied" else played.verdict.problems,
        impossible=played.impossible,
        totals=totals_of(played, {}) if state == "nothing" else None,
        question=DECIDES[here.format.tie] if tied else "",
        leaders=tuple((side, names[side]) for side in best) if tied else (),
        voices=tuple(_voice(side, names, points, played) for side in names),
        moves=tuple(moves),
        following=here.round.no + 1,
        last=here.round.no >= here.format.rounds,
        finished=finished,
        players=_players(here) if finished else "",
    )


def _players(here: InRound) -> str:
    live = Pass.objects.filter(
        session=here.round.tournament.session_id, right=Pass.Right.PLAYERS, revoked_at=None
    )
    return live.values_list("token", flat=True).first() or ""


def describe_points(points: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Return "Ann and Cat 9, Ben and Dan 6", with the most points first."""
    sides = sorted((side for side in names if side in points), key=lambda side: -points[side])
    return ", ".join(f"{names[side]} {figure(points[side])}" for side in sides)


def side_names_of(played: PlayedTable) -> dict[str, str]:
    """Return the name of each side, as in "Ann and Cat". At a table of three, each is one
    player."""
    return {
        side: listed([played.names[no] for no in who]) for side, who in played.value.by_side.items()
    }


def forfeits(who: str) -> str:
    """Return "Ann and Cat forfeit", "Ann forfeits"."""
    return f"{who} {'forfeit' if ' and ' in who else 'forfeits'}"


def head_of(here: InRound) -> str:
    """Return how the round ended at a table, as in "The bell has rung". Empty during the round."""
    if here.round.ended_at is not None:
        return ENDED[here.round.ended_how]
    return f"All {counted(here.format.hands, 'hand')} are played" if here.full else ""


def _lead(here: InRound, moves: Sequence[Move]) -> str:
    if here.round.ended_at is None or here.full or moves:
        return ""
    verb = "counts" if here.hands == 1 else "count"
    return f"{STOP} {counted(here.hands, 'hand')} {verb}." if here.hands else STOP


def _stands(
    names: Mapping[str, str],
    points: Mapping[str, int],
    result: Result | None,
    tied: bool,
    *,
    counts: bool,
) -> str:
    if result is not None and not result.played:
        return f"{NOT_PLAYED}, no points count"
    if len(points) < len(names):
        return ""
    if result is not None and result.forfeit is not None:
        won = OTHER[result.forfeit]
        score = score_as_text((points[won], points[result.forfeit]))
        return f"{names[won]} won {score}, by forfeit"
    figures = score_as_text(points[side] for side in names)
    if not counts:
        return f"{figures} does not count yet"
    order = sorted(names, key=lambda side: -points[side])
    level = points[order[0]] == points[order[1]]
    if level and result is not None and result.tie:
        return f"{names[result.tie]} won, after {figures}"
    if level:
        return f"Tied {figures}" if tied else f"A tie, {figures}"
    if len(names) > 2:
        return f"{names[order[0]]} won: {describe_points(points, names)}"
    return f"{names[order[0]]} won {score_as_text(points[side] for side in order)}"


def _voice(
    side: str, names: Mapping[str, str], points: Mapping[str, int], played: PlayedTable
) -> Voice:
    name = names[side]
    reports = [
        report for report in played.reports if _speaks(report, side, played) and _says(report)
    ]
    if not reports:
        return Voice(side=side, name=name, says="")
    if reports[-1].objects_to_it:
        return Voice(side=side, name=name, says="wrong", why=reports[-1].why)
    same = reports[-1].points == dict(points)
    return Voice(
        side=side, name=name, says="right" if same else describe_points(reports[-1].points, names)
    )


def _speaks(report: Report, side: str, played: PlayedTable) -> bool:
    """Return whether a report by the table's phone is from this side, or at a table of three from
    this player."""
    if report.source != Report.Source.TABLE:
        return False
    return report.side == side or (
        report.entrant_id and report.entrant.no == played.seats.get(side)
    )


def _says(report: Report) -> bool:
    return bool(report.points) or report.objects_to_it


def totals_of(played: PlayedTable, sent: Mapping[str, str]) -> Totals:
    """Return the form for a table's totals, with the values `sent` before and refused."""
    span, sides = (LEAST_POINTS, MOST_POINTS), side_names_of(played)
    return Totals(
        points=tuple(
            _field(f"points-{side}", name, sent, span=span) for side, name in sides.items()
        ),
        lones=tuple(_field(f"lones-{no}", name, sent) for no, name in people_of(played).items()),
        sides=tuple(sides.items()),
        lones_barred=played.lones_barred,
    )


def people_of(played: PlayedTable) -> dict[int, str]:
    """Return the entrants of a table by number."""
    return {no: played.names[no] for no in played.seats.values()}


def _field(name: str, label: str, sent, *, span: tuple[int, int] = (0, MOST)) -> Field:
    return Field(name=name, label=label, value=sent.get(name, ""), least=span[0], most=span[1])
