"""The answer to something typed under Enter scores: the entry read back, and any disagreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from scoring.euchre.wording import counted
from scoring.tournament.models import Entrant, Report
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.views.enter_scores.lines import ODD, cards_at, is_odd, score_of
from scoring.tournament.views.play.finish import forfeits, side_names_of
from scoring.tournament.views.play.hall_tables import describe_table_score


@dataclass(frozen=True, kw_only=True)
class Answer:
    """Sentences for the screen. `undo` is the key that undoes the entry, if there is one."""

    says: tuple[str, ...]
    odd: bool = False
    undo: UUID | None = None
    tables: tuple[int, ...] = ()
    """The tables it concerns."""


def answer_to(
    key: UUID,
    tables: Sequence[PlayedTable],
    entrants: Mapping[int, Entrant],
    whole: int | None = None,
) -> Answer | None:
    """Return the answer to the entry stored under a key. For a whole card, `whole` is its owner."""
    keys = {key, *(uuid5(key, str(table.row.round.no)) for table in tables)}
    found = [(table, one) for table in tables for one in table.reports if one.key in keys]
    if whole is not None:
        return _of_whole(key if found else None, whole, tables, entrants)
    if not found:
        return None
    table, report = found[0]
    says = [*(_of_card if report.entrant else _of_slip)(table, report), *_state(table)]
    return Answer(
        says=(*says, *table.impossible),
        odd=is_odd(table),
        undo=key,
        tables=(table.row.no,),
    )


def _of_card(table: PlayedTable, report: Report) -> Iterator[str]:
    """Yield sentences like "12 Cat: round 3, table 4, 9–6, 1 lone hand.", "Partner Ann's card
    says the same."."""
    no = report.entrant.no
    yield f"{no} {report.entrant.name}: {where(table)}, {_figures(table, report)}."
    yield from _before(table, report)
    typed = cards_at(table)
    for partner in table.value.by_side[table.value.side_of(no)]:
        if partner != no and partner in typed:
            yield _beside(table, report, typed[partner])


def _figures(table: PlayedTable, card: Report) -> str:
    """Return "9–6, 1 lone hand", "5–5, Ann and Cat won the tie"."""
    no = card.entrant.no
    lones = card.lones.get(str(no), 0)
    alone = counted(lones, "lone hand") if lones else ""
    return ", ".join(filter(None, (score_of(table, card, no), alone, _tie(table, card))))


def _tie(table: PlayedTable, report: Report) -> str:
    """Return the winner of a tie from a report. Empty if it names none."""
    who = side_names_of(table).get(report.tie)
    return f"{who} won the tie" if who else ""


def where(table: PlayedTable) -> str:
    return f"round {table.row.round.no}, table {table.row.no}"


def _before(table: PlayedTable, report: Report) -> Iterator[str]:
    """Yield the earlier entry of the same card, if it was different."""
    earlier = [one for one in table.reports if one.entrant == report.entrant and one.pk < report.pk]
    cards = [one for one in earlier if one.source == Report.Source.CARD]
    if cards and _figures(table, cards[-1]) != _figures(table, report):
        yield f"It replaces {_figures(table, cards[-1])}."


def _beside(table: PlayedTable, report: Report, other: Report) -> str:
    """Return how the partner's card compares, for the points that both cards have."""
    both = report.points.keys() & other.points.keys()
    same = all(report.points[side] == other.points[side] for side in both)
    says = "the same" if same else score_of(table, other, other.entrant.no)
    return f"Partner {other.entrant.name}'s card says {says}."


def _of_slip(table: PlayedTable, report: Report) -> Iterator[str]:
    """Yield "Round 3, table 4: Ann and Cat 9, Ben and Dot 6.", then "Lone hands: Cat 1." if there
    are any."""
    sides = side_names_of(table)
    if report.forfeit:
        yield f"{where(table).capitalize()}: {forfeits(sides[report.forfeit])}."
        return
    points = (f"{name} {report.points[side]}" for side, name in sides.items())
    yield f"{where(table).capitalize()}: {', '.join(filter(None, (*points, _tie(table, report))))}."
    made = {no: report.lones.get(str(no), 0) for no in table.value.entrants}
    lones = [f"{table.names[no]} {times}" for no, times in made.items() if times]
    if lones:
        yield f"Lone hands: {', '.join(lones)}."


def _state(table: PlayedTable) -> Iterator[str]:
    """Yield the state of the table after this entry."""
    no, verdict = table.row.no, table.verdict
    if table.row.closed_at is not None:
        yield f"Round {table.row.round.no} is closed{'. Is that meant?' if is_odd(table) else '.'}"
    if verdict.state == "contradicted":
        yield (
            f"Table {no} keeps {describe_table_score(table.points)} until it is decided. U undoes "
            "this."
        )
    elif verdict.state == "not played":
        yield f"Table {no} has no result, set by the director."
    elif verdict.state == "forfeited":
        yield f"Table {no} counts {describe_table_score(table.points)}, by forfeit."
    elif verdict.state == "confirmed":
        yield f"Table {no} is confirmed."
    elif verdict.state == "disputed":
        yield " ".join(filter(None, [f"Table {no} is disputed. See below.", verdict.barred]))
    elif verdict.state == "impossible":
        says = " ".join((f"Table {no} does not count yet. See below.", *verdict.problems))
        yield says
    elif wrong := _wrong(table):
        yield wrong


def _wrong(table: PlayedTable) -> str:
    """Return the problems of a table that needs attention. For other tables, return the lone hand
    that is not allowed, if any."""
    return " ".join(table.verdict.problems) if table.verdict.state in ODD else table.verdict.barred


def _all_wrong(table: PlayedTable) -> Iterator[str]:
    yield from filter(None, (_wrong(table), *table.impossible))


def _of_whole(
    undo: UUID | None, no: int, tables: Sequence[PlayedTable], entrants: Mapping[int, Entrant]
) -> Answer | None:
    found = [(table, cards_at(table)[no]) for table in tables if no in cards_at(table)]
    if not found or no not in entrants:
        return None
    points = sum(card.points[table.value.side_of(no)] for table, card in found)
    lones = sum(card.lones.get(str(no), 0) for _, card in found)
    figures = f"{counted(len(found), 'round')}, {points} in all, {counted(lones, 'lone hand')}"
    says = [f"{no} {entrants[no].name}: {figures}."]
    if undo is None:
        says.append("All of it was already entered.")
    odd = [table for table, _ in found if is_odd(table)]
    says += [f"{where(table).capitalize()}: {' '.join(_all_wrong(table))}" for table in odd]
    return Answer(says=tuple(says), odd=bool(odd), undo=undo)


def taken_back(gone: Sequence[Report]) -> str:
    """Return "Undone: 12 Cat, round 3, table 4."."""
    first = gone[0]
    whose = f"{first.entrant.no} {first.entrant.name}" if first.entrant else "the slip"
    at = f"round {first.round_table.round.no}, table {first.round_table.no}"
    return f"Undone: {whose}, {at if len(gone) == 1 else counted(len(gone), 'round')}."


def before(gone: Sequence[Report]) -> int:
    """Return the number just before the undone entry, so that the same card or slip is next."""
    first = gone[0]
    return (first.entrant.no if first.entrant else first.round_table.no) - 1
