import pytest

from scoring.euchre import books
from scoring.euchre.hand import Hand, ImpossibleHand, Irregularity
from scoring.euchre.sheet import BadSheet, Entry, read, written_hand
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN, EVE, a_sheet

UUID = "123e4567-e89b-42d3-a456-426614174000"


CALL_ACE, RAILROAD, CLUB_LAWS = (books.find(key) for key in ("call-ace", "railroad", "club-laws"))


def entry(rules="call-ace", **facts):
    (found,) = read(a_sheet(facts, rules=rules, players=5 if rules == "call-ace" else 4)).hands
    return found


def refusal(rules="call-ace", **facts):
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(facts, rules=rules, players=5 if rules == "call-ace" else 4))
    assert caught.value.hand == 1
    return caught.value.field, caught.value.message


def test_every_fact_of_a_hand_is_read():
    facts = {
        "maker": "Ben",
        "partner": "Dan",
        "tricks": 4,
        "call": "S",
        "turned": "H",
        "made": "ordered",
        "trump": "H",
        "irregularities": [
            {"kind": "intimation", "by": "Dan"},
            {"kind": "wrong-cards", "by": "Eve", "times": 2},
        ],
        "dealer": "Ann",
        "id": UUID,
        "at": "2026-11-20T20:15:00+01:00",
        "note": "two\nlines",
    }
    offences = (
        Irregularity(kind="intimation", by=DAN),
        Irregularity(kind="wrong-cards", by=EVE, times=2),
    )
    hand = Hand(
        maker=BEN,
        partner=DAN,
        tricks=4,
        call="S",
        turned="H",
        made="ordered",
        trump="H",
        irregularities=offences,
        dealer=ANN,
    )
    expected = Entry(hand=hand, id=UUID, at="2026-11-20T20:15:00+01:00", note="two\nlines")
    assert entry(**facts) == expected
    assert written_hand(expected, CAST[:5], CALL_ACE) == facts


def test_every_fact_of_a_lone_hand_is_read_where_partners_are_fixed():
    facts = {
        "maker": "Ben",
        "alone": "Ben",
        "defender_alone": "Cat",
        "special": "jambone",
        "tricks": 4,
    }
    expected = Entry(
        hand=Hand(maker=BEN, alone=BEN, defender_alone=CAT, special="jambone", tricks=4)
    )
    assert entry("railroad", **facts) == expected
    assert written_hand(expected, CAST[:4], RAILROAD) == facts


def test_a_jamboree_needs_no_tricks():
    facts = {"maker": "Ben", "special": "jamboree"}
    assert entry("railroad", **facts).hand == Hand(maker=BEN, special="jamboree")
    assert (
        written_hand(Entry(hand=Hand(maker=BEN, special="jamboree")), CAST[:4], RAILROAD) == facts
    )


def test_a_partner_is_neither_required_nor_written_if_partners_are_fixed():
    facts = {"maker": "Ben", "tricks": 3}
    assert entry("club-laws", **facts).hand == Hand(maker=BEN, tricks=3)
    assert entry("club-laws", **facts, partner=None).hand == Hand(maker=BEN, tricks=3)
    assert written_hand(Entry(hand=Hand(maker=BEN, tricks=3)), CAST[:4], CLUB_LAWS) == facts


def test_the_number_of_revokes_is_read_if_they_are_counted():
    offence = {"kind": "revoke", "by": "Cat", "times": 2}
    facts = {"maker": "Ben", "tricks": 3, "irregularities": [offence]}
    hand = Hand(maker=BEN, tricks=3, irregularities=(Irregularity(kind="revoke", by=CAT, times=2),))
    assert entry("club-laws", **facts) == Entry(hand=hand)
    assert written_hand(Entry(hand=hand), CAST[:4], CLUB_LAWS) == facts


@pytest.mark.parametrize("special", ["slam", "", "Jambone"])
def test_a_special_hand_is_a_jambone_or_a_jamboree(special):
    expected = ("special", f'"{special}" is neither a jambone nor a jamboree.')
    assert refusal("railroad", maker="Ben", special=special, tricks=3) == expected


