import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre import score_out
from scoring.euchre.books import SHELF
from scoring.euchre.sheet import BadSheet, document, loads
from scoring.euchre.sheet_values import parsed
from tests.euchre.cast import CAST, a_sheet
from tests.euchre.strategies import sheets

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
WORDS = st.sampled_from(
    [
        *(
            "Ben",
            "Dan",
            "H",
            "joker",
            "revoke",
            "misdeal",
            "Ben+Dan 3",
            "Ben! 2",
            "x",
            "call-ace",
            "railroad",
        ),
        *(
            "jambone",
            "three",
            "deficit",
            "either",
            0,
            3,
            1e9,
            True,
            None,
            {"base": "keller", "name": "Ours"},
        ),
    ]
)
ANYTHING = st.recursive(
    PLAIN | WORDS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)


def refusal(data):
    with pytest.raises(BadSheet) as caught:
        parsed(data)
    assert caught.value.hand is None
    return caught.value.field, caught.value.message


def scored_or_refused(data):
    """Return whether the bytes were scored; anything but a score or a BadSheet is an error."""
    try:
        json.dumps(score_out.document(score_out.score(loads(data))))
    except BadSheet as error:
        assert error.message
        assert str(error).isprintable()
        return False
    return True


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{", b"{}{}", b"nul", b"{'a': 1}", b'{"a": 1,}', b"\x00", b"\xef\xbb\xbf"]
)
def test_bytes_that_are_not_json_are_refused(data):
    field, message = refusal(data)
    assert (field, message[:10]) == (None, "not JSON: ")


@pytest.mark.parametrize(
    ("data", "place"), [(b"\xff\xfe{}", 1), (b'{"a": "\xe9"}', 8), (b'"\xed\xa0\x80"', 2)]
)
def test_bytes_that_are_not_utf_8_are_refused(data, place):
    assert refusal(data) == (None, f"not UTF-8: byte {place} cannot be")


def test_a_byte_order_mark_is_skipped():
    assert parsed(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_a_number_unknown_to_json_is_refused(word):
    assert refusal(f"[{word}]".encode()) == (None, f"not JSON: {word} is not a number")


def test_a_repeated_key_is_refused():
    data = b'{"hands": [{"maker": "Ben", "tricks": 3, "tricks": 4}]}'
    assert refusal(data) == ("tricks", '"tricks" appears twice in one object')


@pytest.mark.parametrize("digits", ["1" * 16, "9" * 5000, "-" + "1" * 4301])
def test_a_huge_number_is_refused(digits):
    assert refusal(f"[{digits}]".encode()) == (None, f"{digits[:15]}… is too large a number")


def test_a_number_of_fifteen_digits_is_not_huge():
    assert parsed(b"[123456789012345]") == [123456789012345]


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b'{"a":' * 100_000, b"[" * 100_000 + b"]" * 100_000]
)
def test_deeply_nested_json_is_refused(data):
    assert refusal(data) == (None, "nested too deeply to be a sheet")


@pytest.mark.parametrize("depth", [10, 300, 900])
def test_less_deeply_nested_json_is_refused_for_its_content(depth):
    nested = b"[" * depth + b"]" * depth
    for data in (
        b'{"format": "euchre-sheet/1", "rules": "call-ace", "players": %s, "hands": []}' % nested,
        json.dumps(a_sheet(options={"joker": 0}))
        .encode()
        .replace(b'"joker": 0', b'"joker": ' + nested),
    ):
        assert scored_or_refused(data) is False


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_a_sentence(data):
    assert scored_or_refused(data) is False


@given(ANYTHING)
def test_any_json_is_refused_in_a_sentence(value):
    assert scored_or_refused(json.dumps(value).encode()) is False


GOOD = {
    "call-ace": a_sheet(
        "Ben+Dan 5",
        {
            "maker": "Ben",
            "partner": None,
            "tricks": 3,
            "turned": "H",
            "made": "named",
            "trump": "S",
        },
        {
            "maker": "Ben",
            "partner": "Dan",
            "irregularities": [{"kind": "revoke", "by": "Cat", "times": 2}],
        },
        {"void": "misdeal", "dealer": "Dan", "note": "oops", "at": "2026-11-20T20:15:00Z"},
        options={"joker": False},
        dealer="Cat",
        stake={"currency": "GBP", "point": "0.25"},
        title="Friday",
        played="2026-11-20",
    ),
    "club-laws": a_sheet(
        "Ben! 5",
        {
            "maker": "Dan",
            "alone": "Ben",
            "tricks": 5,
            "irregularities": [{"kind": "exposed", "by": "Dan"}],
        },
        {"maker": "Ann", "alone": "Ann", "irregularities": [{"kind": "abandoned", "by": "Ben"}]},
        rules="club-laws",
        players=4,
        options={"target": 3, "rubber": "best-of-three"},
    ),
    "house": a_sheet(
        {"maker": "Ann", "special": "jambone", "defender_alone": "Ben", "tricks": 2},
        {"maker": "Dan", "special": "jamboree"},
        rules={
            "base": "railroad",
            "name": "Ours",
            "march": {"4": 3},
            "lone_euchre": None,
            "target": 7,
        },
        players=4,
        options={"stick_the_dealer": True, "stakes": "deficit"},
    ),
    "three": a_sheet(
        "Ann 2", "Ben 3", "-", rules="britannica-three", players=3, options={"laps": True}
    ),
}


def places(value, path=()):
    """Yield the path of every value within a document."""
    yield path
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, held in inner:
        yield from places(held, (*path, key))


def changed(value, path, new):
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


def a_place_in(sheet):
    """A sheet and the path of any value in it."""
    return st.tuples(st.just(sheet), st.sampled_from(list(places(sheet))))


PLACES = st.sampled_from(list(GOOD.values())).flatmap(a_place_in)


@pytest.mark.parametrize("sheet", GOOD.values(), ids=list(GOOD))
def test_the_sheet_used_for_these_tests_is_good(sheet):
    assert scored_or_refused(json.dumps(sheet).encode()) is True


@given(PLACES, ANYTHING)
def test_a_damaged_sheet_is_scored_or_refused_in_a_sentence(place, new):
    assert scored_or_refused(json.dumps(changed(*place, new)).encode()) in (True, False)


@given(sheets().map(document).flatmap(a_place_in), ANYTHING)
def test_any_damaged_sheet_is_scored_or_refused_in_a_sentence(place, new):
    assert scored_or_refused(json.dumps(changed(*place, new)).encode()) in (True, False)


@given(sheets().map(document), st.sampled_from(list(SHELF)), st.integers(1, 8))
def test_a_sheet_under_other_rules_is_scored_or_refused_in_a_sentence(sheet, key, seats):
    found = sheet | {"rules": key, "players": [*CAST, "Hal"][:seats]}
    assert scored_or_refused(json.dumps(found).encode()) in (True, False)


@given(sheets().map(document), st.data())
def test_lost_or_changed_bytes_are_scored_or_refused_in_a_sentence(sheet, data):
    told = bytearray(json.dumps(sheet).encode())
    place = data.draw(st.integers(0, len(told) - 1))
    told[place : place + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=3))
    assert scored_or_refused(bytes(told)) in (True, False)


@given(PLACES, st.text(), ANYTHING)
def test_an_unknown_key_anywhere_is_an_error(place, key, new):
    sheet, path = place
    value = sheet
    for step in path:
        value = value[step]
    if isinstance(value, dict) and key not in value:
        strange = f"{key}?"
        assert (
            scored_or_refused(json.dumps(changed(sheet, path, value | {strange: new})).encode())
            is False
        )
