"""The tickets of a pot that is drawn by lot, and the draw from the seed, so that anyone can check
it.

Our rulings: Tickets are numbered in the order of the rounds, tables and entrants' numbers. A ghost
has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.tournament.pure.formats import Pot
from scoring.tournament.pure.values import Result, Tournament


def tickets_of(tournament: Tournament, pot: Pot) -> tuple[int, ...]:
    """Return the entrant's number of each ticket, in order. There is a ticket for each lone hand
    made, or what else fills the pot, or for each that an entrant has."""
    if not pot.for_each:
        return tuple(one.no for one in tournament.players for _ in range(one.tickets))
    ghosts = {one.no for one in tournament.entrants if one.ghost}
    return tuple(no for no in _earned(tournament, pot.for_each) if no not in ghosts)


def _earned(tournament: Tournament, for_each: str) -> Iterator[int]:
    for round in tournament.rounds:
        for table in sorted(round.tables, key=lambda table: table.no):
            if table.result:
                yield from _in_result(table.result, for_each)


def _in_result(result: Result, for_each: str) -> Iterator[int]:
    counted = {"lone": result.lones, "euchre": result.euchres, "tried": result.tried}[for_each]
    for no, times in sorted(counted.items()):
        yield from [no] * times


def draw_ticket(tournament: Tournament, pot: Pot, tickets: int) -> int:
    """Return the ticket that wins, from 1 to this number of them. The seed and the name of the pot
    decide."""
    return Random(f"{tournament.seed} pot {pot.name}").randrange(tickets) + 1
