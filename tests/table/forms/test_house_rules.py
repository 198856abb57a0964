import pytest

from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.hand import Hand
from scoring.euchre.points import score
from scoring.table.forms.house_rules import HouseForm

every_set = pytest.mark.parametrize("book", SHELF.values(), ids=list(SHELF))


def as_shown(book, now=None):
    """What a browser sends when the form is sent as it is shown."""
    form = HouseForm(book=book, now=now)
    return {name: form[name].value() or "" for name in form.fields}


def sent(key="keller", **typed):
    return HouseForm(as_shown(find(key)) | {"name": "Ours"} | typed, book=find(key))


@every_set
def test_every_provision_has_a_row_with_its_meaning_and_the_books_value(book):
    rows = list(HouseForm(book=book).rows)
    assert [(row.label, row.meaning) for row in rows] == [
        (one.label, one.meaning) for one in book.provisions.values()
    ]
    assert all(row.book for row in rows)


@every_set
def test_a_form_sent_unchanged_is_refused(book):
    form = HouseForm(as_shown(book) | {"name": "Ours"}, book=book)
    assert (form.is_valid(), form.changes) == (False, {})
    assert form.non_field_errors() == [
        f"These are the same as {book.name}. Change what you play differently, then save."
    ]


@pytest.mark.parametrize(
    ("key", "typed", "changes"),
    [
        ("keller", {"euchre": "3"}, {"euchre": 3}),
        ("keller", {"euchre": " 3 ", "march": "3"}, {"euchre": 3, "march": 3}),
        ("keller", {"laps": "yes", "joker": "yes"}, {"laps": True, "joker": True}),
        ("keller", {"alone": "nobody", "rubber": "three"}, {"alone": "nobody", "rubber": "three"}),
        ("club-laws", {"rubber": "none", "laps": "no"}, {"rubber": None, "laps": False}),
        ("keller", {"lone_euchre": ""}, {"lone_euchre": None}),
        ("american", {"target": ""}, {"target": None}),
        ("american", {"target": " ", "alone": "nobody"}, {"alone": "nobody", "target": None}),
        (
            "hoyle-three-setback",
            {"target": "", "set_back": "no"},
            {"set_back": False, "target": None},
        ),
        ("hoyle-three", {"set_back": "yes"}, {"set_back": True}),
        ("call-ace", {"march_4": "3"}, {"march": 3}),
        ("call-ace", {"lone_euchre": "4"}, {"lone_euchre": 4}),
        ("call-ace", {"march_7": "4"}, {"march": {"4": 2, "5": 3, "6": 3, "7": 4}}),
    ],
)
def test_only_values_that_differ_from_the_book_are_kept(key, typed, changes):
    form = sent(key, **typed)
    assert (form.is_valid(), form.changes) == (True, changes)
    assert find_house({"base": key, "name": "Ours", **changes})


def test_existing_rules_are_shown_with_their_values():
    now = find_house(
        {
            "base": "call-ace",
            "name": "Ours",
            "joker": True,
            "lone_march": {"4": 4, "5": 5, "6": 6, "7": 9},
        }
    )
    shown = as_shown(find("call-ace"), now)
    assert (shown["name"], shown["joker"], shown["lone_march_7"], shown["march_5"]) == (
        "Ours",
        "yes",
        "9",
        "3",
    )
    form = HouseForm(shown, book=find("call-ace"))
    assert form.is_valid()
    assert form.rules.lone_march == now.lone_march


WRONG = {
    "euchre": [
        ("", "Euchre is a whole number from 0 to 99."),
        ("100", "Euchre is a whole number from 0 to 99."),
    ],
    "target": [("0", "Game is a whole number from 1 to 99.")],
    "point": [
        ("-1", "Point is a whole number from 0 to 99."),
        ("1.5", "Point is a whole number from 0 to 99."),
    ],
    "march": [
        ("two", "March is a whole number from 0 to 99."),
        ("٣", "March is a whole number from 0 to 99."),
    ],
    "laps": [("maybe", "Select a valid choice. maybe is not one of the available choices.")],
    "revoke": [("99999", "Ensure this value has at most 4 characters (it has 5).")],
}


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [(field, *one) for field, wrong in WRONG.items() for one in wrong],
)
def test_an_impossible_value_is_refused_at_its_field(field, typed, sentence):
    form = sent(**{field: typed})
    assert (form.is_valid(), dict(form.errors)) == (False, {field: [sentence]})
    assert form.wrong == [sentence]


