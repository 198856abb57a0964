"""Plan rounds ahead (a rotation), so that each tally card can show all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from random import Random

from scoring.movement.rotation.plan import LEAST, MOST, PlannedRound, plan, replan
from scoring.movement.rotation.search import Past, past_of
from scoring.tournament.pure.draw import PLACES, draw_of, drawn
from scoring.tournament.pure.here import groups_of, here, next_no, sit_outs
from scoring.tournament.pure.odd import sizes
from scoring.tournament.pure.seats import SEATS, SIX, SIZES, sides_at
from scoring.tournament.pure.sitting_out import who_sits_out
from scoring.tournament.pure.values import Round, Tournament, round_of
from scoring.tournament.pure.wishes import wishes_of

THREE = SEATS[:3]


def plan_ahead(tournament: Tournament) -> tuple[Round, ...]:
    """Return the remaining rounds of the stage if they are planned ahead, and otherwise none.

    The tournament's own plan is kept while its people are the same. With others the remaining
    rounds are planned again, and past rounds are taken into account. Raise NotYet if there are too
    few people.
    """
    no = next_no(tournament)
    tournament = replace(tournament, format=tournament.format.in_round(no))
    to_come = tournament.format.until(no) - no + 1
    if tournament.format.movement != "rotation" or to_come < 1:
        return ()
    return ahead(tournament, rounds=to_come)


def ahead(tournament: Tournament, *, rounds: int) -> tuple[Round, ...]:
    """Return this number of further rounds of a rotation."""
    first = next_no(tournament)
    people = here(tournament, first)
    known = tuple(one for one in tournament.plan if one.no >= first)
    if not known or known[0].everybody != set(people):
        known = ()
    if len(known) >= rounds:
        return known[:rounds]
    wanted = max(rounds, tournament.format.until(first) - first + 1)
    past = replace(tournament, rounds=(*tournament.rounds, *known))
    return (*known, *_planned(past, people, wanted - len(known)))[:rounds]


def _planned(tournament: Tournament, people: tuple[int, ...], rounds: int) -> list[Round]:
    """Return the rest of the first plan if it was followed, and otherwise a new plan."""
    begins = stage_begins(tournament)
    before, past = tournament.rounds[:begins], tournament.rounds[begins:]
    if past and past[0].everybody != set(people):
        return _anew(tournament, people, rounds)
    at_first = _anew(replace(tournament, rounds=before), people, len(past) + rounds)
    if [_as_seated(one) for one in at_first[: len(past)]] == [_as_seated(one) for one in past]:
        return at_first[len(past) :]
    return _anew(tournament, people, rounds)


def stage_begins(tournament: Tournament) -> int:
    """Return how many rounds were before the stage of the next round."""
    start = tournament.format.stage_of(next_no(tournament)).start
    return sum(round.no < start for round in tournament.rounds)


def _as_seated(round: Round) -> tuple:
    return {table.no: dict(table.seats) for table in round.tables}, set(round.sitting_out)


def _anew(tournament: Tournament, people: tuple[int, ...], rounds: int) -> list[Round]:
    first = next_no(tournament)
    order = drawn(people, draw_of(tournament, tournament.format.stage_of(first).start))
    if tournament.format.pairs:
        return meetings(tournament, order, rounds=rounds)
    found = rotated(tournament, order, rounds=rounds, first=first)
    if tournament.format.seats_six:
        return found
    return _with_threes(found, sizes(len(people), tournament.format))


def drawn_anew(tournament: Tournament) -> Round:
    """Return the next round, drawn by lot from the seed and the number of the round. No one has a
    partner again while that is possible, and then partners come from different groups."""
    no = next_no(tournament)
    people = here(tournament, no)
    chance = Random(f"{tournament.seed} draws {no}")
    if tournament.format.pairs:
        order = drawn(people, Random(tournament.seed))
        return meetings(tournament, order, rounds=1, chance=chance)[0]
    table_sizes = sizes(len(people), tournament.format)
    number = len(people) - sum(table_sizes)
    out = who_sits_out(tournament, people, at={}, number=number)
    order = [no for no in drawn(people, chance) if no not in out]
    if len(order) < LEAST:
        return round_of(no, [dict(zip(THREE, order, strict=True))], out)
    groups = groups_of(tournament)
    unmixed = [
        frozenset(two)
        for two in combinations(order, 2)
        if groups and groups.get(two[0]) == groups.get(two[1])
    ]
    lots = replace(tournament, seed=chance.getrandbits(32))
    found = rotated(lots, order, rounds=1, first=no, unmixed=unmixed)
    (seated,) = found if tournament.format.seats_six else _with_threes(found, table_sizes)
    return replace(seated, sitting_out=tuple(sorted((*seated.sitting_out, *out))))


def _with_threes(rounds: Sequence[Round], table_sizes: Sequence[int]) -> list[Round]:
    """Return the rounds with tables of three, for the people left over and others from the last
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


# -- Fixed pairs, planned ahead. In each round every pair meets another, in a circle with the first
# pair fixed.

Meeting = tuple[int | None, int | None]


