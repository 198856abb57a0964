"""The tournament round at a table, for its pad and its board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils import timezone

from scoring.euchre.wording import side_names
from scoring.table.models import Sitting
from scoring.table.views.games import GameScore
from scoring.tournament.pure.formats import HEAD as HEAD_TABLE
from scoring.tournament.pure.formats import is_head
from scoring.tournament.queries.now import entrants_of
from scoring.tournament.queries.table_in_round import (
    HEAD,
    InRound,
    Move,
    moves_from,
    played_at,
    points_here,
    round_at,
    round_of,
)
from scoring.tournament.views.play.clock import Clock, clock_of
from scoring.tournament.views.play.finish import Finish, finish_of, head_of


@dataclass(frozen=True, kw_only=True)
class RoundHere:
    """The round at a table's phone."""

    key: int
    """The primary key of the round's table. Each form contains it."""
    no: int
    place: str
    """ "Round 3 · hand 5 of 8"."""
    to: str
    """The table's role and the end of its round, as in "head table, to 5", "till the bell"."""
    hand: int
    of: int | None
    """The number of hands in the round. None if the round ends in another way."""
    state: str
    """ "soon", "playing", "ring" (the head table has enough) or "over"."""
    who: str
    """ "Ann and Cat against Ben and Dan"."""
    clock: Clock | None
    score: GameScore | None
    untold: bool
    """Whether it is over without a hand, and without a total that counts."""
    rings: bool
    """Whether this table's phone may ring the bell."""
    enough: str
    """The reason to ring the bell now, as in "Ann and Cat have 5". Otherwise empty."""
    head: str
    """How the round ended, as in "The bell has rung". Otherwise empty."""
    finish: Finish | None
    moves: tuple[Move, ...]
    """The moves of the players who sat here in the round before, until this round begins."""
    before: int
    """The number of the round before, or 0 if the table was empty then."""


def round_here(here: InRound, sitting: Sitting, score: GameScore | None) -> RoundHere:
    """Return the round as the table's phone shows it. `score` is the score of the sitting alone."""
    points = points_here(here, sitting)
    sides = side_names(sitting.rules, [player.called for player in sitting.players])
    enough = _enough(here, dict(zip(sides, points.values(), strict=False)))
    state = _state(here, sitting, enough)
    before, moves = _moves_before(here, sitting) if state == "soon" else (0, ())
    finish = finish_of(here, played_at(here.row)) if state == "over" else None
    return RoundHere(
        key=here.row.pk,
        no=here.round.no,
        place=place_of(here),
        to=_to(here),
        hand=here.hands + 1,
        of=here.format.hands if here.format.ends == "hands" else None,
        state=state,
        who=" against ".join(sides),
        clock=clock_here(here),
        score=score and _with_points(score, _that_stand(points, finish)),
        untold=finish is not None and not (here.hands or _counts(finish)),
        rings=here.rings,
        enough=enough,
        head=head_of(here),
        finish=finish,
        moves=moves,
        before=before,
    )


def late_in(sitting: Sitting) -> dict | None:
    """Return the details needed to decide about a hand that waits after its round. Return None
    during the round, and if there is no round."""
    here = round_of(sitting)
    if here is None or not here.over:
        return None
    ended = here.round.ended_at is not None
    return {"no": here.round.no, "head": head_of(here), "ended": ended, "hands": here.hands}


def _enough(here: InRound, points: Mapping[str, int]) -> str:
    side = max(points, key=points.get, default=None)
    if not here.rings or side is None or points[side] < here.format.bell_at:
        return ""
    return f"{side} {'have' if ' and ' in side else 'has'} {points[side]}"


def _state(here: InRound, sitting: Sitting, enough: str) -> str:
    if here.over:
        return "over"
    if enough:
        return "ring"
    return "soon" if here.round.started_at is None and not sitting.bare_hands else "playing"


def place_of(here: InRound) -> str:
    """Return "Round 3 · hand 5 of 8", or afterwards "Round 3 · 8 hands"."""
    of = f" of {here.format.hands}" if here.format.ends == "hands" else ""
    if here.over:
        return (
            f"Round {here.round.no} · {here.hands}{of} "
            f"hand{'' if here.hands == 1 and not of else 's'}"
        )
    return f"Round {here.round.no} · hand {here.hands + 1}{of}"


def _to(here: InRound) -> str:
    head = is_head(here.row.no, here.format)
    ends = f"to {here.format.bell_at}" if here.row.no == HEAD else "till the bell"
    rings = here.format.ends == "bell" and not here.over
    return ", ".join(filter(None, (HEAD_TABLE if head else "", ends if rings else "")))


def _that_stand(points: Mapping[str, int], finish: Finish | None) -> Mapping[str, int]:
    """Return the points that count. After the round, these are the reported points if they count,
    even if they did not come from hands."""
    if finish is None or not _counts(finish):
        return points
    return {side: finish.points.get(side, points[side]) for side in points}


def _counts(finish: Finish) -> bool:
    return bool(finish.points) and finish.state != "impossible"


def _with_points(score: GameScore, points: Mapping[str, int]) -> GameScore:
    """Return the score with only the points of the round, including those before a player was
    replaced."""
    sides = zip(score.sides, points.values(), strict=False) if points else ()
    return replace(
        score, sides=tuple(replace(side, points=number) for side, number in sides) or score.sides
    )


def clock_here(here: InRound) -> Clock | None:
    """Return the round's clock at a table. Return None if it is not running, or if the round has no
    time limit."""
    if not here.limit or not here.round.playing:
        return None
    held_since = here.row.held_since
    return clock_of(here.round, limit=here.limit, now=timezone.now(), held_since=held_since)


def _moves_before(here: InRound, sitting: Sitting) -> tuple[int, tuple[Move, ...]]:
    """Return the number of the round before and its players' moves, if there were players here."""
    before = round_at(sitting.table, round__no=here.round.no - 1)
    if before is None:
        return 0, ()
    names = {entrant.no: entrant.name for entrant in entrants_of(here.round.tournament)}
    return before.round.no, tuple(moves_from(before.row, names))
