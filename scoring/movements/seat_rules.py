"""What the books say of seats, of the first deal and of two packs, by the kind of table."""

from __future__ import annotations

from scoring.movements.mixes import CALL_ACE, PARTNERS, THREE, TWO

FIRST_JACK = "Cards are thrown round, and the first jack deals"
SEAT_RULES = {
    CALL_ACE: (
        f"Seats are unimportant. {FIRST_JACK} (Foster, law 1).",
        "With two packs, the player on the left of the eldest hand gathers and shuffles the still "
        "one "
        "(Foster).",
    ),
    PARTNERS: (
        "Who cut the highest card deals first, and has the choice of cards, seats and counters, "
        "and must "
        "abide by it (Leeds & Dwight, law 11). Where nobody cut, the first jack deals.",
        "Clubs use two packs of different colours; the dealer’s partner collects the cards for "
        "the next deal "
        "(Leeds & Dwight, 107 and 25).",
    ),
    THREE: (f"Seats are unimportant. {FIRST_JACK}.",),
    TWO: (f"{FIRST_JACK}.",),
}
"""Sentences, each with its source."""
