import pytest

from scoring.rules.rule_set import NUMBERS, Law, UnknownRule, per_players
from scoring.rules.rule_sets import SHELF, find


def test_a_rule_set_is_found_by_its_key():
    assert (find("call-ace").name, find("call-ace").source) == ("Call-Ace", "Foster 1905")


def test_the_same_choices_give_the_same_rule_set():
    assert find("call-ace", joker=True) is find("call-ace", joker=True)
    assert (find("call-ace", joker=True).joker, find("call-ace").joker) == (True, False)


@pytest.mark.parametrize("key", ["", "Call-Ace", "bridge", "key"])
def test_an_unknown_rule_set_is_refused(key):
    with pytest.raises(UnknownRule) as caught:
        find(key)
    assert str(caught.value) == f'"{key}" is not a rule set; known: call-ace.'


@pytest.mark.parametrize("option", ["target", "laps", "euchre", "key", "self", ""])
def test_an_option_that_the_rules_do_not_offer_is_refused(option):
    with pytest.raises(UnknownRule) as caught:
        find("call-ace", **{option: True})
    assert str(caught.value) == f'"{option}" is not an option of call-ace.'


@pytest.mark.parametrize("value", [1, 0, None, "yes", [], {}])
def test_a_choice_is_true_or_false_and_nothing_like_it(value):
    find("call-ace", joker=True)
    with pytest.raises(UnknownRule) as caught:
        find("call-ace", joker=value)
    assert str(caught.value) == 'Option "joker" is either true or false.'


@pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
def test_a_rule_set_has_a_number_for_every_number_of_players(rules):
    for by_players in (rules.lowest, rules.march, rules.lone_march):
        assert set(by_players) == set(rules.players)


@pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
def test_a_ruling_stands_beside_a_law(rules):
    assert set(rules.rulings) <= set(rules.laws)


def test_a_number_without_a_law_is_a_mistake():
    with pytest.raises(KeyError):
        find("call-ace").law("jambone")


def test_a_law_is_cited_by_number_or_page():
    cited = [str(Law(source="Foster 1905", number=number)) for number in ("43", "p. 29")]
    assert cited == ["Foster 1905, law 43", "Foster 1905, p. 29"]


def test_numbers_of_players_are_said_in_words():
    assert dict(per_players(four=2, seven=3)) == {4: 2, 7: 3}
    assert [NUMBERS[number] for number in (0, 4, 7)] == ["none", "four", "seven"]
