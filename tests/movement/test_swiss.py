"""A Swiss, where entrants with a like score meet."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.swiss import STEPS_OF_FOURS, _Fours, fours, paired
from scoring.tournament.pure.values import Tournament
from tests.tournament.pure.evenings import entrants, evening, played, table


def start(number, *, pairs=True, **changes):
    format = format_of("pairs" if pairs else "club", {"movement": "swiss", **changes})
    return Tournament(format=format, seed=number, entrants=entrants(number, pairs=pairs))


def pairings(numbers):
    """Yield all ways to pair these numbers."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        for rest in pairings([no for no in others if no != other]):
            yield [(first, other), *rest]


@given(st.integers(1, 4), st.data())
def test_no_pairing_has_fewer_repeats_or_is_nearer(half, data):
    numbers = range(1, 2 * half + 1)
    points = data.draw(st.lists(st.integers(0, 9), min_size=2 * half, max_size=2 * half))
    scores = dict(zip(numbers, sorted(points, reverse=True), strict=True))
    two = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers))
    met = Counter(map(frozenset, data.draw(st.lists(two, max_size=20))))

    def cost(pairs):
        again = sum(met[frozenset(pair)] for pair in pairs)
        return again, sum(abs(scores[one] - scores[other]) for one, other in pairs)

    found = paired(numbers, scores, met)
    assert sorted(no for pair in found for no in pair) == [*numbers]
    assert cost(found) == min(map(cost, pairings(numbers)))


def splits(numbers):
    """Yield all ways to seat these numbers in fours, each in their order."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for three in combinations(others, 3):
        for rest in splits([no for no in others if no not in three]):
            yield [[first, *three], *rest]


@settings(max_examples=25)
@given(st.integers(1, 3), st.data())
def test_no_seating_in_fours_has_fewer_partners_again_or_is_nearer(tables, data):
    numbers = range(1, 4 * tables + 1)
    points = data.draw(st.lists(st.integers(0, 9), min_size=4 * tables, max_size=4 * tables))
    scores = dict(zip(numbers, sorted(points, reverse=True), strict=True))
    two = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers))
    partnered = Counter(map(frozenset, data.draw(st.lists(two, max_size=30))))

    def cost(found):
        again = sum(
            partnered[frozenset((a, d))] + partnered[frozenset((b, c))] for a, b, c, d in found
        )
        return again, sum(scores[table[0]] - scores[table[-1]] for table in found)

    found = fours(numbers, [4] * tables, scores, partnered)
    assert sorted(no for table in found for no in table) == [*numbers]
    assert all(table == sorted(table) for table in found)
    assert cost(found) == min(map(cost, splits(numbers)))


def test_a_large_hall_is_seated_after_a_fixed_number_of_steps(monkeypatch):
    weighed = []
    monkeypatch.setattr(
        _Fours, "cost", lambda *seen, cost=_Fours.cost: weighed.append(1) or cost(*seen)
    )
    for number in (100, 400):
        weighed.clear()
        known = played(start(number, pairs=False), 4, Random(3))
        partners = [two for round in known.rounds for two in round.partnerships]
        assert len(partners) == len(set(partners))
        assert len(weighed) <= 3 * (STEPS_OF_FOURS + number**2)


@pytest.mark.parametrize(("number", "rounds"), [(24, 7), (13, 6), (40, 8)])
def test_no_two_pairs_meet_twice_while_there_are_others(number, rounds):
    found = played(start(number), rounds, Random(number)).rounds
    met = [frozenset(one.entrants) for round in found for one in round.tables]
    assert len(met) == len(set(met)) == rounds * (number // 2)
    byes = [no for round in found for no in round.sitting_out]
    assert len(byes) == len(set(byes)) == rounds * (number % 2)


@settings(max_examples=10)
@given(st.integers(2, 14), st.integers(0, 99))
def test_everyone_has_a_place_in_every_round(number, chance):
    for round in played(start(number), 6, Random(chance)).rounds:
        there = [no for one in round.tables for no in one.entrants]
        assert sorted([*there, *round.sitting_out]) == [*range(1, number + 1)]


def test_a_bye_is_won_and_goes_to_the_lowest_pair_without_one():
    known = played(start(5, hands=8), 2, Random(3))
    one, two = (round.sitting_out for round in known.rounds)
    first = standings(replace(known, rounds=known.rounds[:1]))
    assert two == ([row.no for row in first if row.no not in one][-1],)
    (row,) = (row for row in first if row.no in one)
    assert (row.won, row.points, row.rounds) == (1, 8, 0)


def test_singles_sit_in_fours_by_rank():
    tables = table(1, "1 2 3 4", "9 2"), table(2, "5 6 7 8", "7 6")
    known = evening(*tables, movement="swiss")
    (again,) = played(known, 1, Random(1)).rounds[1:]
    ranks = {row.no: place for place, row in enumerate(standings(known), start=1)}
    assert [[ranks[no] for no in one.entrants] for one in again.tables] == [
        [1, 2, 4, 3],
        [5, 6, 8, 7],
    ]


@pytest.mark.parametrize(("number", "rounds"), [(24, 6), (23, 6)])
def test_single_players_have_no_partner_twice(number, rounds):
    found = played(start(number, pairs=False), rounds, Random(number)).rounds
    partners = [two for round in found for two in round.partnerships]
    assert len(partners) == len(set(partners))


def test_the_last_players_of_a_swiss_may_be_three_at_a_table():
    found = played(start(11, pairs=False, odd="three"), 4, Random(2)).rounds
    assert all([len(one.seats) for one in round.tables] == [4, 4, 3] for round in found)


def test_the_tables_follow_the_scores():
    known = played(start(12), 4, Random(5))
    before = replace(known, rounds=known.rounds[:3])
    place = {row.no: place for place, row in enumerate(standings(before))}
    best = [min(place[no] for no in one.entrants) for one in known.rounds[3].tables]
    assert best == sorted(best)
