"""The values of a sheet; its hands are in test_sheet_hand.py, its bytes in test_sheet_json.py."""

from datetime import date

import pytest

from scoring.common.amounts import Stake
from scoring.euchre import books
from scoring.euchre.hand import Hand
from scoring.euchre.sheet import BadSheet, Entry, Sheet, document, play, read
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN, a_sheet

CALL_ACE = books.find("call-ace")


def refusal(found):
    with pytest.raises(BadSheet) as caught:
        read(found)
    assert caught.value.hand is None
    return caught.value.field, caught.value.message


def without(key):
    return {other: value for other, value in a_sheet().items() if other != key}


def test_a_sheet_has_the_seats_and_the_hands():
    found = a_sheet(
        "Ben+Dan 5",
        options={"joker": True},
        dealer="Cat",
        stake={"currency": "GBP", "point": "0.25"},
        title="Friday",
        played="2026-11-20",
    )
    assert read(found) == Sheet(
        rules=books.find("call-ace", joker=True),
        options={"joker": True},
        players=CAST[:5],
        dealer=CAT,
        stake=Stake("GBP", 25),
        title="Friday",
        played=date(2026, 11, 20),
        hands=(Entry(hand=Hand(maker=BEN, partner=DAN, tricks=5)),),
    )


def test_missing_keys_have_defaults():
    assert read(a_sheet()) == Sheet(rules=CALL_ACE, players=CAST[:5], hands=())
    assert read(a_sheet()).dealer == ANN


@pytest.mark.parametrize("found", [None, [], "sheet", 3, True])
def test_a_sheet_is_an_object(found):
    assert refusal(found)[0] is None
    assert refusal(found)[1].startswith("a sheet must be an object, not ")


@pytest.mark.parametrize("key", ["rules", "players", "hands"])
def test_a_sheet_has_rules_players_and_hands(key):
    assert refusal(without(key)) == (key, f"{key} is missing from a sheet")


def test_a_sheet_says_its_format():
    assert refusal(without("format")) == ("format", 'format must be "euchre-sheet/1", not null')
    other = a_sheet(format="euchre-sheet/2")
    assert refusal(other) == ("format", 'format must be "euchre-sheet/1", not "euchre-sheet/2"')


def test_an_unknown_key_is_an_error():
    assert refusal(a_sheet(delaer="Ann")) == ("delaer", '"delaer" is not a key of a sheet')


@pytest.mark.parametrize(
    "key", ["options", "dealer", "stake", "title", "played", "players", "hands", "rules"]
)
def test_null_is_refused_for_every_key(key):
    assert refusal(a_sheet() | {key: None})[0] == key


def test_an_unknown_rule_set_is_refused():
    expected = ("rules", f'"bridge" is not a rule set; known: {", ".join(books.SHELF)}.')
    assert refusal(a_sheet(rules="bridge")) == expected


def test_every_rule_set_accepts_sheets_of_its_numbers_of_players():
    for key in books.SHELF:
        for seats in range(1, 9):
            players = [*CAST, "Hal"][:seats]
            if seats in books.find(key).players:
                assert read(a_sheet(rules=key, players=players)).rules is books.find(key)
            else:
                assert refusal(a_sheet(rules=key, players=players))[0] == "players"


@pytest.mark.parametrize("rules", [3, True, ["call-ace"]])
def test_rules_are_given_by_key(rules):
    assert refusal(a_sheet(rules=rules))[0] == "rules"


@pytest.mark.parametrize(
    "option", ["revoke", "laps", "love_double", "rubber", "stakes", "stick_the_dealer", "key"]
)
def test_an_option_that_the_rules_lack_is_refused_by_name(option):
    expected = ("options", f'"{option}" is not an option of call-ace.')
    assert refusal(a_sheet(options={option: True})) == expected


@pytest.mark.parametrize("value", [1, 0, "true", None, [], {}])
def test_the_joker_is_in_the_pack_or_not(value):
    read(a_sheet(options={"joker": True}))
    expected = ("options", 'Option "joker" is either true or false.')
    assert refusal(a_sheet(options={"joker": value})) == expected


@pytest.mark.parametrize("players", [0, 1, 3])
def test_call_ace_needs_at_least_four_players(players):
    expected = ("players", f"Call-Ace is for 4 to 7 players, not {players}.")
    assert refusal(a_sheet(players=players)) == expected


def test_eight_players_are_too_many():
    expected = ("players", "Call-Ace is for 4 to 7 players, not 8.")
    assert refusal(a_sheet(players=[*CAST, "Hal"])) == expected


@pytest.mark.parametrize("twice", ["Ann", " Ann", "Ann\t"])
def test_a_name_appears_once(twice):
    names = ["Ann", "Ben", "Cat", twice]
    assert refusal(a_sheet(players=names)) == ("players", 'player "Ann" is named twice')


def test_a_name_composed_differently_is_the_same_name():
    names = ["Zoë", "Ben", "Cat", "Zoe\u0308"]
    assert refusal(a_sheet(players=names)) == ("players", 'player "Zoë" is named twice')


