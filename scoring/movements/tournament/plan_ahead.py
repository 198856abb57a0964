"""Rounds planned ahead, so that each tally card can have all of them: the rotation of a
tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.movements.tournament.draw import drawn
from scoring.movements.tournament.here import everybody, here, sit_outs
from scoring.movements.tournament.meetings import meetings
from scoring.movements.tournament.odd import sizes
from scoring.movements.tournament.rotate import rotated
from scoring.movements.tournament.seated import round_of
from scoring.movements.tournament.values import SEATS, Round, Tournament

THREE = SEATS[:3]


def plan_ahead(tournament: Tournament) -> tuple[Round, ...]:
    """Return all rounds to come, where the format plans them ahead; else none.

    The tournament's own plan is kept while the people are those it was made for. When others are
    there now, the rounds to come are planned anew, and what was played is minded. Raises NotYet
    when too few are here.
    """
    to_come = tournament.format.rounds - len(tournament.rounds)
    if tournament.format.movement != "rotation" or to_come < 1:
        return ()
    return ahead(tournament, rounds=to_come)


def ahead(tournament: Tournament, *, rounds: int) -> tuple[Round, ...]:
    """Return so many rounds to come of a rotation."""
    first = tournament.rounds[-1].no + 1 if tournament.rounds else 1
    people = here(tournament, first)
    known = tuple(one for one in tournament.plan if one.no >= first)
    if not known or everybody(known[0]) != set(people):
        known = ()
    if len(known) >= rounds:
        return known[:rounds]
    wanted = max(rounds, tournament.format.rounds - first + 1)
    past = replace(tournament, rounds=(*tournament.rounds, *known))
    return (*known, *_planned(past, people, wanted - len(known)))[:rounds]


def _planned(tournament: Tournament, people: tuple[int, ...], rounds: int) -> list[Round]:
    """Return the rest of the plan that was made at first, if it was followed; else a new one."""
    past = tournament.rounds
    at_first = _anew(replace(tournament, rounds=()), people, len(past) + rounds)
    if [_as_seated(one) for one in at_first[: len(past)]] == [_as_seated(one) for one in past]:
        return at_first[len(past) :]
    return _anew(tournament, people, rounds)


def _as_seated(round: Round) -> tuple:
    return {table.no: dict(table.seats) for table in round.tables}, set(round.sitting_out)


def _anew(tournament: Tournament, people: tuple[int, ...], rounds: int) -> list[Round]:
    past = tournament.rounds
    first = past[-1].no + 1 if past else 1
    order = drawn(people, Random(tournament.seed))
    if tournament.format.pairs:
        return meetings(order, past=past, rounds=rounds, sat_out=sit_outs(tournament), first=first)
    found = rotated(tournament, order, rounds=rounds, first=first)
    return _with_threes(found, sizes(len(people), tournament.format))


def _with_threes(rounds: Sequence[Round], table_sizes: Sequence[int]) -> list[Round]:
    """Return the rounds with their tables of three: of who is over, and of people of the last
    tables."""
    fours = table_sizes.count(4)
    if fours == len(table_sizes):
        return list(rounds)
    return [_with_threes_in(round, fours) for round in rounds]


def _with_threes_in(round: Round, fours: int) -> Round:
    tables = [dict(table.seats) for table in round.tables[:fours]]
    over = [*round.sitting_out, *(no for table in round.tables[fours:] for no in table.entrants)]
    threes = [dict(zip(THREE, over[at : at + 3], strict=True)) for at in range(0, len(over), 3)]
    return round_of(round.no, [*tables, *threes], ())
