"""Try a format before the evening, with made-up people and results, and find who never meets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.moves import Movement, targets
from scoring.tournament.pure.places import ghosts_to_add
from scoring.tournament.pure.seats import FOUR
from scoring.tournament.pure.values import Entrant, Round, Tournament
from scoring.tournament.pure.winners import NotYet

ROUNDS = 5
MOST = 24
"""The most entrants of a trial, which have room on a page."""


def trial(format: Format, number: int) -> tuple[Round, ...]:
    """Return the first rounds for this number of entrants, who are numbered from 1. It is empty if
    they can't be seated. The same format and number give the same rounds."""
    groups = format.groups or ("",)
    people = tuple(
        Entrant(no=no, names=("",) * (2 if format.pairs else 1), group=groups[no % len(groups)])
        for no in range(1, number + 1)
    )
    made, chance = Tournament(format=format, entrants=people), Random(number)
    if format.odd == "ghost":
        made = replace(made, entrants=(*people, *ghosts_to_add(made)))
    for _ in range(min(ROUNDS, format.rounds)):
        try:
            made = evening_of(made, rounds=1, chance=chance)
        except NotYet:
            break
    return made.rounds


def never_meet(
    movement: Movement, groups: Sequence[str], tables: int, *, size: int = FOUR
) -> list[list[int]]:
    """Return the parts of a room of this many tables whose players never meet those of another
    part, each by the tables they begin at. It is empty if there is one part."""
    goes = {no: targets(movement, groups, no, tables, size) for no in range(1, tables + 1)}
    part = {no: {no} for no in goes}
    for one, other in _meeting(goes):
        if part[one] is not part[other]:
            both = part[one] | part[other]
            part |= dict.fromkeys(both, both)
    found = [sorted(both) for no, both in part.items() if no == min(both)]
    return found if len(found) > 1 else []


def _meeting(goes: Mapping[int, set[int]]) -> set[tuple[int, int]]:
    """Return each two tables whose players can ever come to one table, found backwards from those
    whose players meet in the next round."""
    before: dict[tuple[int, int], list[tuple[int, int]]] = {
        two: [] for two in combinations(goes, 2)
    }
    found, open = set[tuple[int, int]](), list[tuple[int, int]]()
    for two in before:
        for one, other in product(goes[two[0]], goes[two[1]]):
            if one == other:
                open.append(two)
            else:
                before[min(one, other), max(one, other)].append(two)
    while open:
        two = open.pop()
        if two not in found:
            found.add(two)
            open += before[two]
    return found