def test_a_declared_lone_hand_needs_no_partner():
    assert entry(maker="Ben", alone="Ben", tricks=5).hand == Hand(maker=BEN, alone=BEN, tricks=5)
    assert entry(maker="Ben", alone="Ben", partner=None, tricks=5).hand == Hand(
        maker=BEN, alone=BEN, tricks=5
    )


def test_a_hand_without_a_partner_says_so_with_null():
    assert entry(maker="Ben", partner=None, tricks=5).hand == Hand(maker=BEN, tricks=5)


def test_a_partner_is_required_for_a_hand_that_was_made():
    expected = ("partner", "partner is missing. Name the partner, or write null if there was none")
    assert refusal(maker="Ben", tricks=5) == expected


def test_a_partner_and_a_lone_hand_exclude_each_other():
    expected = ("partner", "A hand played alone has no partner.")
    assert refusal(maker="Ben", alone="Ben", partner="Dan", tricks=5) == expected


def test_a_maker_is_required():
    assert refusal(tricks=3) == ("maker", "Enter who made trump.")
    assert refusal() == ("maker", "Enter who made trump.")


@pytest.mark.parametrize(
    "key",
    [
        *(
            "maker",
            "alone",
            "defender_alone",
            "special",
            "tricks",
            "void",
            "call",
            "turned",
            "made",
            "trump",
        ),
        "dealer",
    ],
)
def test_only_a_partner_may_be_null(key):
    assert refusal(**{"maker": "Ben", "partner": None, "tricks": 3} | {key: None})[0] == key


@pytest.mark.parametrize("role", ["maker", "partner", "alone", "defender_alone", "dealer"])
@pytest.mark.parametrize("name", ["Zed", "ann", "An", ""])
def test_a_player_is_named_in_full(role, name):
    facts = {"maker": "Ben", "partner": "Dan", "tricks": 3} | {role: name}
    assert refusal(**facts) == (role, f'{role} "{name}" is not at this table')


def test_spaces_around_a_name_do_not_count():
    assert entry(maker=" Ben ", partner="Dan\n", tricks=3).hand == Hand(
        maker=BEN, partner=DAN, tricks=3
    )


@pytest.mark.parametrize("tricks", [3.0, True, "3", None, [3]])
def test_tricks_are_a_whole_number(tricks):
    field, message = refusal(maker="Ben", partner="Dan", tricks=tricks)
    assert (field, message.split(", not ")[0]) == ("tricks", "tricks must be a whole number")


@pytest.mark.parametrize("key", ["trciks", "Maker", "defenderalone", "points", "score", ""])
def test_an_unknown_key_of_a_hand_is_an_error(key):
    facts = {"maker": "Ben", "partner": "Dan", "tricks": 3, key: "Ben"}
    assert refusal(**facts) == (key, f'"{key}" is not a key of a hand under these rules')


@pytest.mark.parametrize(
    "more",
    [
        {"maker": "Ben"},
        {"tricks": 3},
        {"partner": None},
        {"alone": "Ben"},
        {"defender_alone": "Ben"},
        {"special": "jambone"},
        {"call": "H"},
        {"made": "took"},
        {"trump": "H"},
        {"irregularities": []},
    ],
)
def test_a_void_deal_excludes_all_facts_but_the_turned_card(more):
    (key,) = more
    expected = (key, f"a void deal (misdeal) was not played, so it has no {key}")
    field, message = refusal(void="misdeal", **more)
    assert (field, message.lower().rstrip(".")) == (expected[0], expected[1].replace("_", " "))


def test_a_void_deal_keeps_facts_that_are_never_scored():
    facts = {"void": "new-deal", "turned": "S", "dealer": "Cat", "id": UUID, "note": "a card fell"}
    assert entry(**facts) == Entry(
        hand=Hand(void="new-deal", turned="S", dealer=CAT), id=UUID, note="a card fell"
    )


@pytest.mark.parametrize("void", ["rain", "", "Misdeal", "both-revoked"])
def test_a_void_deal_has_a_known_reason(void):
    assert refusal(void=void) == ("void", f'"{void}" is not a reason for a void deal.')


