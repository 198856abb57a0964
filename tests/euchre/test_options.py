"""What a table may choose: each option on each set is taken, or refused by its name."""

from itertools import product

import pytest

from scoring.euchre.books import SHELF, find
from scoring.euchre.rule_set import PROVISIONS, UnknownRule
from scoring.euchre.sheet import BadSheet, read
from tests.euchre.cast import a_sheet

OTHERWISE = {
    "joker": (True, False),
    "target": (7, 8),
    "laps": (True, False),
    "love_double": (True, False),
    "stakes": ("deficit", "game"),
    "rubber": ("best-of-three", None),
    "lone_euchre": (4, 2),
    "stick_the_dealer": (True, False),
    "defend_alone": (True, False),
    "lowest_bid": (1, 3),
    "bid_alone": (False, True),
    "win_on_bid": (True, False),
}
"""Two values of every option: a set that already has the first may be given the second."""
KINDS = {
    "yes or no": (1, 0, None, "true", [], {}, 1.0),
    "number": (True, 2.0, "5", None, [], {}, -1, 100),
    "choice": (True, 3, "five", "", [], {}),
}


def refusal(key, options):
    with pytest.raises(UnknownRule) as caught:
        find(key, **options)
    return caught.value.field, str(caught.value)


def other_value(key, option):
    first, second = SHELF[key].limits.get(option, OTHERWISE[option])
    return second if getattr(SHELF[key], option) == first else first


EVERY_OPTION = [(key, option) for key, rules in SHELF.items() for option in rules.options]
OF_MORE_VALUES = [
    (key, option) for key, option in EVERY_OPTION if len(SHELF[key].limits.get(option, (1, 2))) > 1
]
"""The lowest bid of some sets is an option with one value."""


def test_an_offered_option_changes_that_provision_and_no_other():
    for key, option in OF_MORE_VALUES:
        chosen = find(key, **{option: other_value(key, option)})
        changed = [
            name for name in PROVISIONS() if getattr(chosen, name) != getattr(SHELF[key], name)
        ]
        assert (key, changed) == (key, [option])
        assert getattr(chosen, option) == other_value(key, option)
        assert (chosen.key, chosen.name, chosen.laws) == (key, SHELF[key].name, SHELF[key].laws)


def test_an_option_that_is_not_offered_is_refused_by_name():
    for key, option in product(SHELF, [*PROVISIONS(), "key", "self", ""]):
        if (key, option) not in EVERY_OPTION:
            expected = ("options", f'"{option}" is not an option of {key}.')
            assert refusal(key, {option: True}) == expected


def test_a_value_of_the_wrong_kind_is_refused():
    for key, option in EVERY_OPTION:
        for value in KINDS[PROVISIONS()[option].kind]:
            field, message = refusal(key, {option: value})
            said = message.startswith(f'Option "{option}" is ')
            assert (key, option, value, field, said) == (key, option, value, "options", True)


@pytest.mark.parametrize("value", [0, 1, 3, 5])
def test_a_lone_euchre_is_two_or_four(value):
    assert [find("american", lone_euchre=number).lone_euchre for number in (2, 4)] == [2, 4]
    assert refusal("american", {"lone_euchre": value}) == (
        "options",
        'Option "lone_euchre" is 2 or 4.',
    )


@pytest.mark.parametrize("value", ["three", "best-of-three", None])
def test_a_rubber_is_of_three_games_the_best_of_three_or_none(value):
    assert find("keller", rubber=value).rubber == value
    expected = 'Option "rubber" is one of null, "three", "best-of-three".'
    assert refusal("keller", {"rubber": "five"}) == ("options", expected)


@pytest.mark.parametrize("target", [1, 5, 99])
def test_a_game_may_be_of_any_number_of_points(target):
    assert find("keller", target=target).target == target
    expected = ("options", 'Option "target" is a whole number from 1 to 99.')
    assert refusal("keller", {"target": 0}) == expected


def test_the_same_choices_in_any_order_give_the_same_rule_set():
    one, two = {"target": 10, "laps": True}, {"laps": True, "target": 10}
    assert find("keller", **one) is find("keller", **two)
    assert find("keller", **one) is not find("keller", target=10)


def test_the_usual_choices_are_valid_and_the_set_s_own_comes_first():
    for key, rules in SHELF.items():
        for option, usual in rules.usual.items():
            own = getattr(rules, option)
            assert (key, option, usual[0]) == (key, option, 10 if own is None else own)
            chosen = [getattr(find(key, **{option: value}), option) for value in usual]
            assert (key, option, chosen) == (key, option, list(usual))


def test_a_sheet_chooses_by_its_options():
    found = read(
        a_sheet(rules="british", players=4, options={"target": 15, "stick_the_dealer": True})
    )
    assert found.rules is find("british", target=15, stick_the_dealer=True)
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(rules="keller", players=4, options={"joker": True}))
    assert (caught.value.field, caught.value.message) == (
        "options",
        '"joker" is not an option of keller.',
    )
