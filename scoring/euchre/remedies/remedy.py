"""A remedy: something that went wrong at the table, and the laws on what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scoring.euchre.remedies.conditions import Applies, always
from scoring.euchre.rule_set import Law, RuleSet

TOPICS = ("Deal", "Bidding", "Making trump", "Alone", "Play", "Renege", "Cards", "Score")

OF_A_BID: Mapping[str, Callable[[RuleSet], object]] = {
    "lone_loses": lambda rules: 0 if rules.set_loses is None else rules.bid_alone_value,
    "lone_gives": lambda rules: (
        rules.bid_alone_value if rules.set_gives == "bid" else rules.set_gives
    ),
    "made": lambda rules: (rules.made_scores, rules.made_bonus),
}
"""Placeholders beside the provisions: the effects of a revoke on a bid."""


@dataclass(frozen=True, kw_only=True)
class Remedy:
    """What the laws say about one thing that happens, in our words."""

    key: str
    """Unique at a table, and the same in every book for the same thing."""
    topic: str
    """One of TOPICS."""
    title: str
    """What happened, as people say it."""
    words: tuple[str, ...] = ()
    """More words that people look for."""
    remedy: str
    """The instruction. In a book it has placeholders, which are names of numbers of the RuleSet."""
    law: Law | str
    """The law. In a book it may be a name in the `laws` of the RuleSet, for the law that those
    cite."""
    chooses: str = ""
    """The player who may choose or demand the remedy, or ""."""
    records: str | None = None
    """The record on the pad: a void deal, an irregularity, or "correct" for an earlier score."""
    applies: Applies = field(default=always, repr=False, compare=False)
    """Whether it can happen under these rules."""
