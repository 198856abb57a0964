import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre.hand import Hand, ImpossibleHand, Irregularity
from scoring.euchre.notation import read, seat, written
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN
from tests.euchre.strategies import hands

TABLE = ("Ann", "Anna", "Ben", "Zoë", "Mary Ann", "René")
SHAPES = "write it like Ben+Dan 5, Ben! 4 or Ben 3"


def refusal(text, players=CAST):
    with pytest.raises(ImpossibleHand) as caught:
        read(text, players)
    return caught.value.field, caught.value.message


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("Ben+Dan 5", Hand(maker=BEN, partner=DAN, tricks=5)),
        ("Ben! 4", Hand(maker=BEN, alone=BEN, tricks=4)),
        ("Ben 3", Hand(maker=BEN, tricks=3)),
        ("-", Hand(void="passed-out")),
        ("x", Hand(void="misdeal")),
        ("X", Hand(void="misdeal")),
        ("=", Hand(void="new-deal")),
        ("b+D 0", Hand(maker=BEN, partner=DAN, tricks=0)),
        ("  ben  +  dan   5  ", Hand(maker=BEN, partner=DAN, tricks=5)),
        ("ben !\t4", Hand(maker=BEN, alone=BEN, tricks=4)),
        ("BEN 2", Hand(maker=BEN, tricks=2)),
    ],
)
def test_a_short_line_is_read_as_a_whole_hand(text, hand):
    assert read(text, CAST) == hand


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Ann", 0),
        ("ANN", 0),
        ("anna", 1),
        ("b", 2),
        ("zoë", 3),
        ("ZO", 3),
        ("zoe\u0308", 3),
        ("mary  ann", 4),
        ("mary", 4),
        ("ren", 5),
        ("RENÉ", 5),
    ],
)
def test_a_name_may_be_shortened_to_any_unique_beginning(text, player):
    assert seat(text, TABLE, "maker") == player


def test_a_beginning_of_two_names_is_refused_with_both():
    assert refusal("an 3", TABLE) == ("maker", 'maker "an" could be Ann or Anna')
    assert refusal("Ben+an 3", TABLE) == ("partner", 'partner "an" could be Ann or Anna')


def test_a_name_in_full_is_never_ambiguous():
    assert [seat(name, ("Ann", "ann", "ANNA"), "maker") for name in ("Ann", "ann", "ANNA")] == [
        0,
        1,
        2,
    ]
    assert refusal("aNN 3", ("Ann", "ann")) == ("maker", 'maker "aNN" could be Ann or ann')


def test_a_sign_is_not_part_of_the_name():
    assert read("Anna! 3", TABLE) == Hand(maker=1, alone=1, tricks=3)
    assert read("Anna+Ann 3", TABLE) == Hand(maker=1, partner=0, tricks=3)


def test_an_unknown_name_is_refused():
    assert refusal("Zed 3") == ("maker", 'maker "Zed" is not at this table')
    assert refusal("Ben+Zed 3") == ("partner", 'partner "Zed" is not at this table')


@pytest.mark.parametrize(
    "text", ["", "Ben", "Ben+Dan", "Ben+Dan five", "Ben -1", "Ben 3.0", "Ben ٣", "Ben 12345", "--"]
)
def test_a_line_ends_with_a_number_of_tricks(text):
    assert refusal(text) == ("tricks", f'"{text}" does not end with a number of tricks: {SHAPES}')


def test_a_bid_is_written_before_the_tricks():
    assert read("Ben 4/5", CAST[:4]) == Hand(maker=BEN, bid=4, tricks=5)
    assert read("Ben !/6", CAST[:4]) == Hand(maker=BEN, bid="alone", alone=BEN, tricks=6)
    for text in ("Ben 4/5", "Ben 12/3", "Ben !/6"):
        assert written(read(text, CAST[:4]), CAST[:4]) == text


