"""Rotations at tables of six, and of six and four: what they guarantee, and how good they are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.movement.rotation.plan import most_rounds, plan, quads
from scoring.movement.rotation.search import past_of
from scoring.tournament.pure.odd import mixed
from tests.movement.rotation.test_command import movement


def past(found):
    return past_of((quads(one), one.sitting_out) for one in found.rounds)


@pytest.mark.parametrize(
    ("number", "rounds", "partners", "opponents"),
    [
        (12, 4, 1, 3),
        (18, 7, 1, 5),
        (24, 8, 1, 3),
        (30, 8, 1, 2),
        (66, 8, 1, 1),
        (67, 8, 1, 1),
        (100, 10, 1, 1),
    ],
)
def test_no_one_has_a_partner_twice_and_opponents_are_spread(number, rounds, partners, opponents):
    found = past(plan(players=number, rounds=rounds, sizes=(6,) * (number // 6)))
    assert len(found.partners) == 6 * (number // 6) * rounds
    assert max(found.partners.values()) == partners
    assert max(found.opponents.values()) <= opponents


def test_at_a_single_table_of_six_partners_repeat_as_seldom_as_they_can():
    """Two sides of three share a partnership with any two others, so none can be new."""
    found = past(plan(players=6, rounds=10, sizes=(6,)))
    assert {*found.partners.values()} == {4}


@given(st.integers(4, 31), st.integers(1, 6), st.integers(0, 99))
def test_everyone_sits_once_and_sit_outs_are_even(number, rounds, seed):
    sizes = mixed(number)
    found = plan(players=number, rounds=rounds, seed=seed, sizes=sizes)
    out = [0] * (number + 1)
    for one in found.rounds:
        tables = quads(one)
        assert [len(table) for table in tables] == [*sizes]
        everyone = [no for table in tables for no in table] + [*one.sitting_out]
        assert sorted(everyone) == list(range(1, number + 1))
        for no in one.sitting_out:
            out[no] += 1
    assert max(out[1:]) - min(out[1:]) <= 1


def test_the_command_has_three_numbers_for_a_side():
    done = movement(
        *("rotation", "--players", "18", "--rounds", "3", "--table-size", "6", "--json")
    )
    said = json.loads(done.stdout)
    assert (done.returncode, said["players"], len(said["rounds"])) == (0, 18, 3)
    sides = [side for one in said["rounds"] for table in one["tables"] for side in table["sides"]]
    assert {len(side) for side in sides} == {3}
    assert said["summary"]["partners"] == {"max": 1}


def test_without_rounds_there_are_as_many_as_numbers_allow():
    done = movement("rotation", "--players", "24", "--table-size", "6", "--json")
    assert len(json.loads(done.stdout)["rounds"]) == most_rounds((6,) * 4, 24) == 11


def test_mixed_tables_leave_one_of_an_odd_number_out():
    words = ("--players", "17", "--rounds", "2", "--table-size", "6", "--mixed-tables")
    said = json.loads(movement("rotation", *words, "--json").stdout)
    assert [len(one["sitting_out"]) for one in said["rounds"]] == [1, 1]
    assert [len(one["sides"][0]) for one in said["rounds"][0]["tables"]] == [3, 3, 2]
    assert "Table 3" in movement("rotation", *words).stdout.splitlines()[0]


def test_where_only_tables_of_four_are_left_over_a_cycle_of_them_is_played():
    words = ("rotation", "--players", "9", "--json")
    done = movement(*words, "--table-size", "6", "--mixed-tables")
    assert json.loads(done.stdout) == json.loads(movement(*words).stdout)


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "5", "--table-size", "6"),
        ("--players", "101", "--table-size", "6"),
        ("--players", "12", "--mixed-tables"),
    ],
)
def test_numbers_that_make_no_table_are_refused_in_a_sentence(words):
    done = movement("rotation", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1].endswith(".")
