"""The rounds to come of a planned rotation, as a tournament has rounds; what was played is
minded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.movements.rotation.past import Past, past_of
from scoring.movements.rotation.plan import LEAST, MOST, PlannedRound, plan, replan
from scoring.movements.tournament.here import everybody, sit_outs
from scoring.movements.tournament.seated import round_of
from scoring.movements.tournament.values import SIDES, Round, Tournament


def rotated(
    tournament: Tournament, people: Sequence[int], *, rounds: int, first: int
) -> list[Round]:
    """Return so many rounds from number `first` on, at tables of four, for these people in this
    order."""
    seed = tournament.seed
    if tournament.rounds or not LEAST <= len(people) <= MOST:
        past = _past(tournament, people)
        planned = replan(people=people, rounds=rounds, past=past, first=first, seed=seed)
    else:
        planned = plan(players=people, rounds=rounds, seed=seed).rounds
    return [_seated(one) for one in planned]


def _past(tournament: Tournament, people: Sequence[int]) -> Past:
    """Return what was played. Who has just come counts as out last time, and as seldom as any."""
    rounds = tuple(_without_threes(round) for round in tournament.rounds)
    before = set().union(*map(everybody, rounds))
    come = set(people) - before
    times = sit_outs(replace(tournament, rounds=rounds))
    least = min((times[no] for no in people if no in before), default=0)
    times.update(dict.fromkeys(come, least))
    last = come.union(*(round.sitting_out for round in rounds[-1:]))
    played = past_of((_quads(round), ()) for round in rounds)
    return replace(played, sit_outs=times, last_out=frozenset(last))


def _without_threes(round: Round) -> Round:
    """Return a round as it was planned: whoever played at a table of three was over."""
    fours = tuple(table for table in round.tables if len(table.seats) == 4)
    over = everybody(round) - {no for table in fours for no in table.entrants}
    return replace(round, tables=fours, sitting_out=tuple(sorted(over)))


def _quads(round: Round) -> Iterator[tuple[int, ...]]:
    """Yield the tables, partners first."""
    for table in round.tables:
        yield tuple(table.seats[seat] for seats in SIDES.values() for seat in seats)


def _seated(planned: PlannedRound) -> Round:
    tables = [
        {"N": north, "E": east, "S": south, "W": west}
        for (north, south), (east, west) in planned.tables
    ]
    return round_of(planned.no, tables, planned.sitting_out)
