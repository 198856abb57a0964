"""Decide from the ink in the boxes of tally cards what was marked, and from the cards of a table
what its round came to.

A mark counts if it is clear. Whatever is faint, double, hidden or missing is asked about, and two
cards that differ are never settled here. Ink is in thousandths: 0 is an empty box, 1000 a black
one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from scoring.tournament.pure.values import RoundTable

EMPTY, MARKED = 45, 95
"""The most ink of an empty box, and the least of a clear mark. Between them a mark is faint."""
STROKE, NOISE = 8, 5
"""The ink of an empty box may be this much above that of the other empty boxes with its figure on
the card, or this multiple of how much those differ. With more it has a faint stroke."""
BLOT = 45
"""The most ink in and around an empty box that is not near a mark."""
SEEN = 450
"""The least of its own print that a box must show. A box that shows less is covered."""
SPILL = 4
"""A stroke may run into the next box for points, if it leaves there no clear mark, and at most this
fraction of the ink in its own box."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxInk:
    """What a picture shows of one box."""

    field: str
    value: int
    ink: int
    """The ink inside it, without its printed figure."""
    stroke: bool = False
    """Whether it has more ink than the empty boxes with the same figure on its card."""
    beside: int = 0
    """The ink in it and around it."""
    seen: int = 1000
    """How much of its own print is there. A box with nothing on it shows about 1000."""
    near: tuple[int, ...] = ()
    """The places of the boxes next to it in its row."""
    entered: bool = False
    """Whether a stroke leads into it from elsewhere, such as the tail of a large tick."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RowMarks:
    """What the marks of one row say. `doubts` are reasons to ask, and empty if all is clear."""

    round: int
    points: int | None = None
    """None if nothing is marked, or nothing clearly."""
    inked: tuple[tuple[str, int], ...] = ()
    """The field and value of each box with a clear mark, and of a lone hand or win with any ink."""
    lones: int = 0
    won: bool = False
    doubts: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    """The fields whose boxes are clear, also beside others that are not."""
    sure: int = 0
    """The confidence in the points in per cent: how far the mark is from what would be asked."""

    @property
    def said(self) -> set[tuple[str, int]]:
        """The field and value of each box that is marked, where all is clear."""
        found = {"points": self.points, "lones": self.lones or None, "won": self.won or None}
        return {(name, int(value)) for name, value in found.items() if value is not None}

    @property
    def clear(self) -> bool:
        return self.points is not None and not self.doubts

    @property
    def blank(self) -> bool:
        """Whether nothing at all is marked, as before the round."""
        return not (self.doubts or self.points is not None or self.lones or self.won)


def row_of(stored: Mapping) -> RowMarks:
    """Return a row from its fields in JSON."""
    lists = {name: tuple(stored[name]) for name in ("doubts", "settled")}
    inked = tuple((name, value) for name, value in stored["inked"])
    return RowMarks(**{**stored, **lists, "inked": inked})


HIDDEN = "it is hidden, or too blurred"
FAINT = "a mark is faint"
DOUBLE = "two boxes are marked"
BLOTTED = "there is ink beside the boxes"
ENTERED = "a stroke leads into a box for lone hands"
NO_POINTS = "no points are marked"
RESEATED = "its players or their seats have changed since the slip was printed"


def hidden(round: int) -> RowMarks:
    """Return a row that a picture does not show well enough."""
    return RowMarks(round=round, doubts=(HIDDEN,))


def with_strokes(rows: Sequence[Sequence[BoxInk]]) -> list[list[BoxInk]]:
    """Return the boxes of a card's rows, with the strokes for lone hands that are too faint to be
    told from an empty box alone. Points and winners are on other cards too.

    Empty boxes with the same figure are alike on a card, so even a faint stroke is more ink.
    """
    alike: dict[int, list[int]] = {}
    for box in (box for row in rows for box in row if box.field != "won" and box.ink <= EMPTY):
        alike.setdefault(box.value, []).append(box.ink)
    usual = {value: median(inks) for value, inks in alike.items()}
    noise = [abs(ink - usual[value]) for value, inks in alike.items() for ink in inks]
    most = max(STROKE, NOISE * median(noise or [0]))

    def stands_out(box: BoxInk) -> bool:
        return box.field == "lones" and box.ink - usual.get(box.value, 0) > most

    return [
        # A little ink beside a clear mark belongs to it.
        [*row]
        if any(box.field == "lones" and box.ink >= MARKED for box in row)
        else [replace(box, stroke=True) if stands_out(box) else box for box in row]
        for row in rows
    ]


def marks_of(round: int, boxes: Sequence[BoxInk]) -> RowMarks:
    """Return what the boxes of a row say."""
    if any(box.seen < SEEN for box in boxes):
        return hidden(round)
    marked = [box.ink >= MARKED for box in boxes]
    inky = [(box.ink > EMPTY or box.stroke) and not _spilt(box, boxes) for box in boxes]
    by_field = {
        name: [at for at, box in enumerate(boxes) if box.field == name and inky[at]]
        for name in ("points", "lones", "won")
    }
    places = range(len(boxes))
    blots = [at for at in places if _blotted(at, boxes, inky)]
    # A second mark for points would be seen. Lone hands may have none of their own.
    entered = [at for at in by_field["lones"] if boxes[at].entered]
    unclear = {
        FAINT: {boxes[at].field for at in places if inky[at] and not marked[at]},
        DOUBLE: {name for name, found in by_field.items() if len(found) > 1},
        BLOTTED: {boxes[near].field for at in blots for near in (at, *boxes[at].near)},
        ENTERED: {boxes[at].field for at in entered},
    }
    points = [boxes[at].value for at in by_field["points"]]
    other = by_field["lones"] or by_field["won"] or any(unclear.values())
    if not points and other and any(box.field == "points" for box in boxes):
        unclear[NO_POINTS] = {"points"}
    lones = [boxes[at].value for at in by_field["lones"]]
    return RowMarks(
        round=round,
        points=points[0] if len(points) == 1 else None,
        inked=tuple(
            (box.field, box.value)
            for at, box in enumerate(boxes)
            if inky[at] and (marked[at] or box.field != "points")
        ),
        lones=lones[0] if len(lones) == 1 else 0,
        won=bool(by_field["won"]),
        doubts=tuple(why for why, names in unclear.items() if names),
        settled=tuple(name for name in by_field if name not in set().union(*unclear.values())),
        sure=_sure(boxes, by_field["points"]),
    )


def _spilt(box: BoxInk, boxes: Sequence[BoxInk]) -> bool:
    """Return whether a little ink in a box for points belongs to the strong mark next to it."""
    return (
        box.field == "points"
        and box.ink < MARKED
        and any(
            boxes[at].field == "points" and boxes[at].ink >= max(SPILL * box.ink, 2 * MARKED)
            for at in box.near
        )
    )


def _blotted(at: int, boxes: Sequence[BoxInk], inky: Sequence[bool]) -> bool:
    return boxes[at].beside > BLOT and not any(inky[other] for other in (at, *boxes[at].near))


def _sure(boxes: Sequence[BoxInk], marked: Sequence[int]) -> int:
    """Return the distance of the only mark from a faint one, and of the others from it."""
    if len(marked) != 1:
        return 0
    others = [box.ink for at, box in enumerate(boxes) if box.field == "points" and at != marked[0]]
    ink = boxes[marked[0]].ink
    return max(0, min(99, (ink - max([0, *others])) * 100 // max(1, ink)))


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A row to look at again: whose card, and why."""

    owner: int
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TableMarks:
    """What the cards of a table say about its round."""

    table: int
    points: Mapping[str, int] = field(default_factory=dict)
    """By side, if all cards agree. Empty if something is asked, or nobody marked anything."""
    lones: Mapping[int, int] = field(default_factory=dict)
    tie: str | None = None
    """The side that won a tie."""
    asked: tuple[Asked, ...] = ()

    @property
    def agreed(self) -> bool:
        return bool(self.points)