@pytest.mark.parametrize("text", ["Ben ?/5", "Ben /5", "Ben 4!/5", "Ben -1/5"])
def test_an_invalid_bid_is_refused(text):
    expected = ("bid", f'"{text}" does not say the bid: write it like Ben 4/5')
    assert refusal(text) == expected


@pytest.mark.parametrize("text", ["+Dan 3", "! 3", " 3"])
def test_a_line_without_a_maker_is_refused(text):
    assert refusal(text)[0] in ("maker", "tricks")


def test_the_maker_is_not_their_own_partner():
    assert refusal("Ben+Ben 3") == ("partner", "The maker cannot be their own partner.")


def test_signs_within_a_name_are_kept():
    table = ("A+B", "Yo!", "Cat", "Dan 2")
    assert read("A+B+Cat 3", table) == Hand(maker=0, partner=2, tricks=3)
    assert read("Cat+A+B 3", table) == Hand(maker=2, partner=0, tricks=3)
    assert read("Yo!! 3", table) == Hand(maker=1, alone=1, tricks=3)
    assert read("Dan 2 3", table) == Hand(maker=3, tricks=3)


def test_an_ambiguous_line_is_refused():
    assert refusal("Ann+Ben 3", ("Ann", "Ben", "Ann+Ben")) == (
        "maker",
        '"Ann+Ben" can be read in more than one way',
    )


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand(maker=BEN, partner=ANN, tricks=5), "Ben+Ann 5"),
        (Hand(maker=BEN, alone=BEN, tricks=0), "Ben! 0"),
        (Hand(maker=BEN, tricks=3), "Ben 3"),
        (Hand(void="passed-out"), "-"),
        (Hand(void="misdeal"), "x"),
        (Hand(void="new-deal"), "="),
    ],
)
def test_a_hand_is_written_with_full_names(hand, text):
    assert written(hand, CAST) == text


@pytest.mark.parametrize(
    "hand",
    [
        Hand(void="imperfect-pack"),
        Hand(void="misdeal", turned="H"),
        Hand(maker=BEN, partner=DAN, tricks=3, call="H"),
        Hand(maker=BEN, partner=DAN, tricks=3, dealer=CAT),
        Hand(maker=BEN, partner=DAN, irregularities=(Irregularity(kind="revoke", by=CAT),)),
        Hand(maker=BEN, alone=DAN, tricks=5),
        Hand(maker=BEN, alone=BEN, defender_alone=CAT, tricks=5),
        Hand(maker=BEN, special="jambone", tricks=5),
        Hand(maker=BEN, special="jamboree"),
    ],
)
def test_a_hand_with_facts_beyond_the_notation_is_not_written(hand):
    assert written(hand, CAST) is None


def test_a_hand_that_would_read_differently_is_not_written():
    assert written(Hand(maker=0, partner=1, tricks=3), ("Ann", "Ben", "Ann+Ben")) is None


@given(hands(7))
def test_a_written_hand_reads_back_the_same(hand):
    text = written(hand, CAST)
    assert text is None or read(text, CAST) == hand


@given(st.text(max_size=30) | st.text(alphabet="ABab+! 0123456789-x=", max_size=12))
def test_any_text_is_a_hand_or_refused_in_a_sentence(text):
    try:
        assert isinstance(read(text, CAST), Hand)
    except ImpossibleHand as refusal:
        assert refusal.field in {"maker", "partner", "tricks", "taken"}
        assert refusal.message


def test_a_blank_in_the_key_of_a_lone_bid_is_read_as_a_hyphen():
    players = ("Ann", "Ann Call", "Ben")
    for text in ("Ben call two/12", "ben CALL  two/12", "Ben call-two/12"):
        assert read(text, players) == Hand(maker=2, bid="call-two", tricks=12)
    # A player of that name comes first.
    assert read("Ann Call two/6", players) == Hand(maker=1, bid="two", tricks=6)
    with pytest.raises(ImpossibleHand, match='maker "Zed call" is not at this table'):
        read("Zed call two/12", players)
