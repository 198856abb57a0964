"""Who comes in question for a prize, and why: the rows that are level for it.

Rulings of ours: only who played wins anything, and nobody by none (no lone hand, no game); "lowest"
and "booby" are the last of those who were there for every round; of several boobies the most green
stars decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from scoring.movements.tournament.formats import CRITERIA, PLACES, Prize
from scoring.movements.tournament.standings import Row, ranked

MOST = {
    "most games": ("won", "game"),
    "most lone hands": ("lones", "lone hand"),
    "most points": ("points", "point"),
}
NOBODY = {
    "most games": "Nobody won a game.",
    "most lone hands": "Nobody made a lone hand.",
    "most points": "Nobody made a point.",
}


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Prizes, and those who are level for them: one, several, or nobody."""

    prizes: tuple[Prize, ...]
    rows: tuple[Row, ...]
    why: str


def places(
    prizes: Sequence[Prize], rows: Sequence[Row], ranking: Sequence[str]
) -> Iterator[Contest]:
    """Yield who is level for which places: two who are first are level for the first and the
    second."""
    by_place = {PLACES.index(prize.prize): prize for prize in prizes}
    place = 0
    for tied, following in _by_rank(rows, ranking):
        taken = range(place, place + len(tied))
        place += len(tied)
        covered = tuple(by_place.pop(each) for each in taken if each in by_place)
        if covered:
            yield Contest(prizes=covered, rows=tied, why=_why(tied, following, ranking))
    for prize in by_place.values():
        yield Contest(prizes=(prize,), rows=(), why="Nobody is left for it.")


def named(prize: Prize, rows: Sequence[Row], ranking: Sequence[str], *, rounds: int) -> Contest:
    """Return who is level for a prize that goes by its name, of so many rounds that were played."""
    if prize.prize in MOST:
        tied, why = _most(prize.prize, rows, ranking)
    else:
        here = [row for row in rows if row.rounds + row.idle + row.sat_out == rounds]
        tied, why = _last(here, ranking, by_stars=prize.prize == "booby")
    return Contest(prizes=(prize,), rows=tied, why=why)


def _by_rank(
    rows: Sequence[Row], ranking: Sequence[str]
) -> Iterator[tuple[tuple[Row, ...], Row | None]]:
    """Yield those of each rank, and one of the next rank."""
    groups = [tuple(group) for _, group in groupby(ranked(rows, ranking), key=lambda row: row.rank)]
    for group, following in pairwise([*groups, (None,)]):
        yield group, following[0]


def _most(prize: str, rows: Sequence[Row], ranking: Sequence[str]) -> tuple[tuple[Row, ...], str]:
    """What the ranking counts first goes by rank, where the rest of it decides; else all who have
    most."""
    criterion, unit = MOST[prize]
    most = max((getattr(row, criterion) for row in rows), default=0)
    if not most:
        return (), NOBODY[prize]
    best = [row for row in rows if getattr(row, criterion) == most]
    told = f"{most} {unit}{'' if most == 1 else 's'}."
    if criterion != ranking[0]:
        return tuple(sorted(best, key=lambda row: row.no)), told
    tied, following = next(_by_rank(best, ranking))
    return tied, f"{told} {_why(tied, following, ranking)}" if following else told


def _last(
    rows: Sequence[Row], ranking: Sequence[str], *, by_stars: bool
) -> tuple[tuple[Row, ...], str]:
    if not rows:
        return (), "Nobody was there for every round."
    *_, (tied, _) = _by_rank(rows, ranking)
    why = "Last of those who were there for every round."
    if not by_stars or len(tied) == 1:
        return tied, why
    most = max(row.green for row in tied)
    starred = tuple(row for row in tied if row.green == most)
    return (
        starred,
        why if starred == tied else f"{why} Of those who are level most green stars: {most}.",
    )


def _why(tied: Sequence[Row], following: Row | None, ranking: Sequence[str]) -> str:
    if len(tied) > 1:
        *most, last = (CRITERIA[criterion] for criterion in ranking)
        return f"Level in {', '.join(most)}{' and ' if most else ''}{last}."
    if following is None:
        return "Nobody else is left for it."
    by = next(name for name in ranking if getattr(tied[0], name) != getattr(following, name))
    scores = f"{getattr(tied[0], by)} to {getattr(following, by)}"
    return f"Ahead of {following.name} by {CRITERIA[by]}, {scores}."
