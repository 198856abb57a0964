"""The rank of each entrant after every round, for the flow of places and for arrows of change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache as cached
from functools import partial

from scoring.common.kept import Kept, digest
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.tally import Lines, bare_rows, with_sit_outs
from scoring.tournament.pure.values import Round, Tournament

Ranks = Mapping[int, int]
"""The rank of each entrant, by number. Those who came later are in none."""


def settled_rounds(tournament: Tournament) -> list[int]:
    """Return the rounds to rank after. A round before the last one is settled, and the last one is
    once each of its tables has a result."""
    if not tournament.rounds:
        return []
    *earlier, last = tournament.rounds
    over = [last] if all(table.result for table in last.tables) else []
    return [round.no for round in (*earlier, *over)]


_kept = Kept[Ranks](256)
"""The ranks after the rounds of some thirty tournaments, by a digest of all that decides
them."""


def ranks_after(tournament: Tournament, rounds: Iterable[int]) -> dict[int, Ranks]:
    """Return the ranks after each of these rounds. Later rounds, later arrivals, and adjustments of
    later rounds are left out; an adjustment of no round counts from the first on. The ranks after a
    round are computed once, as later results don't change them."""
    wanted, found = {*rounds}, {}
    lines = cached(lambda: bare_rows(tournament))
    so_far = digest(
        (tournament.format, tournament.seed, tournament.entrants, tournament.adjustments)
    )
    for round in tournament.rounds:
        so_far = digest((so_far, round))
        if round.no in wanted:
            compute = partial(_ranks_after, tournament, round.no, lines)
            found[round.no] = _kept.get(so_far, compute)
    return found


def _ranks_after(tournament: Tournament, no: int, lines: Callable[[], Lines]) -> Ranks:
    then = _up_to(tournament, no)
    so_far = {
        one.no: [line for line in lines()[one.no] if line.round <= no] for one in then.entrants
    }
    return {row.no: row.rank for row in standings(then, with_sit_outs(then, so_far))}


def compared_with(tournament: Tournament) -> int | None:
    """Return the round with whose ranks those of now are compared: the settled one before the
    latest results. Before a round has any, those of the round before are the latest. None if there
    is none."""
    rounds = tournament.rounds
    if rounds and not any(table.result for table in rounds[-1].tables):
        rounds = rounds[:-1]
    settled = settled_rounds(replace(tournament, rounds=rounds))
    if settled and settled[-1] == rounds[-1].no:
        settled.pop()
    return settled[-1] if settled else None


def moved(before: Ranks, row: StandingsRow) -> int | None:
    """Return how many places an entrant went up, below zero for down, or None if they had no
    rank."""
    rank = before.get(row.no)
    return None if rank is None else rank - row.rank


def _up_to(tournament: Tournament, no: int) -> Tournament:
    rounds: tuple[Round, ...] = tuple(one for one in tournament.rounds if one.no <= no)
    return replace(
        tournament,
        rounds=rounds,
        entrants=tuple(one for one in tournament.entrants if one.since <= no),
        adjustments=tuple(
            one
            for one in tournament.adjustments
            if (one.round or 0) <= no and tournament.entrant(one.no).since <= no
        ),
    )
