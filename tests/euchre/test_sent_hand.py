"""Whatever a program sends as a hand is one, or a sentence says why not."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.euchre.books import find
from scoring.euchre.sent_hand import HandSent, read_sent
from scoring.euchre.sheet_values import BadSheet
from tests import proof

NAMES, RULES = ("Ann", "Ben", "Cat", "Dan"), find("call-ace")
ID = "5c3f9a52-6a5e-4a57-9d3c-0a5a7a1d2e10"
WORDS = ("maker", "partner", "tricks", "void", "alone", "note", "id", "at", "irregularities")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=6) | st.sampled_from(NAMES),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4)
    ),
    max_leaves=6,
)
GOOD = {"id": ID, "after": None, "hand": "Ben+Dan 5"}


@settings(max_examples=proof.examples(300))
@given(st.dictionaries(st.sampled_from(("id", "after", "hand", "more")), VALUES), st.booleans())
def test_any_hand_sent_is_accepted_or_refused_in_a_sentence(changes, good):
    sent = (GOOD if good else {}) | changes
    try:
        assert isinstance(read_sent(sent, players=NAMES, rules=RULES), HandSent)
    except BadSheet as wrong:
        assert str(wrong).isprintable()
    assert json.loads(json.dumps(sent)) == sent


@pytest.mark.parametrize("sent", [None, [], "Ben+Dan 5", 5])
def test_a_hand_sent_must_be_an_object(sent):
    with pytest.raises(BadSheet, match="a telling must be an object"):
        read_sent(sent, players=NAMES, rules=RULES)