MISSING = "the card is missing"
ALONE = "the other side has no card"
DIFFERS = "its points differ from the partner’s"
WINNERS = "who won does not fit the points"
BOTH_WON = "both sides say that they won the tie"
ONE_WON = "only one of the partners says that they won the tie"
UNMARKED = "no winner is marked"
NO_WINNER = "the points are tied, and no winner is marked"


def agreement(
    table: RoundTable,
    rows: Mapping[int, RowMarks | None],
    *,
    ghosts: frozenset[int] = frozenset(),
) -> TableMarks:
    """Return what a table's cards agree on. `rows` are by owner, and None where the card is
    missing. Ghosts have no card. The winner of a tie may be missing."""
    owners = {side: [no for no in who if no not in ghosts] for side, who in table.by_side.items()}
    here = {no: rows.get(no) for who in owners.values() for no in who}
    if all(row is None or row.blank for row in here.values()):
        return TableMarks(table=table.no)
    asked = tuple(Asked(owner=no, why=why) for no, why in _asked(owners, here))
    if asked or not all(owners.values()):
        alone = tuple(Asked(owner=no, why=ALONE) for no in here)
        return TableMarks(table=table.no, asked=asked or alone)
    found = {side: _points(who, here) for side, who in owners.items()}
    points = {side: number for side, number in found.items() if number is not None}
    tie, asked = _winner(points, owners, here)
    if asked:
        return TableMarks(table=table.no, asked=asked)
    lones = {no: row.lones for no, row in here.items() if row is not None}
    return TableMarks(table=table.no, points=points, lones=lones, tie=tie)