def test_a_name_is_found_in_either_spelling_of_unicode():
    names = ["Zoe\u0308", "Ben", "Cat", "Dan"]
    sheet = read(a_sheet(players=names, dealer="Zoë"))
    assert (sheet.players[0], sheet.dealer) == ("Zoë", 0)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_name_has_one_to_forty_characters(name):
    expected = ("players", f"a player’s name has 1 to 40 characters, not {len(name.strip())}")
    assert refusal(a_sheet(players=["Ann", "Ben", "Cat", name])) == expected


@pytest.mark.parametrize("name", ["A\nn", "A\x00n", "A\x1b[31m", "A\x7f", "\ud800A", "A\u2028n"])
def test_a_name_contains_only_text(name):
    field, message = refusal(a_sheet(players=["Ann", "Ben", "Cat", name]))
    assert (field, message.split(":")[0]) == (
        "players",
        "a player’s name holds characters that are not text",
    )
    assert message.isprintable()


@pytest.mark.parametrize(
    "name", ["x" * 40, "Ł", "Mary Ann", "O'Neil-Žižek", "王小明", "نیلو\u200cفر", "👩\u200d🌾"]
)
def test_real_names_in_any_script_are_accepted(name):
    assert read(a_sheet(players=["Ann", "Ben", "Cat", f" {name} "])).players[3] == name


def test_a_name_is_text():
    found = a_sheet(players=["Ann", "Ben", "Cat", 4])
    assert refusal(found) == ("players", "a player’s name must be text, not 4")


def test_the_dealer_is_at_the_table():
    assert refusal(a_sheet(dealer="Zed")) == ("dealer", 'dealer "Zed" is not at this table')


@pytest.mark.parametrize(
    ("stake", "field"),
    [
        ({"currency": "GBP"}, "point"),
        ({"point": "1"}, "currency"),
        ({"currency": "GBP", "point": "1", "game": "2"}, "game"),
        ({"currency": "GBP", "point": "0.255"}, "stake"),
        ({"currency": "GBP", "point": "-1"}, "stake"),
        ({"currency": "gold", "point": "1"}, "stake"),
        ({"currency": "GBP", "point": 1}, "point"),
        ({"currency": "GBP", "point": 0.25}, "point"),
        ("0.25", "stake"),
    ],
)
def test_a_stake_is_a_currency_and_an_amount_it_can_pay(stake, field):
    assert refusal(a_sheet(stake=stake))[0] == field


@pytest.mark.parametrize(
    "played", ["20th November", "2026-13-01", "2026-02-30", 20261120, ["2026-11-20"]]
)
def test_the_day_is_an_iso_date(played):
    field, message = refusal(a_sheet(played=played))
    assert (field, message.split(" is ")[1]) == ("played", "not a date such as 2026-11-20")


@pytest.mark.parametrize("title", [3, ["Friday"], "\ud800", "a\x00b"])
def test_a_title_is_text(title):
    assert refusal(a_sheet(title=title))[0] == "title"


def test_hands_are_a_list():
    assert refusal(a_sheet() | {"hands": "Ben 3"}) == ("hands", 'hands must be a list, not "Ben 3"')


def test_a_bad_hand_is_refused_with_its_number():
    with pytest.raises(BadSheet) as caught:
        read(a_sheet("Ben 3", "x", "Zed 3"))
    error = caught.value
    assert (error.hand, error.field, error.message) == (
        3,
        "maker",
        'maker "Zed" is not at this table',
    )
    assert str(error) == 'hand 3: maker "Zed" is not at this table'


def test_a_hand_against_the_rules_is_refused_with_its_number():
    assisted = {"maker": "Ben", "partner": "Dan", "tricks": 3, "made": "assisted"}
    with pytest.raises(BadSheet) as caught:
        play(read(a_sheet("Ben 3", assisted)))
    error = caught.value
    assert (error.hand, error.field) == (2, "made")
    assert error.message == "There is no assisting here, because partners are not fixed."


def test_a_sheet_is_played_from_its_first_dealer():
    assert [played.dealer for played in play(read(a_sheet("Ben 3", "=", "x", dealer="Cat")))] == [
        CAT,
        DAN,
        DAN,
    ]


def test_a_sheet_is_written_with_every_fact_and_no_more():
    found = a_sheet(
        {"maker": "Ben", "partner": None, "tricks": 3},
        {"void": "misdeal", "turned": "H"},
        dealer="Cat",
        stake={"currency": "JPY", "point": "100"},
        played="2026-11-20",
    )
    assert document(read(found)) == found
    assert list(document(read(found))) == [
        "format",
        "rules",
        "players",
        "dealer",
        "stake",
        "played",
        "hands",
    ]


def test_a_message_is_one_printable_line():
    field, message = refusal(a_sheet(**{"\x1b[31m\n\ud800" + "k" * 1000: 1}))
    assert message.isprintable()
    assert len(message) < 100
    assert field.isprintable()
