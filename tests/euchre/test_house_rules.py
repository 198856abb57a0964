"""House rules: a set of the shelf with some provisions changed, under a name."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre import score_out
from scoring.euchre.books import SHELF, find_house
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.points import score
from scoring.euchre.provisions import HIGHEST
from scoring.euchre.rule_set import Law, UnknownRule
from scoring.euchre.sheet import BadSheet, document, loads, read
from tests.euchre.cast import ANN, BEN, a_sheet
from tests.euchre.every_hand import every_hand

OURS = {"base": "keller", "name": "Our rules", "euchre": 3}
SHOOT = {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1}
ALONE = {"key": "alone", "name": "Alone", "value": 24}
NUMBERS = [
    (rules, name)
    for rules in SHELF.values()
    for name, provision in rules.provisions.items()
    if provision.kind in ("number", "by players") and provision.most == HIGHEST
]


def refusal(house, **options):
    with pytest.raises(UnknownRule) as caught:
        find_house(house, **options)
    return caught.value.field, str(caught.value)


def sheet_refusal(rules):
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(rules=rules, players=4))
    assert caught.value.hand is None
    return caught.value.field, caught.value.message


def test_house_rules_are_a_set_of_the_shelf_with_changes():
    found = find_house(OURS)
    assert (found.key, found.name, found.base, found.shelf_key) == (
        "house",
        "Our rules",
        "keller",
        "keller",
    )
    assert (found.euchre, found.march, found.target) == (3, SHELF["keller"].march, 5)


def test_the_same_values_give_the_same_set():
    again = {"euchre": 3, "name": " Our rules ", "base": "keller"}
    assert find_house(OURS) is find_house(again)
    assert find_house(OURS) is not find_house(OURS | {"name": "Others"})
    assert find_house(OURS, target=7) is find_house(again, target=7)


def test_a_key_of_a_lone_bid_may_have_capitals_and_blanks():
    told = {"base": "bid-double", "name": "Ours", "lone_bids": [SHOOT | {"key": "Call two"}]}
    hands = [{"maker": "Ben", "bid": bid, "tricks": 12} for bid in ("call two", "Call-Two")]
    found = read(a_sheet(*hands, "Ben call-two/12", rules=told, players=4))
    assert [one.key for one in found.rules.lone_bids] == ["call-two"]
    assert [entry.hand.bid for entry in found.hands] == ["call-two"] * 3
    assert read(document(found)) == found
    twice = told | {"lone_bids": [SHOOT | {"key": key} for key in ("call two", "call-two")]}
    assert refusal(twice) == ("lone_bids", '"lone_bids" has the same key twice.')


def test_a_table_may_choose_options_that_the_base_leaves_open():
    assert (find_house(OURS, laps=True).laps, find_house(OURS).laps) == (True, False)
    assert refusal(OURS, joker=True) == ("options", '"joker" is not an option of keller.')


def test_a_number_by_players_may_be_given_once_or_for_each():
    base = {"base": "call-ace", "name": "Ours"}
    each = {"4": 1, "5": 2, "6": 3, "7": 4}
    assert find_house(base | {"march": 9}).march == dict.fromkeys((4, 5, 6, 7), 9)
    assert find_house(base | {"march": each}).march == {
        int(seats): points for seats, points in each.items()
    }


# -- what is refused


@pytest.mark.parametrize(
    ("rules", "field", "message"),
    [
        ({}, "base", "House rules need a base: the key of a rule set."),
        ({"base": 3, "name": "x"}, "base", "House rules need a base: the key of a rule set."),
        (
            {"base": "bridge", "name": "x"},
            "rules",
            f'"bridge" is not a rule set; known: {", ".join(SHELF)}.',
        ),
        ({"base": "keller"}, "name", "House rules need a name of 1 to 60 characters."),
        (
            {"base": "keller", "name": "  "},
            "name",
            "House rules need a name of 1 to 60 characters.",
        ),
        (
            {"base": "keller", "name": "x" * 61},
            "name",
            "House rules need a name of 1 to 60 characters.",
        ),
        ({"base": "keller", "name": 3}, "name", "House rules need a name of 1 to 60 characters."),
        (
            OURS | {"name": "a\u2028b"},
            "name",
            "The name of the house rules holds characters that are not text.",
        ),
        (OURS | {"euchres": 3}, "euchres", '"euchres" is not a provision of keller.'),
        (OURS | {"key": "mine"}, "key", '"key" is not a provision of keller.'),
        (OURS | {"laws": {}}, "laws", '"laws" is not a provision of keller.'),
        (OURS | {"options": {"laps": True}}, "options", '"options" is not a provision of keller.'),
        (OURS | {"set_back": True}, "set_back", '"set_back" is a whole number from 0 to 20.'),
        (OURS | {"set_back": 21}, "set_back", '"set_back" is a whole number from 0 to 20.'),
        (
            {"base": "hoyle-three", "name": "Ours", "set_back": 2},
            "set_back",
            '"set_back" is either true or false.',
        ),
        (
            {"base": "american", "name": "Ours", "target": None, "no_lone_from": 8},
            "no_lone_from",
            'Only points are counted, so "No lone hands from" has no meaning. Leave it as the '
            "book has it.",
        ),
        (
            {"base": "american", "name": "Ours", "alone": "nobody", "no_lone_from": 8},
            "no_lone_from",
            'There are no lone hands, so "No lone hands from" has no meaning. Leave it as the '
            "book has it.",
        ),
        (
            {"base": "hoyle-three", "name": "Ours", "set_back": True, "revoke_from": True},
            "revoke_from",
            'A player who revokes is set back, so "Renege (revoke) costs its side" has no '
            "meaning. Leave it as the book has it.",
        ),
        (
            {"base": "auction", "name": "Ours", "forced_half": True},
            "forced_half",
            'A set bid costs nothing, so "Forced bids cost half" has no meaning. Leave it as the '
            "book has it.",
        ),
        *(
            (
                {"base": "bid", "name": "Ours", "lone_bids": [ALONE | change]},
                "lone_bids",
                'A bid "alone" is named Alone, and its partner passes no cards. Give another bid '
                "a key of its own.",
            )
            for change in ({"name": "Moon"}, {"cards": 2})
        ),
        (OURS | {"forfeit": 2}, "forfeit", '"forfeit" is not a provision of keller.'),
        (OURS | {"euchre": "3"}, "euchre", '"euchre" is a whole number from 0 to 99.'),
        (OURS | {"euchre": 3.0}, "euchre", '"euchre" is a whole number from 0 to 99.'),
        (OURS | {"euchre": True}, "euchre", '"euchre" is a whole number from 0 to 99.'),
        (OURS | {"euchre": None}, "euchre", '"euchre" is a whole number from 0 to 99.'),
        (OURS | {"euchre": -1}, "euchre", '"euchre" is a whole number from 0 to 99.'),
        (OURS | {"euchre": 100}, "euchre", '"euchre" is a whole number from 0 to 99.'),
        (OURS | {"target": 0}, "target", '"target" is a whole number from 1 to 99.'),
        (OURS | {"laps": 1}, "laps", '"laps" is either true or false.'),
        (
            OURS | {"alone": "dealer"},
            "alone",
            '"alone" is one of "maker", "not-passed", "as-made", "either", "nobody".',
        ),
        (
            OURS | {"march": {"5": 3}},
            "march",
            '"march" needs one number, or one for every number of players.',
        ),
        (OURS | {"march": {"4": "3"}}, "march", '"march" is a whole number from 0 to 99.'),
    ],
)
def test_bad_house_rules_are_refused_in_a_sentence(rules, field, message):
    assert refusal(rules) == (field, message)
    assert sheet_refusal(rules) == ("rules", message)


@pytest.mark.parametrize(
    ("base", "provision"),
    [
        *product(["call-ace"], ["laps", "rubber", "revoke", "defend_alone"]),
        *product(["hoyle-two"], ["lone_march", "set_back"]),
        *product(["hoyle-three", "britannica-three"], ["rubber", "alone"]),
        *product(["railroad", "keller"], ["abandoned"]),
        *product(["call-ace", "bid", "britannica-three"], ["revoke_from"]),
        *product(["bid"], ["set_back"]),
    ],
)
def test_a_provision_without_meaning_in_a_set_is_refused(base, provision):
    expected = (provision, f'"{provision}" is not a provision of {base}.')
    assert refusal({"base": base, "name": "Ours", provision: 1}) == expected


@pytest.mark.parametrize("name", ["a\x1b[31m", "a\nb", "\ud800", "a\u2028b"])
def test_a_name_contains_only_text(name):
    sentence = "The name of the house rules holds characters that are not text."
    assert sheet_refusal({"base": "keller", "name": name}) == ("rules", sentence)


NOBODY = {"name": "Ours", "alone": "nobody"}


@pytest.mark.parametrize(
    ("told", "field", "wrong"),
    [
        ({"base": "railroad"}, "defend_alone", '"Defend alone" can only be no'),
        ({"base": "railroad", "defend_alone": False}, "jambone", '"Jambone" can only be 0'),
        (
            {"base": "railroad", "defend_alone": False, "jambone": 0},
            "jamboree",
            '"Jamboree" can only be 0',
        ),
        ({"base": "keller", "jambone": 8}, "jambone", '"Jambone" can only be 0'),
        (
            {"base": "keller", "lone_march": 5},
            "lone_march",
            '"Lone march" has no meaning. Leave it as the book has it',
        ),
        (
            {"base": "club-laws", "abandoned": 3},
            "abandoned",
            '"Abandoned hand" has no meaning. Leave it as the book has it',
        ),
    ],
)
def test_without_lone_hands_a_rule_about_them_is_refused(told, field, wrong):
    assert refusal(NOBODY | told) == (field, f"There are no lone hands, so {wrong}.")


def test_without_lone_hands_nothing_that_needs_one_is_chosen_or_happens():
    off = {"defend_alone": False, "jambone": 0, "jamboree": 0}
    assert find_house(NOBODY | off | {"base": "railroad"}).options == (
        *("joker", "target", "laps", "love_double", "rubber", "stakes", "stick_the_dealer"),
    )
    american = NOBODY | {"base": "american"}
    assert refusal(american, defend_alone=True) == (
        "options",
        '"defend_alone" is not an option of Ours.',
    )
    assert find_house(NOBODY | {"base": "club-laws"}).irregularities == {"revoke", "wrong-cards"}


def test_a_wrong_option_beside_house_rules_is_reported_as_an_option():
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(rules=OURS, players=4, options={"joker": True}))
    assert (caught.value.field, caught.value.message) == (
        "options",
        '"joker" is not an option of keller.',
    )


def test_endlessly_nested_house_rules_are_refused_with_the_right_reason():
    for depth in (10, 500, 900, 950, 980, 990, 995):
        told = json.dumps(a_sheet(rules=OURS | {"euchre": 0}, players=4)).replace(
            '"euchre": 0', f'"euchre": {"[" * depth}{"]" * depth}'
        )
        with pytest.raises(BadSheet) as caught:
            loads(told.encode())
        assert caught.value.message in (
            '"euchre" is a whole number from 0 to 99.',
            "nested too deeply to be a sheet",
        )


# -- on a sheet


def test_a_sheet_stores_its_house_rules_in_full():
    found = a_sheet("Ben 2", rules=OURS, players=4, options={"laps": True})
    sheet = read(found)
    assert (sheet.rules, sheet.house) == (find_house(OURS, laps=True), OURS)
    assert document(sheet)["rules"] == OURS
    scored = score_out.document(score_out.score(sheet))
    assert scored["rules"] == OURS
    assert scored["hands"][0]["points"] == {"Ann": 3, "Cat": 3}
    assert scored["hands"][0]["why"] == [
        {"text": "Euchre: 3", "source": "Our rules", "law": "house rule"}
    ]


def test_an_unchanged_number_cites_its_book():
    sheet = read(a_sheet("Ben 5", rules=OURS, players=4))
    (award,) = score_out.score(sheet).hands[0].score.awards
    assert award.law == SHELF["keller"].law("march")


def laws_of_changed(rules, number):
    """The laws that are cited for a number that house rules changed, by whatever hand."""
    on = {name: True for name in ("defend_alone", "bid_alone") if name in rules.provisions}
    house, seats = find_house({"base": rules.key, "name": "Ours", **on, number: 77}), rules.players
    scores = (
        score(hand, rules=house, seats=seats[0]) for hand in every_hand(house, seats[0], wrong=1)
    )
    awards = (award for one in scores for award in one.awards)
    return {award.law for award in awards if award.points and abs(award.points[0][1]) == 77}


def test_a_number_changed_by_house_rules_never_cites_the_book():
    own = Law(source="Ours", number="house rule")
    found = {(rules.key, number): laws_of_changed(rules, number) for rules, number in NUMBERS}
    assert {about: laws for about, laws in found.items() if laws - {own}} == {}


def test_a_euchre_that_house_rules_make_a_set_back_cites_them():
    three = [rules for rules in SHELF.values() if rules.players == (3,) and not rules.bidding]
    for key in (rules.key for rules in three):
        house = find_house({"base": key, "name": "Ours", "set_back": not SHELF[key].set_back})
        revoke = (Irregularity(kind="revoke", by=ANN),)
        for hand in (Hand(maker=ANN, tricks=0), Hand(maker=ANN, tricks=4, irregularities=revoke)):
            (award,) = score(hand, rules=house, seats=3).awards
            assert award.law == Law(source="Ours", number="house rule")


def test_a_lone_defence_allowed_by_house_rules_cites_them():
    for key in ("club-laws", "keller", "american"):
        house = find_house({"base": key, "name": "Ours", "defend_alone": True})
        told = Hand(maker=ANN, alone=ANN, defender_alone=BEN, tricks=2)
        (award,) = score(told, rules=house, seats=4).awards
        assert award.law == Law(source="Ours", number="house rule")


def test_opponents_may_abandon_a_jambone_if_both_rules_apply():
    house = find_house({"base": "club-laws", "name": "Ours", "jambone": 8})
    told = Hand(
        maker=ANN, special="jambone", irregularities=(Irregularity(kind="abandoned", by=BEN),)
    )
    assert score(told, rules=house, seats=4).points == (5, 0, 5, 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
FIELDS = (
    st.sampled_from(["base", "name", "march", "target", "rubber", "laps", "lone_euchre"])
    | st.text()
)


@given(
    st.sampled_from(list(SHELF)),
    st.dictionaries(FIELDS, JSON | st.sampled_from([1, True, None, "three"])),
)
def test_any_house_rules_are_accepted_or_refused_in_a_sentence(base, changes):
    try:
        found = find_house({"base": base, "name": "Ours"} | changes)
    except UnknownRule as refused:
        assert str(refused)
        assert refused.field is not None
    else:
        assert found.key == "house"