@pytest.mark.parametrize("key", ["call", "turned", "trump", "made", "void", "special"])
@pytest.mark.parametrize("value", [3, True, ["H"], {"suit": "H"}])
def test_a_word_must_be_text(key, value):
    assert refusal(**{"maker": "Ben", "partner": "Dan", "tricks": 3} | {key: value})[0] == key


@pytest.mark.parametrize(
    ("offence", "wrong"),
    [
        ({"kind": "revoke"}, "by is missing from an irregularity"),
        ({"by": "Cat"}, "kind is missing from an irregularity"),
        ({"kind": "revoke", "by": "Zed"}, 'by "Zed" is not at this table'),
        ({"kind": "revoke", "by": None}, "by must be text, not null"),
        ({"kind": "revoke", "by": "Cat", "times": True}, "times must be a whole number, not true"),
        ({"kind": "revoke", "by": "Cat", "times": 1.0}, "times must be a whole number, not 1.0"),
        ({"kind": "revoke", "by": "Cat", "times": None}, "times must be a whole number, not null"),
        ({"kind": "revoke", "by": "Cat", "time": 1}, '"time" is not a key of an irregularity'),
        ({"kind": 3, "by": "Cat"}, "kind must be text, not 3"),
        ("revoke", 'an irregularity must be an object, not "revoke"'),
    ],
)
def test_an_irregularity_names_its_kind_and_its_offender(offence, wrong):
    facts = {"maker": "Ben", "partner": "Dan", "tricks": 3, "irregularities": [offence]}
    assert refusal(**facts) == ("irregularities", f"irregularities: {wrong}")


def test_irregularities_are_a_list():
    offence = {"kind": "revoke", "by": "Cat"}
    expected = "irregularities: irregularities must be a list, not an object"
    assert refusal(maker="Ben", partner="Dan", irregularities=offence) == (
        "irregularities",
        expected,
    )


def test_the_same_irregularity_may_be_listed_twice():
    offence = {"kind": "revoke", "by": "Cat"}
    found = entry(maker="Ben", partner="Dan", irregularities=[offence, offence])
    assert found.hand.irregularities == (Irregularity(kind="revoke", by=CAT),) * 2


@pytest.mark.parametrize(
    "value", ["7", "", UUID[:-1], f"{{{UUID}}}", UUID.replace("-", ""), f"{UUID}\n"]
)
def test_an_id_is_a_uuid(value):
    field, message = refusal(maker="Ben", partner="Dan", tricks=3, id=value)
    assert (field, message.endswith("is not a UUID")) == ("id", True)


@pytest.mark.parametrize("value", ["yesterday", "", "2026-11-20T25:00:00", "20.15"])
def test_a_time_is_an_iso_time(value):
    expected = f'at "{value}" is not a time such as 2026-11-20T20:15:00Z'
    assert refusal(maker="Ben", partner="Dan", tricks=3, at=value) == ("at", expected)


@pytest.mark.parametrize("key", ["id", "at", "note"])
def test_kept_values_are_text(key):
    facts = {"maker": "Ben", "partner": "Dan", "tricks": 3, key: 20261120}
    assert refusal(**facts) == (key, f"{key} must be text, not 20261120")


@pytest.mark.parametrize("note", ["\ud800", "a\x00b"])
def test_a_note_is_text(note):
    assert refusal(maker="Ben", partner="Dan", tricks=3, note=note)[0] == "note"


@pytest.mark.parametrize("hand", [3, None, True, ["Ben 3"]])
def test_a_hand_is_an_object_or_a_short_line(hand):
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(hand))
    assert (caught.value.hand, caught.value.field) == (1, "hands")


def test_only_given_facts_are_written():
    assert written_hand(Entry(hand=Hand(maker=BEN, alone=BEN, tricks=0)), CAST, CALL_ACE) == {
        "maker": "Ben",
        "alone": "Ben",
        "tricks": 0,
    }
    assert written_hand(Entry(hand=Hand(void="misdeal")), CAST, CALL_ACE) == {"void": "misdeal"}


def test_a_hand_impossible_anywhere_is_refused_by_the_hand_itself():
    with pytest.raises(ImpossibleHand):
        Hand(maker=BEN, partner=BEN)
    assert refusal(maker="Ben", partner="Ben", tricks=3)[0] == "partner"
