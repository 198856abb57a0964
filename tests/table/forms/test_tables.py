import pytest

from scoring.euchre.books import SHELF, find, find_house
from scoring.table.forms.people import PeopleForm
from scoring.table.forms.tables import TableForm

# -- by which rules
# --------------------------------------------------------------------------------------


class Ours:
    """House rules as the club has them."""

    pk = 7
    rules = find_house({"base": "keller", "name": "Ours", "laps": True})


def form(**sent):
    return TableForm({"names": "Ann, Ben, Cat, Dan"} | sent, houses=[Ours])


def opens(**sent):
    """By which rules, with which options; raises when the form is refused."""
    filled = form(**sent)
    assert filled.is_valid(), filled.errors
    return filled.values["rules_key"], filled.values["house"], filled.values["options"]


def refusal(**sent):
    filled = form(**sent)
    assert not filled.is_valid()
    return {name: errors[0] for name, errors in filled.errors.items()}


def test_call_ace_by_the_book_is_the_default():
    assert opens() == opens(rules="") == ("call-ace", None, {})


@pytest.mark.parametrize("key", SHELF)
def test_every_rule_set_can_be_chosen(key):
    seats = max(find(key).players)
    names = ", ".join(("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")[:seats])
    assert opens(rules=key, names=names) == (key, None, {})


def test_a_clubs_own_rules_come_first_with_the_options_of_their_base():
    assert form().fields["rules"].choices[0] == ("Rules of this club", [("house-7", "Ours")])
    assert opens(rules="house-7", target="10") == ("keller", Ours, {"target": 10})


@pytest.mark.parametrize(
    ("sent", "options"),
    [
        ({"rules": "call-ace", "joker": "yes"}, {"joker": True}),
        ({"rules": "keller", "target": "10", "laps": "yes"}, {"target": 10, "laps": True}),
        ({"rules": "keller", "rubber": "best-of-three"}, {"rubber": "best-of-three"}),
        ({"rules": "club-laws", "rubber": "none", "laps": "no"}, {"rubber": None, "laps": False}),
        (
            {"rules": "keller", "stakes": "deficit", "love_double": "yes"},
            {"stakes": "deficit", "love_double": True},
        ),
        (
            {
                "rules": "american",
                "lone_euchre": "4",
                "stick_the_dealer": "yes",
                "defend_alone": "yes",
            },
            {"lone_euchre": 4, "stick_the_dealer": True, "defend_alone": True},
        ),
    ],
)
def test_a_table_chooses_its_options(sent, options):
    assert opens(**sent)[2] == options
    assert find(sent["rules"], **options)


def test_an_option_equal_to_the_rules_is_not_stored():
    assert opens(rules="keller", target="5", laps="no", rubber="none")[2] == {}
    assert opens(rules="house-7", laps="yes")[2] == {}


FOR_FOUR = "; ".join([*(one.name for one in SHELF.values() if 4 in one.players), "Ours"])
WRONG_FOR_TWO = (
    f"4 names: Hoyle, two-handed is for two. For four there is: {FOR_FOUR}. "
    "Separate the names with commas."
)
OPEN = "doesn’t let you change this. Choose “use the rule”."


@pytest.mark.parametrize(
    ("sent", "sentences"),
    [
        (
            {"laps": "yes", "rubber": "three"},
            {"laps": f"Call-Ace {OPEN}", "rubber": f"Call-Ace {OPEN}"},
        ),
        ({"rules": "keller", "joker": "no"}, {"joker": f"Keller’s game {OPEN}"}),
        ({"rules": "house-7", "joker": "yes"}, {"joker": f"Ours {OPEN}"}),
        (
            {"rules": "keller", "target": "100"},
            {"target": 'Option "target" is a whole number from 1 to 99.'},
        ),
        (
            {"rules": "keller", "target": "٣"},
            {"target": 'Option "target" is a whole number from 1 to 99.'},
        ),
        (
            {"rules": "bid", "lowest_bid": "6"},
            {"lowest_bid": "Lowest bid: 1 or 3 in Bid Euchre, or “use the rule”."},
        ),
        (
            {"rules": "bid-double", "lowest_bid": "1"},
            {"lowest_bid": "Lowest bid: 3 or 6 in Bid Euchre, two packs, or “use the rule”."},
        ),
        ({"rules": "auction", "lowest_bid": "3"}, {"lowest_bid": f"Auction {OPEN}"}),
        ({"rules": "house-8"}, {"rules": "You can’t choose these rules here. Choose others."}),
        ({"rules": "hoyle-two"}, {"names": WRONG_FOR_TWO}),
    ],
)
def test_only_options_that_the_rules_offer_are_accepted(sent, sentences):
    assert refusal(**sent) == sentences


def test_a_stake_is_for_a_point_or_for_a_game_point():
    told = [form(rules=key)["stake"].label for key in ("call-ace", "keller", "house-7")]
    assert told == ["Stake a point", "Stake a game point", "Stake a game point"]


def test_sides_are_named_by_their_partners():
    assert [form(rules=key).sides for key in ("keller", "house-7", "call-ace")] == [
        "Ann and Cat against Ben and Dan",
        "Ann and Cat against Ben and Dan",
        "",
    ]
    assert form(rules="keller", names="Ann, Ben").sides == ""


def test_the_page_knows_which_options_each_rule_set_offers():
    facts = form().facts
    assert list(facts) == [*SHELF, "house-7"]
    assert facts["hoyle-two"]["names"].startswith("Two, ")
    assert facts["house-7"]["lead"] == "Keller’s game, changed: laps on."
    assert facts["american"]["options"]["lone_euchre"] == {
        "says": "2",
        "usual": [],
        "among": ["2", "4"],
    }
    bids = ("bid", "bid-double", "bid-three")
    assert {key: facts[key]["options"]["lowest_bid"]["among"] for key in bids} == {
        "bid": ["1", "3"],
        "bid-double": ["3", "6"],
        "bid-three": ["3", "4"],
    }
    assert {key: list(told["options"]) for key, told in facts.items()} == {
        key: [name for name in rules.options if len(rules.limits.get(name, "either")) > 1]
        for key, rules in form().known.items()
    }
    assert "lowest_bid" in facts["bid"]["options"].keys() - facts["auction"]["options"].keys()


def test_every_option_has_a_field():
    offered = {name for rules in SHELF.values() for name in rules.options}
    assert {field.name for field in form().options} == offered


def test_the_options_are_unfolded_once_one_is_chosen():
    assert [form(**sent).opened for sent in ({}, {"laps": ""}, {"laps": "no"})] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("rules", "names", "sentence"),
    [
        (
            "keller",
            "Ann, Ben, Cat",
            "3 names: Keller’s game is for four. Separate the names with commas.",
        ),
        ("hoyle-three", "Ann, Ben, Cat", None),
        (
            "call-ace",
            "Ann, Ben, Cat, Dan, Eve, Fay, Gus, Zoe",
            "8 names: Call-Ace is for four to seven. Separate the names with commas.",
        ),
    ],
)
def test_the_number_of_players_must_fit_the_rules(rules, names, sentence):
    sent = PeopleForm({"names": names}, rules=find(rules))
    assert sent.errors.get("names", [None])[0] == sentence