def meetings(
    tournament: Tournament, pairs: Sequence[int], *, rounds: int, chance: Random | None = None
) -> list[Round]:
    """Return the next `rounds` rounds. Sit-outs are even, and no two people meet twice while others
    are left. With `chance` they come in any order."""
    circle = _circle(pairs)
    circle = chance.sample(circle, len(circle)) if chance else circle
    counted = rounds_that_count(tournament)
    met = Counter(frozenset(table.entrants) for round in counted for table in round.tables)
    past, first = tournament.rounds, next_no(tournament)
    sat_out, found = sit_outs(tournament), list(past)
    for no in range(first, first + rounds):
        before = found[-1].sitting_out if found else ()

        def cost(turn: list[Meeting], before=before) -> tuple:
            out = _without_table(turn)
            return [(sat_out[pair], pair in before) for pair in out], sum(
                met[frozenset(two)] for two in turn
            )

        turn = min(circle, key=cost)
        out = _without_table(turn)
        met.update(frozenset(two) for two in turn)
        sat_out.update(out)
        turn = chance.sample(turn, len(turn)) if chance else turn
        tables = [{"NS": one, "EW": other} for one, other in turn if None not in (one, other)]
        found.append(round_of(no, tables, out))
    return found[len(past) :]


def _circle(pairs: Sequence[int]) -> list[list[Meeting]]:
    """Return the rounds in which each meets every other once. With an odd number, each meets None
    once."""
    first, *others = pairs if len(pairs) % 2 == 0 else (*pairs, None)
    number = len(others)
    return [
        [
            (first, others[turn]),
            *(
                (others[(turn + step) % number], others[(turn - step) % number])
                for step in range(1, (number + 1) // 2)
            ),
        ]
        for turn in range(number)
    ]


def _without_table(turn: list[Meeting]) -> list[int]:
    return [no for two in turn if None in two for no in two if no is not None]


# -- The remaining rounds of a planned rotation, as a tournament's rounds. Past rounds count.


def rotated(
    tournament: Tournament,
    people: Sequence[int],
    *,
    rounds: int,
    first: int,
    unmixed: Collection[frozenset[int]] = (),
) -> list[Round]:
    """Return `rounds` rounds from number `first`, at tables of four or six, for these people in
    this order. The pairs in `unmixed` are partners only where others would be partners again."""
    seed, wished = tournament.seed, wishes_of(tournament.entrants)
    wishes = {"apart": wished.apart, "together": wished.due if wished.together else None}
    tables = sizes(len(people), tournament.format)
    # A cycle knows nothing of who sat out before, nor of tables of six.
    unplanned = rounds_that_count(tournament) or tournament.rounds and len(people) % 4
    if SIX in tables or unplanned or not LEAST <= len(people) <= MOST:
        past = _past(tournament, people)
        planned = replan(
            people=people,
            rounds=rounds,
            past=past,
            first=first,
            seed=seed,
            unmixed=unmixed,
            sizes=tables if SIX in tables else (),
            **wishes,
        )
    else:
        planned = plan(players=people, rounds=rounds, seed=seed, **wishes).rounds
    return [_seated(one, no) for no, one in enumerate(planned, start=first)]


def rounds_that_count(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds whose partners and opponents count for the next one. For a rotation that
    does not go on, they are those of its own stage."""
    stage = tournament.format.stage_of(next_no(tournament))
    if stage.movement != "rotation" or stage.go_on:
        return tournament.rounds
    return tournament.rounds[stage_begins(tournament) :]


def _past(tournament: Tournament, people: Sequence[int]) -> Past:
    """Return the past rounds. A new arrival counts as out last time, and as rarely as anyone."""
    rounds = tuple(_without_threes(round) for round in tournament.rounds)
    before = set().union(*(round.everybody for round in rounds))
    come = set(people) - before
    times = sit_outs(replace(tournament, rounds=rounds))
    least = min((times[no] for no in people if no in before), default=0)
    times.update(dict.fromkeys(come, least))
    last = come.union(*(round.sitting_out for round in rounds[-1:]))
    counted = rounds[len(rounds) - len(rounds_that_count(tournament)) :]
    played = past_of((_quads(round), ()) for round in counted)
    partners = frozenset(two for round in rounds[-1:] for two in round.partnerships)
    return replace(played, sit_outs=times, last_out=frozenset(last), last_partners=partners)


def _without_threes(round: Round) -> Round:
    """Return a round as it was planned, where the players at a table of three were left over."""
    fours = tuple(table for table in round.tables if len(table.seats) in SIZES)
    over = round.everybody - {no for table in fours for no in table.entrants}
    return replace(round, tables=fours, sitting_out=tuple(sorted(over)))


def _quads(round: Round) -> Iterator[tuple[int, ...]]:
    """Yield the tables, partners first."""
    for table in round.tables:
        yield tuple(
            table.seats[seat] for seats in sides_at(len(table.seats)).values() for seat in seats
        )


def _seated(planned: PlannedRound, no: int) -> Round:
    tables = [
        dict(zip(PLACES[sum(map(len, sides))], chain.from_iterable(sides), strict=True))
        for sides in planned.tables
    ]
    return round_of(no, tables, planned.sitting_out)