def test_every_value_that_contradicts_not_playing_alone_is_marked():
    form = sent("railroad", alone="nobody", lone_march="5")
    assert (form.is_valid(), dict(form.errors)) == (
        False,
        {
            "lone_march": [
                'There are no lone hands, so "Lone march" has no meaning. '
                "Leave it as the book has it."
            ],
            "defend_alone": ['There are no lone hands, so "Defend alone" can only be no.'],
            "jambone": ['There are no lone hands, so "Jambone" can only be 0.'],
            "jamboree": ['There are no lone hands, so "Jamboree" can only be 0.'],
        },
    )
    off = {"alone": "nobody", "defend_alone": "no", "jambone": "0", "jamboree": "0"}
    assert sent("railroad", **off).is_valid()


def test_without_a_target_a_game_is_points_only_and_game_options_are_marked():
    row = next(row for row in HouseForm(book=find("american")).rows if row.label == "Game")
    assert (row.empty, row.book) == ("points only", "10")
    form = sent("american", target="", laps="yes", rubber="three")
    wrong = "has no meaning. Leave it as the book has it"
    assert (form.is_valid(), dict(form.errors)) == (
        False,
        {
            "laps": [f'Only points are counted, so "Laps" {wrong}.'],
            "rubber": [f'Only points are counted, so "Rubber" {wrong}.'],
        },
    )
    now = find_house({"base": "american", "name": "Ours", "target": None})
    assert HouseForm(book=find("american"), now=now)["target"].value() == ""


def test_every_wrong_field_is_reported_at_once():
    assert sent(euchre="x", march="y", name="").errors.keys() == {"euchre", "march", "name"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Give these rules a name."),
        ("x" * 61, "Ensure this value has at most 60 characters (it has 61)."),
        ("a\x07b", "This text contains a character that can’t be printed."),
    ],
)
def test_house_rules_need_a_name(name, sentence):
    assert sent(name=name, euchre="3").errors["name"] == [sentence]


PEPPER = {
    "lowest_bid": "1",
    "set_loses": "6",
    "bid_alone_value": "12",
    "target": "30",
}
"""After D. Parlett, The Penguin Book of Card Games: tricks for the bid, 6 lost by one that is set,
the others always score their tricks, Big Pepper 12, game 30."""
HASENPFEFFER = {"joker": "yes", "lowest_bid": "1", "no_trump": "no", "bid_alone": "no"}
"""25 cards with the joker, tricks for the bid, the bid is lost by one that is set; game 10."""
ONTARIO = {"tricks_dealt": "8", "bid_alone_value": "16"}
"""Two packs of jacks to aces: eight tricks."""


@pytest.mark.parametrize(
    ("typed", "hand", "points"),
    [
        (PEPPER, Hand(maker=1, bid=4, tricks=5), (1, 5)),
        (PEPPER, Hand(maker=1, bid=4, tricks=3), (3, -6)),
        (PEPPER, Hand(maker=1, bid="alone", tricks=6), (0, 12)),
        (HASENPFEFFER | {"target": "10"}, Hand(maker=0, bid=2, tricks=3), (3, 3)),
        (HASENPFEFFER | {"target": "10"}, Hand(maker=0, bid=5, tricks=3), (-5, 3)),
        (ONTARIO, Hand(maker=0, bid=5, tricks=6), (6, 2)),
        (ONTARIO, Hand(maker=0, bid=8, tricks=7), (-8, 1)),
        (ONTARIO, Hand(maker=0, bid="alone", tricks=8), (16, 0)),
        ({"set_loses": ""}, Hand(maker=0, bid=5, tricks=3), (0, 3)),
        ({"made_bonus": "2"}, Hand(maker=0, bid=5, tricks=5), (7, 1)),
        ({"set_gives": "bid"}, Hand(maker=0, bid=5, tricks=3), (-5, 5)),
        (
            {"made_scores": "bid", "others_score_tricks": "no"},
            Hand(maker=0, bid=4, tricks=6),
            (4, 0),
        ),
    ],
)
def test_a_club_makes_its_own_game_with_bidding(typed, hand, points):
    form = sent("bid", **typed)
    assert form.is_valid(), form.errors
    assert score(hand, rules=form.rules, seats=4).points[:2] == points


