"""Entries of a phone's queue as a text that another phone reads."""

import re

import pytest

from scoring.table.forms.hands import HandForm
from tests.javascript import Module

PACK = Module("table/pad/pack.js")
HAND = "0c9f1a44-7d1e-4c0b-9a51-3f2e6b7f8d10"
BEFORE = "ffffffff-ffff-4fff-bfff-fffffffffffb"
UNDO = "1d2c3b4a-0000-4111-8222-933344445555"
NOW = 1_800_000_000_000
USUAL = {"sitting": "12", "after": BEFORE, "maker": "1", "partner": "3", "tricks": "3"}


def entry(fields=USUAL, *, do="hand", key=HAND, no=7, what="Ben with Dan, three tricks", ago=90):
    told = {"do": do, "id": HAND, "key": key, "no": no, "what": what}
    return told | {"at": NOW - 1000 * ago, "fields": dict(fields)}


ALONE = {
    "sitting": "12",
    "maker": "0",
    "alone": "2",
    "defender_alone": "1",
    "tricks": "0",
    "special": "jambone",
}
NOTED = USUAL | {"call": "D", "turned": "joker", "made": "ordered", "trump": "S"}
NOTED |= {"picked_up": "on", "best_card": "on"}
NOTED["note"] = "50 % of it; / + Małgorzata’s “hand” ♥, a.b~c_d-e"
OFFENCES = USUAL | {"revoke": ["0", "2x3"], "wrong_cards": ["1", "4"], "abandoned": "6"}
OFFENCES |= {"intimation": "on", "exposed": "on"}
TOLD = {
    "the usual hand": entry(),
    "a hand with every fact noted": entry(NOTED),
    "a lone hand against a lone defender": entry(ALONE, what="Ann, Cat alone"),
    "every irregularity, some twice": entry(OFFENCES, what="Ben with Dan; Ann: revoked, 2 times"),
    "each player's own tricks": entry(
        {"sitting": "12", "after": BEFORE, "maker": "1", "taken": "1,3,-,1"}
    ),
    "a void deal": entry(
        {"sitting": "12", "after": BEFORE, "void": "imperfect-pack"}, what="New deal"
    ),
    "a taking back": entry({}, do="take-back", key=UNDO, no=None),
    "a putting back": entry({}, do="put-back", key=UNDO, no=None),
    "a long name, and a week ago": entry(
        what="Catherine Ashby-Cole-Featherstonehaugh", ago=604_800
    ),
}


def written(entries, most=600):
    return [one["text"] for one in PACK.write(entries, {"most": most, "now": NOW})]


def read(text):
    return PACK.read(text, NOW)


@pytest.mark.parametrize(
    ("words", "as_read"),
    [
        ("a\tb\x00c", "a b c"),
        ("x" * 199 + "\U0001f600y", "x" * 199 + "\U0001f600"),
        ("a\ud83d", "a "),
    ],
    ids=["control signs", "an emoji at sign 200", "half an emoji"],
)
def test_a_hand_with_any_words_can_be_handed_over(words, as_read):
    (text,) = written([entry(USUAL | {"note": words}, what=words)])
    assert read(text)["entries"] == [entry(USUAL | {"note": as_read}, what=as_read)]


@pytest.mark.parametrize("name", TOLD)
def test_a_packed_text_is_read_as_it_was_written(name):
    (text,) = written([TOLD[name]])
    assert read(text) == {"part": 1, "of": 1, "before": None, "entries": [TOLD[name]]}


def test_a_text_passes_through_an_address_unchanged():
    """It has only what may stand in an address behind "#" (RFC 3986, section 3.5)."""
    (text,) = written([TOLD["a hand with every fact noted"]])
    assert re.fullmatch(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*", text)


def test_every_field_of_the_form_has_its_letter():
    assert set(PACK.FACTS.values()) == set(HandForm.base_fields) - {"hand_id"} | {"phone"}


def test_only_empty_fields_are_left_out_of_a_packed_hand():
    (text,) = written([entry(USUAL | {"alone": "", "note": "", "void": ""})])
    assert read(text)["entries"] == [entry()]


def test_a_hand_that_follows_the_previous_one_says_so_with_one_letter():
    other = entry(USUAL | {"after": HAND}, key=UNDO, no=8) | {"id": UNDO}
    (text,) = written([entry(), other])
    assert read(text)["entries"] == [entry(), other]
    assert ";a;" in text


def test_many_hands_make_several_texts_that_each_name_the_previous_one():
    told = [entry(no=no, key=f"{no:08}-0000-4111-8222-933344445555") for no in range(1, 21)]
    texts = written(told, most=500)
    codes = [read(text) for text in texts]
    assert [one for code in codes for one in code["entries"]] == told
    assert [(code["part"], code["of"]) for code in codes] == [
        (no + 1, len(texts)) for no in range(len(texts))
    ]
    assert [code["before"] for code in codes[1:]] == [
        code["entries"][-1]["key"] for code in codes[:-1]
    ]
    assert len(texts) > 1
    assert max(map(len, texts)) <= 500


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[:-1],
        lambda text: text[:60],
        lambda text: text.replace("m1", "m2"),
        lambda text: "2" + text[1:],
        lambda text: text + "0",
        lambda text: "",
        lambda text: "/",
        lambda text: "%%%",
        lambda text: "1;1;1;/" * 3000,
    ],
)
def test_a_damaged_text_is_not_read(harm):
    (text,) = written([entry()])
    assert read(harm(text)) is None


def with_its_sum(body):
    """A text as somebody who knows how could forge it: FNV-1a, in base 36."""
    value = 2166136261
    for sign in body:
        value = ((value ^ ord(sign)) * 16777619) & 0xFFFFFFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"{body}/{digits}"


FORGED = {
    "an unknown fact": (";m1", ";z1"),
    "a fact with signs of a page": (";m1", ";m<b>"),
    "an endless fact": (";t3", f";t{'3' * 40}"),
    "a hand from the future": (";2i;", ";-2i;"),
    "no time at all": (";2i;", ";;"),
    "a line broken in the words": ("Ben+with", "Ben%0Awith"),
    "words without end": ("Ben+with", "Ben" * 99),
    "an unknown verb": ("/h7;", "/x7;"),
    "a number that is none": ("/h7;", "/h7e9;"),
    "an identity cut short": ("h7;DJ", "h7;D"),
    "part 2 of 1": ("1;1;1;/", "1;2;1;/"),
    "no hand": ("/h7;", "/"),
}


def test_the_checksum_equals_the_phones():
    (text,) = written([entry()])
    assert with_its_sum(text.rpartition("/")[0]) == text


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_text_with_a_right_checksum_is_not_read(name):
    (text,) = written([entry()])
    honest, forged = FORGED[name]
    assert text.count(honest) == 1
    assert read(with_its_sum(text.rpartition("/")[0].replace(honest, forged))) is None