def _asked(
    owners: Mapping[str, Sequence[int]], rows: Mapping[int, RowMarks | None]
) -> Iterator[tuple[int, str]]:
    """Yield the rows to look at again, with the reason. All rows must be clear, and those of
    partners must have the same points."""
    for who in owners.values():
        here = [(no, rows[no]) for no in who]
        clear = {row.points for _, row in here if row is not None and row.clear}
        for no, row in here:
            if row is None:
                yield no, MISSING
            elif len(clear) > 1:
                yield no, DIFFERS
            elif row.doubts:
                yield no, row.doubts[0]
            elif row.points is None:
                yield no, NO_POINTS


def _points(who: Sequence[int], rows: Mapping[int, RowMarks | None]) -> int | None:
    return next((row.points for no in who if (row := rows[no]) is not None), None)


def _winner(
    points: Mapping[str, int],
    owners: Mapping[str, Sequence[int]],
    rows: Mapping[int, RowMarks | None],
) -> tuple[str | None, tuple[Asked, ...]]:
    """Return who won a tie, if it is marked, and the cards whose mark for a win does not fit.

    A card of the losers must not say that they won. The winners' may have been forgotten, but both
    partners must say who won a tie.
    """
    best = {side for side, number in points.items() if number == max(points.values())}
    won = {no for no, row in rows.items() if row is not None and row.won}
    claims = [side for side, who in owners.items() if won.intersection(who)]
    if wrong := [no for side in claims if side not in best for no in owners[side] if no in won]:
        return None, tuple(Asked(owner=no, why=WINNERS) for no in wrong)
    if len(best) == 1 or not claims:
        return None, ()
    if len(claims) > 1:
        return None, tuple(Asked(owner=no, why=BOTH_WON) for side in claims for no in owners[side])
    [side] = claims
    if won.issuperset(owners[side]):
        return side, ()
    return None, tuple(Asked(owner=no, why=ONE_WON) for no in owners[side])


def slip_agreement(
    table: RoundTable, rows: Mapping[int, RowMarks], *, needs_winner: bool = False
) -> TableMarks:
    """Return what a table's slip says. `rows` are by entrant. The first of each side has its
    points, and the others only their lone hands.

    A slip is one voice, so no second figure would show a misread. Therefore the mark of the winner
    must be there, and be where the points are higher.
    """
    firsts = {side: who[0] for side, who in table.by_side.items()}
    if all(row.blank for row in rows.values()):
        return TableMarks(table=table.no)
    asked = []
    for no in table.entrants:
        row = rows[no]
        if row.doubts:
            asked.append(Asked(owner=no, why=row.doubts[0]))
        elif no in firsts.values() and row.points is None:
            asked.append(Asked(owner=no, why=NO_POINTS))
    if asked:
        return TableMarks(table=table.no, asked=tuple(asked))
    points = {side: int(rows[no].points or 0) for side, no in firsts.items()}
    best = [side for side, number in points.items() if number == max(points.values())]
    claims = [side for side, no in firsts.items() if rows[no].won]
    level = len(best) > 1
    fits = _may_claim(claims, best, needs_winner) if level else claims == best
    if not fits:
        why = WINNERS if claims else NO_WINNER if level else UNMARKED
        wrong = tuple(Asked(owner=no, why=why) for no in firsts.values())
        return TableMarks(table=table.no, asked=wrong)
    tie = claims[0] if level and claims else None
    lones = {no: row.lones for no, row in rows.items()}
    return TableMarks(table=table.no, points=points, lones=lones, tie=tie)


def _may_claim(claims: Sequence[str], best: Sequence[str], needs_winner: bool) -> bool:
    """Return whether the marks of winners fit where points are level. One of two sides may win."""
    if len(best) == 2 and len(claims) == 1:
        return claims[0] in best
    return not claims and not needs_winner


UNLIKE = "two pictures of the card differ"


def merged(rows: Sequence[RowMarks]) -> RowMarks:
    """Return one row from several pictures of it. A clear picture counts before one that is not,
    unless that one has a mark more, such as a correction. It counts before one from an earlier time
    when nothing was marked."""
    clear = [row for row in rows if row.clear]
    more = {mark for row in rows if not row.clear for mark in row.inked}
    said = {(row.points, row.lones, row.won) for row in clear}
    if len(said) > 1 or (clear and not more <= clear[0].said):
        return RowMarks(round=rows[0].round, doubts=(UNLIKE,))
    if clear:
        return max(clear, key=lambda row: row.sure)
    return next((row for row in rows if row.doubts), rows[0])


def merged_lones(rows: Sequence[RowMarks]) -> RowMarks:
    """Return one row from several pictures of a partner's row on a slip, which may have no mark.
    They must say the same."""
    quiet = [row for row in rows if not row.doubts]
    more = {mark for row in rows if row.doubts for mark in row.inked}
    said = {("lones", row.lones) for row in quiet if row.lones}
    if len({row.lones for row in quiet}) > 1 or (quiet and not more <= said):
        return RowMarks(round=rows[0].round, doubts=(UNLIKE,))
    return (quiet or rows)[0]