SHOOT = {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1}


@pytest.mark.parametrize(
    ("typed", "bids"),
    [
        ("Shoot 12 with 1 card", [SHOOT]),
        (
            " shoot 12 , Big Pepper 24 With 2 cards",
            [
                SHOOT | {"name": "shoot", "cards": 0},
                {"key": "big-pepper", "name": "Big Pepper", "value": 24, "cards": 2},
            ],
        ),
        ("Étoile 14", [{"key": "toile", "name": "Étoile", "value": 14, "cards": 0}]),
        ("大 14", [{"key": "bid-14", "name": "大", "value": 14, "cards": 0}]),
    ],
)
def test_other_bids_alone_are_typed_with_their_points_and_cards(typed, bids):
    form = sent("bid", lone_bids=typed, bid_alone_value="24")
    changes = {"bid_alone_value": 24, "lone_bids": bids}
    assert (form.is_valid(), form.changes) == (True, changes)


def test_other_bids_alone_are_shown_as_typed_and_keep_their_keys():
    now = find_house({"base": "bid", "name": "Ours", "lone_bids": [SHOOT | {"key": "one"}]})
    shown = as_shown(find("bid"), now)
    assert shown["lone_bids"] == "Shoot 12 with 1 card"
    form = HouseForm(shown, book=find("bid"), now=now)
    assert (form.is_valid(), form.changes) == (True, {"lone_bids": [SHOOT | {"key": "one"}]})


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Shoot", "is written like “Shoot 12” or “Call two 18 with 2 cards”, not “Shoot”."),
        ("Shoot 12, shoot 14", "has the same key twice."),
        ("Shoot 18, Moon 12", "begins with the lowest value."),
        ("A 1, B 2, C 3, D 4", "has 4 bids. At most 3 fit on a phone beside the numbers."),
        ("Shoot 0", "is a whole number from 1 to 99."),
        (
            "Shoot the whole moon 12",
            "has “Shoot the whole moon”, a name of 20 characters. At most 16 fit on a key.",
        ),
    ],
)
def test_impossible_bids_alone_are_refused_at_their_field(typed, sentence):
    form = sent("bid", lone_bids=typed)
    assert (form.is_valid(), form.errors) == (
        False,
        {"lone_bids": [f"Other bids alone {sentence}"]},
    )


@pytest.mark.parametrize("typed", [{"bid_alone": "no"}, {"bid_alone_value": "20"}])
def test_a_bid_alone_listed_against_its_own_fields_is_marked(typed):
    form = sent("bid", lone_bids="Alone 24", **typed)
    assert (form.is_valid(), form.errors) == (
        False,
        {"lone_bids": ['A bid "alone" is listed here with another value than beside it.']},
    )


def test_a_bonus_for_a_number_alone_needs_numbers_alone():
    assert sent("bid", alone_at="yes", lone_bonus="6").is_valid()
    form = sent("bid", lone_bonus="6")
    assert not form.is_valid()
    assert form.errors["lone_bonus"] == [
        'A number of tricks is never played alone, so "Bonus for a number alone" has no meaning. '
        "Leave it as the book has it."
    ]


@pytest.mark.parametrize("typed", ["bid", "Bid", " the bid "])
def test_a_word_can_be_typed_in_place_of_a_number(typed):
    form = sent("auction", set_loses=typed)
    assert (form.is_valid(), form.changes) == (True, {"set_loses": "bid"})
    assert HouseForm(book=find("bid"))["set_loses"].value() == "bid"


def test_any_other_word_in_place_of_a_number_is_refused():
    form = sent("auction", set_loses="half")
    assert not form.is_valid()
    assert form.errors == {
        "set_loses": ['A set bid costs is "bid" or a whole number from 0 to 99.']
    }
