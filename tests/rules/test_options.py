"""What a table may choose: each option on each set is taken, or refused by its name."""

from itertools import product

import pytest

from scoring.rules.rule_set import PROVISIONS, UnknownRule
from scoring.rules.rule_sets import SHELF, find
from scoring.rules.sheet import BadSheet, read
from tests.rules.cast import a_sheet

GAMES = {"target": 7, "laps": True, "love_double": True, "stakes": "deficit"}
TODAY = {"joker": True, "lone_euchre": 4, "stick_the_dealer": True, "defend_alone": True}
BY_THE_RUBBER = GAMES | {"rubber": "best-of-three"}
OFFERED = {
    "call-ace": {"joker": True},
    "club-laws": BY_THE_RUBBER,
    "keller": BY_THE_RUBBER,
    "hoyle-four": BY_THE_RUBBER,
    "britannica-four": BY_THE_RUBBER,
    "american": BY_THE_RUBBER | TODAY,
    "railroad": BY_THE_RUBBER | TODAY,
    "british": BY_THE_RUBBER | TODAY,
    "hoyle-two": BY_THE_RUBBER,
    "britannica-two": BY_THE_RUBBER,
    "hoyle-three": GAMES,
    "hoyle-three-setback": GAMES,
    "britannica-three": GAMES,
}
KINDS = {
    "yes or no": (1, 0, None, "true", [], {}, 1.0),
    "number": (True, 2.0, "5", None, [], {}, -1, 100),
    "choice": (True, 3, "five", "", [], {}),
}


def refusal(key, options):
    with pytest.raises(UnknownRule) as caught:
        find(key, **options)
    return caught.value.field, str(caught.value)


def test_every_set_offers_its_options_and_no_other():
    assert {key: set(rules.options) for key, rules in SHELF.items()} == {
        key: set(offered) for key, offered in OFFERED.items()
    }


@pytest.mark.parametrize(("key", "option"), [(key, one) for key in OFFERED for one in OFFERED[key]])
def test_an_option_that_is_offered_changes_that_and_nothing_else(key, option):
    chosen = find(key, **{option: OFFERED[key][option]})
    assert getattr(chosen, option) == OFFERED[key][option]
    for other in PROVISIONS():
        assert other == option or getattr(chosen, other) == getattr(SHELF[key], other)
    assert (chosen.key, chosen.name, chosen.laws) == (key, SHELF[key].name, SHELF[key].laws)


@pytest.mark.parametrize(
    ("key", "option"),
    [
        pair
        for pair in product(SHELF, [*PROVISIONS(), "key", "self", ""])
        if pair[1] not in OFFERED[pair[0]]
    ],
)
def test_an_option_that_is_not_offered_is_refused_by_its_name(key, option):
    assert refusal(key, {option: True}) == ("options", f'"{option}" is not an option of {key}.')


@pytest.mark.parametrize(("key", "option"), [(key, one) for key in OFFERED for one in OFFERED[key]])
def test_a_value_of_another_kind_is_refused(key, option):
    for value in KINDS[PROVISIONS()[option].kind]:
        field, message = refusal(key, {option: value})
        assert (field, message.startswith(f'Option "{option}" is ')) == ("options", True)


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


def test_the_same_choices_give_the_same_rule_set_whatever_their_order():
    one, two = {"target": 10, "laps": True}, {"laps": True, "target": 10}
    assert find("keller", **one) is find("keller", **two)
    assert find("keller", **one) is not find("keller", target=10)


@pytest.mark.parametrize(("key", "rules"), SHELF.items(), ids=list(SHELF))
def test_the_usual_choices_can_be_chosen_and_the_set_s_own_stands_first(key, rules):
    for option, usual in rules.usual.items():
        assert usual[0] == getattr(rules, option)
        assert [getattr(find(key, **{option: value}), option) for value in usual] == list(usual)


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
