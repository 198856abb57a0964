"""Hands and sheets that can have happened, for Hypothesis."""

from datetime import date

from hypothesis import strategies as st

from scoring.rules import rule_sets
from scoring.rules.hand import VOIDS, Hand, Irregularity
from scoring.rules.money import Stake
from scoring.rules.sheet import Entry, Sheet
from tests.rules.cast import CAST

SUITS = "CDHS"


def maybe(values):
    return st.none() | values


@st.composite
def played_hands(draw, seats):
    """A hand of Call-Ace that was made and played, or broken off by a revoke."""
    maker, *others = draw(st.permutations(range(seats)))
    partner = draw(maybe(st.just(others[0])))
    alone = draw(maybe(st.just(maker))) if partner is None else None
    turned, trump, call, _ = draw(st.permutations(SUITS))
    kinds = ["revoke", "wrong-cards"]
    offence = st.builds(
        Irregularity, kind=st.sampled_from(kinds), by=st.integers(0, seats - 1), times=st.integers(1, 3)
    )
    offences = draw(st.lists(offence, max_size=2) | st.just([]))
    if partner is not None and draw(st.booleans()):
        offences.append(Irregularity(kind="intimation", by=partner))
    revoked = any(offence.kind == "revoke" for offence in offences)
    return Hand(
        maker=maker,
        partner=partner,
        alone=alone,
        tricks=draw(maybe(st.integers(0, 5)) if revoked else st.integers(0, 5)),
        turned=draw(maybe(st.just(turned))),
        trump=draw(maybe(st.just(trump))),
        call=draw(maybe(st.just(call))),
        made=draw(st.sampled_from([None, "named"])),
        irregularities=tuple(offences),
        dealer=draw(maybe(st.integers(0, seats - 1))),
    )


def hands(seats):
    """Any hand of Call-Ace at a table of so many."""
    void = st.builds(Hand, void=st.sampled_from(VOIDS), turned=maybe(st.sampled_from(SUITS)))
    return void | played_hands(seats)


@st.composite
def sheets(draw):
    """Any sheet of Call-Ace."""
    seats = draw(st.integers(4, 7))
    entry = st.builds(
        Entry,
        hand=hands(seats),
        id=maybe(st.uuids().map(str)),
        at=st.sampled_from([None, "2026-11-20T20:15:00Z"]),
        note=st.sampled_from([None, "the cat walked over the cards"]),
    )
    options = draw(st.sampled_from([{}, {"joker": False}, {"joker": True}]))
    return Sheet(
        rules=rule_sets.find("call-ace", **options),
        options=options,
        players=tuple(CAST[:seats]),
        dealer=draw(st.integers(0, seats - 1)),
        hands=tuple(draw(st.lists(entry, max_size=6))),
        stake=draw(maybe(st.builds(Stake, st.sampled_from(["GBP", "JPY", "KWD"]), st.integers(0, 999)))),
        title=draw(st.sampled_from([None, "Friday"])),
        played=draw(st.sampled_from([None, date(2026, 11, 20)])),
    )
