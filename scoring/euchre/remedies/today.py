"""What clubs say today where the books have other words; and what people ask that no book knows."""

from __future__ import annotations

from scoring.euchre.books.partnership import RULING
from scoring.euchre.remedies.remedy import chapter
from scoring.euchre.rule_set import RuleSet

SAID_TODAY = {
    "passed-out": "stick the dealer, screw the dealer, stuck dealer, dead hand, redeal",
    "stuck-dealer": "stuck, dealer is stuck, redeal",
    "exposed-by-dealer": "flashed, redeal",
    "exposed-in-deal": "flashed, redeal",
    "faced-card": "redeal, flipped",
    "shuffled-wrong": "stacking, stacked, reshuffle",
    "shuffled-after-cut": "reshuffle",
    "seen-in-shuffle": "peeked, saw the bottom",
    "bid-out-of-turn": "order up, pick it up, picked up, called trump, table talk",
    "assisted-after-passing": "order up, ordered up, pick it up, changed their mind",
    "changed-suit": "called the wrong suit, wrong trump, changed their mind",
    "named-turned-down": "turn down, next",
    "no-discard": "pick up, picked up, order up, ordered up, bury, kitty",
    "discard-changed": "pick up, picked up, bury, kitty",
    "discarded-trump-card": "pick up, picked up, bury, kitty",
    "lead-before-discard": "pick up, picked up, order up, ordered up",
    "trump-asked": "order up, who called",
    "called-attention": "talking, talks, across the table, signal, hint, coaching",
    "consulted": "table talk, talking, signal",
    "said-afterwards": "talking, signal, hint",
    "intimation": "talking, signal",
    "exposed-card": "flash, peeked, showed",
    "thrown-down": "lay down, lays down, throws in",
    "all-abandoned": "lay down, throws in",
    "revoke": "reneging, renig",
    "alone-not-allowed": "going alone, go alone, loner",
    "score-error": "sandbagging, moved too far, pegged wrong",
}
"""More words to find a remedy by, by its key: of every book that has it."""


def _a_card_is_turned(rules: RuleSet) -> bool:
    """Cards are left over, and no widow or bid decides what becomes of them."""
    return not rules.bidding


WEAK_HAND = chapter("", "Cards")(
    RULING,
    "weak-hand",
    "Somebody has nothing but nines and tens, and wants other cards",
    "The laws do not know this: a hand is played as it was dealt. A table that wishes it agrees "
    "before the first deal who may change which cards for those left over, and when; the score "
    "does not ask.",
    words="farmer's hand, farmers hand, farmer, going under, go under, goes under, no face cards, "
    "kitty, bad hand, three nines",
    applies=_a_card_is_turned,
)
