"""Tables whose paper does not agree: each telling beside those it differs from, and what can be
done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.euchre.wording import figure
from scoring.tournament.pure import values
from scoring.tournament.pure.reports import Testimony, Words, last_words, voice_of
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.views.enter_scores.lines import cards_at, is_odd, slip_of
from scoring.tournament.views.play.finish import side_names_of


@dataclass(frozen=True, kw_only=True)
class ReportLine:
    """What one card, slip, phone or person says of a table."""

    who: str
    no: int | None
    """Whose card it is."""
    points: tuple[tuple[str, str, bool], ...]
    """Each side, what it says of it, and whether it is odd: where no number is said by most, all
    are."""
    lones: str


@dataclass(frozen=True, kw_only=True)
class Odd:
    """A table that somebody must look at."""

    no: int
    round: int
    sides: tuple[str, ...]
    problems: tuple[str, ...]
    reports: tuple[ReportLine, ...]
    winners: tuple[tuple[str, str, str], ...]
    """How it is typed who won a tie, as a card and as a slip, and who that is; none where nobody
    has to."""
    slip: bool
    """Whether a slip is among them."""


def odd_tables(tables: Sequence[PlayedTable]) -> Iterator[Odd]:
    """Yield the tables that cannot stay as they are, and those of which something was told that
    cannot be."""
    for table in tables:
        if is_odd(table):
            yield _odd(table)


def _odd(table: PlayedTable) -> Odd:
    said = _by_side(table)
    return Odd(
        no=table.row.no,
        round=table.row.round.no,
        sides=tuple(side_names_of(table).values()),
        problems=(*table.verdict.problems, *table.impossible),
        reports=tuple(_report_line(one, said, table) for one in said),
        winners=_winners(table) if table.verdict.state == "tied" else (),
        slip=any(one.source == "table" and not one.side and one.entrant is None for one in said),
    )


def _winners(table: PlayedTable) -> tuple[tuple[str, str, str], ...]:
    """Return what is typed for either side; lone hands that stand are typed again with it."""
    sides = side_names_of(table)
    if len(sides) != 2 or len(table.points) != 2:
        return ()
    return tuple((_card_typed(table, won), _slip_typed(table, won), sides[won]) for won in sides)


def _card_typed(table: PlayedTable, won: str) -> str:
    """Return "12 6+ 6 1": a card of the table, if one is typed, with who won the tie."""
    typed = cards_at(table)
    no = next((no for no in table.value.entrants if no in typed), table.value.entrants[0])
    mine = table.value.side_of(no)
    lones = typed[no].lones.get(str(no), 0) if no in typed else 0
    points = _with_plus(table, won, (mine, values.OTHER[mine]))
    return f"{no} {points} {lones or ''}".rstrip()


def _slip_typed(table: PlayedTable, won: str) -> str:
    """Return "4 6+ 6, 12 12": the slip of the table with who won the tie."""
    slip = slip_of(table)
    lones = [no for no, times in slip.lones.items() for _ in range(times)] if slip else []
    points = _with_plus(table, won, table.value.by_side)
    return ", ".join(filter(None, (f"{table.row.no} {points}", " ".join(lones))))


def _with_plus(table: PlayedTable, won: str, sides: Iterable[str]) -> str:
    return " ".join(f"{table.points[side]}{'+' if side == won else ''}" for side in sides)


def _by_side(table: PlayedTable) -> list[Testimony]:
    """Return what stands, partners beside each other, the pad and the slip last."""
    order = {side: place for place, side in enumerate(table.value.by_side)}
    said = last_words(table.said, table.value)
    return sorted(said, key=lambda one: order.get(voice_of(one, table.value), len(order)))


def _report_line(one: Testimony, said: Sequence[Testimony], table: PlayedTable) -> ReportLine:
    who = Words(table.value, table.names).speaker(one)
    return ReportLine(
        who=who[:1].upper() + who[1:],
        no=one.entrant if one.source == "card" else None,
        points=tuple(
            (name, *_point(one, said, side)) for side, name in side_names_of(table).items()
        ),
        lones=", ".join(_lones(one, table)),
    )


def _lones(one: Testimony, table: PlayedTable) -> Iterator[str]:
    """Yield "2" of a card, which knows its owner's; "Cat 2" of who knows everybody's."""
    for no in table.value.entrants:
        times = one.lones.get(no, 0)
        if times:
            yield str(times) if no == one.entrant else f"{table.names[no]} {times}"


def _point(one: Testimony, said: Sequence[Testimony], side: str) -> tuple[str, bool]:
    if side not in one.points:
        return "", False
    points = [other.points[side] for other in said if side in other.points]
    shown = figure(one.points[side]) + ("+" if one.tie == side else "")
    return shown, one.points[side] not in _agreed(points)


def _agreed(points: Sequence[int]) -> Sequence[int]:
    """Return the number that more say than any other; none when as many say another."""
    (most, times), *others = Counter(points).most_common()
    return () if others and others[0][1] == times else (most,)
