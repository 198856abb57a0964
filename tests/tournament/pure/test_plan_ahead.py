"""Rounds planned ahead: kept while everybody is here, planned anew when not."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.plan_ahead import plan_ahead
from scoring.tournament.pure.values import Entrant
from tests import proof
from tests.tournament.pure.evenings import evening, played, with_results


@pytest.mark.parametrize("style", ["classic", "club", "seats", "pairs"])
def test_other_movements_plan_no_rounds_ahead(style):
    assert plan_ahead(evening(style=style, number=12)) == ()


@pytest.mark.parametrize("number", [8, 9, 13, 16])
def test_rounds_follow_the_plan_whether_or_not_the_file_includes_it(number):
    start = evening(style="rotation", number=number)
    plan = plan_ahead(start)
    without, having = (
        played(one, 4, Random(0)).rounds for one in (start, replace(start, plan=plan))
    )
    assert [one.no for one in plan] == list(range(1, 9))
    assert without == having
    assert [seated(one) for one in having] == [seated(one) for one in plan[:4]]


def seated(round):
    return [dict(one.seats) for one in round.tables], round.sitting_out


def test_no_two_players_partner_twice():
    plan = plan_ahead(evening(style="rotation", number=16))
    partners = Counter(
        frozenset(side) for one in plan for at in one.tables for side in at.by_side.values()
    )
    assert set(partners.values()) == {1}


def test_when_a_player_leaves_later_rounds_are_planned_for_the_others():
    start = evening(style="rotation", number=9)
    tournament = played(replace(start, plan=plan_ahead(start)), 3, Random(0))
    gone = (replace(one, left=3) if one.no == 2 else one for one in tournament.entrants)
    tournament = replace(tournament, entrants=tuple(gone))
    plan = plan_ahead(tournament)
    assert [one.no for one in plan] == [4, 5, 6, 7, 8]
    assert all(2 not in at.entrants for one in plan for at in one.tables)
    assert next_round(tournament) == plan[0]
    # The new plan is kept in its turn.
    after = replace(
        tournament, rounds=(*tournament.rounds, with_results(plan[0], Random(0))), plan=plan
    )
    assert plan_ahead(after) == plan[1:]


def test_a_late_arrival_is_planned_for_from_the_next_round():
    tournament = played(evening(style="rotation", number=8), 2, Random(0))
    more = replace(
        tournament, entrants=(*tournament.entrants, Entrant(no=9, names=("Late",), since=3))
    )
    assert next_round(more).everybody == set(range(1, 10))
    assert len(plan_ahead(more)) == 6


def test_a_plan_is_extended_or_cut_to_the_number_of_rounds():
    start = evening(style="rotation", number=9)
    plan = plan_ahead(start)
    longer, shorter = (
        plan_ahead(replace(start, plan=plan, format=replace(start.format, rounds=rounds)))
        for rounds in (10, 5)
    )
    assert (longer[:8], len(longer), shorter) == (plan, 10, plan[:5])


@pytest.mark.parametrize(("number", "threes"), [(7, 1), (10, 2), (13, 3)])
def test_players_left_over_play_at_tables_of_three(number, threes):
    for one in plan_ahead(evening(style="rotation", number=number, odd="three")):
        sizes = [len(at.seats) for at in one.tables]
        assert (sizes.count(3), sizes[-threes:], one.sitting_out) == (threes, [3] * threes, ())


@settings(max_examples=proof.examples(40))
@given(st.integers(2, 20), st.integers(0, 99))
def test_pairs_meet_every_other_pair_before_they_meet_one_twice(number, seed):
    full = number - 1 + number % 2
    start = evening(
        style="pairs", movement="rotation", tie="stays", number=number, seed=seed, rounds=full
    )
    plan = plan_ahead(start)
    met = Counter(frozenset(at.entrants) for one in plan for at in one.tables)
    assert (len(plan), len(met), set(met.values())) == (full, number * (number - 1) // 2, {1})
    for one, after in pairwise(plan):
        assert not set(one.sitting_out) & set(after.sitting_out) or number < 3


@settings(max_examples=proof.examples(20))
@given(st.integers(3, 12), st.integers(0, 99))
def test_fewer_pairs_still_meet_those_they_have_not_met(number, seed):
    start = evening(style="pairs", movement="rotation", tie="stays", number=number + 1, seed=seed)
    tournament = played(start, 2, Random(seed))
    gone = (replace(one, left=2) if one.no == 1 else one for one in tournament.entrants)
    tournament = replace(tournament, entrants=tuple(gone))
    sat_out = Counter(
        no for one in played(tournament, 6, Random(seed)).rounds for no in one.sitting_out
    )
    assert max(sat_out.values(), default=0) - min(sat_out[no] for no in range(2, number + 2)) <= 1
