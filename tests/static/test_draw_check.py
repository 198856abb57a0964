"""The script of the page that checks a draw computes what the site's own draw does."""

import hashlib
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.fair_draw import FairDraw
from tests.javascript import Module

SCRIPT = Module("tournament/draw-check.js")


def test_the_digest_is_that_of_the_standard():
    """The examples of FIPS 180-4."""
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert SCRIPT.sha256("abc") == abc
    long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    assert SCRIPT.sha256(long) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_the_digest_of_any_text_is_the_site_s(text):
    assert SCRIPT.sha256(text) == hashlib.sha256(text.encode()).hexdigest()


@given(st.text("0123456789abcdef", min_size=64, max_size=64), st.text("0123 ♠K", max_size=20))
def test_the_seed_is_the_site_s(secret, room):
    draw = FairDraw(secret=secret, label="draw 3", room=room)
    assert SCRIPT.seedOf(secret, "draw 3", room) == draw.seed


@given(st.integers(0, 2**31 - 1), st.integers(0, 300))
def test_the_order_is_the_one_that_the_site_draws(seed, number):
    people = list(range(1, number + 1))
    assert SCRIPT.drawn(people, seed) == Random(seed).sample(people, number)
