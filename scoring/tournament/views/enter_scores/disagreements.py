"""Tables with conflicting scores: each report, the differences, and the ways to resolve them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from scoring.euchre.wording import figure
from scoring.tournament.pure.reports import (
    UNDECIDED,
    Testimony,
    Words,
    claims_of,
    last_words,
    voice_of,
)
from scoring.tournament.pure.seats import OTHER
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.views.enter_scores.lines import cards_at, is_odd
from scoring.tournament.views.play.finish import side_names_of


@dataclass(frozen=True, kw_only=True)
class ReportLine:
    """One source's report on a table: a card, a slip, a phone or a person."""

    who: str
    no: int | None
    """The number of the card's owner."""
    points: tuple[tuple[str, str, bool], ...]
    """Each side, the points reported for it, and whether they differ from the majority. Without a
    majority, all of them count as different."""
    lones: str


@dataclass(frozen=True, kw_only=True)
class Winner:
    """A possible winner of a tie."""

    side: str
    """Their names."""
    card: str
    """The text to type on a card."""
    slip: str
    """The text to type as a slip."""
    key: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, kw_only=True)
class Odd:
    """A table that needs a decision."""

    no: int
    round: int
    sides: tuple[str, ...]
    problems: tuple[str, ...]
    reports: tuple[ReportLine, ...]
    winners: tuple[Winner, ...]
    """The possible winners of a tie. Empty if the table has no open tie."""
    slip: bool
    """Whether one of the reports is a slip."""


def odd_tables(tables: Sequence[PlayedTable]) -> Iterator[Odd]:
    """Yield the tables that need a decision, and those with impossible reports."""
    for table in tables:
        if is_odd(table):
            yield _odd(table)


def _odd(table: PlayedTable) -> Odd:
    said = _by_side(table)
    winners = _winners(table) if table.verdict.state == "tied" else ()
    problems = (one for one in table.verdict.problems if not winners or one != UNDECIDED)
    return Odd(
        no=table.row.no,
        round=table.row.round.no,
        sides=tuple(side_names_of(table).values()),
        problems=(*problems, *table.impossible),
        reports=tuple(_report_line(one, said, table) for one in said),
        winners=winners,
        slip=any(one.source == "table" and not one.side and one.entrant is None for one in said),
    )


def _winners(table: PlayedTable) -> tuple[Winner, ...]:
    """Return both possible winners of a tie. What is typed for them repeats the lone hands already
    entered."""
    sides = side_names_of(table)
    if len(sides) != 2 or len(table.points) != 2:
        return ()
    return tuple(
        Winner(side=name, card=_card_typed(table, won), slip=_slip_typed(table, won))
        for won, name in sides.items()
    )


def _card_typed(table: PlayedTable, won: str) -> str:
    """Return "12 6+ 6 1", a card of the table with the winner of the tie. It repeats a typed card
    if there is one."""
    typed = cards_at(table)
    no = next((no for no in table.value.entrants if no in typed), table.value.entrants[0])
    mine = table.value.side_of(no)
    lones = _lones_of(table).get(no, 0)
    points = _with_plus(table, won, (mine, OTHER[mine]))
    return f"{no} {points} {lones or ''}".rstrip()


def _slip_typed(table: PlayedTable, won: str) -> str:
    """Return "4 6+ 6, 12 12", the slip of the table with the winner of the tie."""
    lones = [str(no) for no, times in _lones_of(table).items() for _ in range(times)]
    points = _with_plus(table, won, table.value.by_side)
    return ", ".join(filter(None, (f"{table.row.no} {points}", " ".join(lones))))


def _lones_of(table: PlayedTable) -> dict[int, int]:
    """Return the lone hands by number, from any report."""
    claims = claims_of(last_words(table.said, table.value), table.value)
    return {no: claims[no][-1][1] for no in table.value.entrants if no in claims}


def _with_plus(table: PlayedTable, won: str, sides: Iterable[str]) -> str:
    return " ".join(f"{table.points[side]}{'+' if side == won else ''}" for side in sides)


def _by_side(table: PlayedTable) -> list[Testimony]:
    """Return the current reports, with partners next to each other and the pad and the slip
    last."""
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
    """Yield "2" for a card with only its owner's lone hands, or "Cat 2" for a report on all
    players."""
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
    """Return the number that most reports agree on. Return none if two numbers are equally
    frequent."""
    (most, times), *others = Counter(points).most_common()
    return () if others and others[0][1] == times else (most,)
