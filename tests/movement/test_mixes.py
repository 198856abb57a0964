import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre.books import SHELF
from scoring.movement.mixes import (
    CALL_ACE,
    MEANS,
    PARTNERS,
    SIX,
    SIZES,
    THREE,
    TWO,
    meaning_of,
    mixes,
    name_of,
)

PEOPLE = st.integers(2, 200)


def names(people):
    return [name_of(mix) for mix in mixes(people)]


def test_eighteen_play_call_ace_in_sixes_or_partners_beside_it():
    assert names(18) == [
        "Three Call-Ace tables of six",
        "One Call-Ace table of six, three four-handed tables",
        "Two Call-Ace tables of five, two four-handed tables",
        "Two Call-Ace tables of five, two Call-Ace tables of four",
        "Three four-handed tables, one six-handed table",
        "Three six-handed tables",
    ]


def test_thirteen_can_all_play_or_one_can_wait():
    assert names(13)[:4] == [
        "One Call-Ace table of seven, one Call-Ace table of six",
        "One Call-Ace table of five, two four-handed tables",
        "One Call-Ace table of five, two Call-Ace tables of four",
        "Three four-handed tables; one waits",
    ]


@pytest.mark.parametrize(
    ("people", "found"),
    [
        (0, []),
        (1, []),
        (2, ["One two-handed table"]),
        (3, ["One three-handed table"]),
        (4, ["One four-handed table", "One Call-Ace table of four"]),
        (7, ["One Call-Ace table of seven", "One four-handed table, one three-handed table"]),
    ],
)
def test_few_people_have_few_mixes(people, found):
    assert names(people) == found


def test_six_can_play_as_two_sides_and_take_players_left_over_from_fours():
    assert "One six-handed table" in names(6)
    assert "Two four-handed tables, one six-handed table" in names(14)
    assert "Three six-handed tables" in names(18)


def test_more_than_twelve_tables_are_counted_in_figures():
    assert names(61)[0] == "Six Call-Ace tables of six, five Call-Ace tables of five"
    assert "15 four-handed tables; one waits" in names(61)


def test_a_mix_says_who_waits_how_long_and_by_which_law():
    one, two = (next(mix for mix in mixes(people) if mix.waiting) for people in (13, 6))
    assert meaning_of(one) == (
        "One waits to cut in: a table of five belongs together, and each sits out one rubber in "
        "five (Leeds & Dwight, laws 12 and 15).",
        "Four-handed: two partners against two, except in Buck Euchre.",
    )
    assert meaning_of(two)[0] == (
        "Two wait to cut in: a table of six belongs together, and each sits out one rubber in "
        "three (Leeds & Dwight, laws 12 and 15)."
    )


def test_a_mix_in_which_everyone_plays_says_so():
    assert meaning_of(mixes(13)[0]) == (
        "Everyone plays.",
        "Call-Ace with seven: unusual, says Foster; all 36 cards are dealt but the turned trump.",
        "Call-Ace with six: 32 cards, which Foster calls the standard pack.",
    )


@given(PEOPLE)
def test_every_player_has_a_seat_or_is_counted_as_waiting(people):
    found = mixes(people)
    assert found
    for mix in found:
        assert sum(table.seats for table in mix.tables) + mix.waiting == people


@given(PEOPLE)
def test_no_player_waits_if_a_table_could_seat_them(people):
    for mix in mixes(people):
        assert mix.waiting <= 2 * sum(table.kind == PARTNERS for table in mix.tables)


@given(PEOPLE)
def test_there_is_always_a_mix_in_which_no_one_waits(people):
    assert any(mix.waiting == 0 for mix in mixes(people))


@given(PEOPLE)
def test_at_most_six_different_mixes_are_offered_with_the_best_first(people):
    found = mixes(people)
    assert len(found) <= 6
    assert len({mix.key for mix in found}) == len({name_of(mix) for mix in found}) == len(found)
    assert [mix.faults for mix in found] == sorted(mix.faults for mix in found)


@given(PEOPLE)
def test_every_table_has_a_size_of_its_kind(people):
    assert all(table.seats in SIZES[table.kind] for mix in mixes(people) for table in mix.tables)


@given(PEOPLE)
def test_the_same_number_has_the_same_mixes(people):
    assert mixes(people) == mixes(people)


def test_the_sizes_are_those_that_the_rule_sets_cover():
    def played(partners, *sizes):
        seats = {
            seats
            for rules in SHELF.values()
            if rules.partners == partners
            for seats in rules.players
        }
        return tuple(sorted(seats & set(sizes)))

    known = {
        CALL_ACE: played("called", *range(99)),
        PARTNERS: played("fixed", 4),
        SIX: played("fixed", *{*range(99)} - {4}),
        THREE: played("none", 3),
        TWO: played("none", 2),
    }
    assert known == SIZES


def test_the_packs_named_are_those_of_the_rules():
    for seats, cards in SHELF["call-ace"].pack.items():
        assert str(cards) in MEANS[CALL_ACE, seats]
