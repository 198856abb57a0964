"""Schemas: the kind of each value, and the place of a fault."""

from dataclasses import dataclass
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.common import schema
from scoring.common.schema import BadPiece, Piece


@dataclass(frozen=True, kw_only=True)
class Guest:
    name: str
    since: date
    seat: int | None = None


GUEST = schema.record(
    Guest,
    ignored=["hat"],
    named={"from": "since"},
    **{"name": schema.name, "from": schema.day, "seat": schema.or_none(schema.whole(0, 6))},
)
ANN = {"name": "Ann", "from": "2026-11-20"}


def why(kind, value):
    """How the value is refused."""
    with pytest.raises(BadPiece) as refused:
        kind(Piece(value, "it"))
    return str(refused.value)


def test_a_record_is_made_of_its_keys():
    expected = Guest(name="Ann", since=date(2026, 11, 20))
    assert GUEST(Piece(ANN)) == GUEST(Piece(ANN | {"seat": None, "hat": 1})) == expected
    assert schema.plain([expected]) == [{"name": "Ann", "since": "2026-11-20", "seat": None}]


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (GUEST, [], "it: must be an object, not []"),
        (GUEST, {"x": 1, "name": 2}, 'it: "x" is not a key here'),
        (GUEST, {"name": 2}, "it: from is missing"),
        (GUEST, ANN | {"seat": 7}, "it.seat: must be from 0 to 6, not 7"),
        (GUEST, ANN | {"seat": True}, "it.seat: must be a whole number, not true"),
        (GUEST, ANN | {"from": 1}, "it.from: must be a date such as 2026-10-01, not 1"),
        (GUEST, ANN | {"name": " Ann"}, "it.name: must be a name, without spaces around it"),
        (schema.text, "\0", "it: holds characters that are not text"),
        (schema.text, "a" * 201, "it: is longer than 200 characters"),
        (schema.yes_or_no, 1, "it: must be true or false, not 1"),
        (schema.one_of(1, "a"), True, "it: must be one of 1, a, not true"),
        (schema.word_of("a", "b"), 1, "it: must be text, not 1"),
        (schema.word_of("a", "b"), "c", 'it: must be one of a, b, not "c"'),
        (schema.only("a/1"), "a/2", "it: must be a/1"),
        (schema.some(schema.anything, most=1), [1, 2], "it: has more than 1 entries"),
        (schema.some(schema.anything, empty="is empty"), [], "it: is empty"),
        (schema.some(schema.text, by=len), ["a", "bc", "d"], "it[2]: 1 appears twice"),
        (schema.each_once(schema.text), ["a", "b", "a"], 'it: "a" appears twice'),
        (schema.row("must be two", schema.text), [], "it: must be two"),
        (schema.by_key(schema.text, "a"), {"b": ""}, 'it: "b" is not a key here'),
        (schema.by_key(schema.text), {"b": 1}, "it.b: must be text, not 1"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_its_place(kind, value, said):
    assert why(kind, value) == said


def test_a_repeated_value_is_refused_with_its_place():
    assert why(schema.some(schema.each_new(schema.text)), ["a", "a"]) == 'it[1]: "a" appears twice'


def test_a_field_may_depend_on_fields_above_it():
    below = schema.After(lambda piece, said: schema.whole(0, said["most"])(piece), max)
    kind = schema.record(dict, most=schema.whole(0, 9), least=below)
    assert why(kind, {"least": 3, "most": 2}) == "it.least: must be from 0 to 2, not 3"
    assert kind(Piece({"most": 2})) == {"most": 2, "least": "most"}


def test_a_kind_of_file_has_its_own_sentences_and_its_own_error():
    class Mine(Piece):
        Bad = type("BadMine", (BadPiece,), {})
        words = schema.WORDS | {str: "no text: {given}"}

    with pytest.raises(Mine.Bad, match=r"^a\[0\]: no text: 1$"):
        schema.some(schema.text)(Mine([1], "a"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from([*ANN]), inner),
        max_leaves=5,
    )
)
def test_any_value_is_read_or_refused_in_one_sentence(value):
    try:
        schema.some(GUEST)(Piece([value]))
    except BadPiece as wrong:
        assert wrong.place.startswith("[0]")
