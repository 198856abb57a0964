"""A remedy: something that went wrong at the table, and the laws on what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from scoring.euchre.provisions import LoneBid
from scoring.euchre.remedies.conditions import Applies, always
from scoring.euchre.rule_set import Law, RuleSet

TOPICS = ("Deal", "Bidding", "Making trump", "Alone", "Play", "Renege", "Cards", "Score")


def _each(bids: Iterable[LoneBid], what: str) -> str:
    """Return "12 for Shoot, 24 for Alone"."""
    return ", ".join(f"{getattr(one, what)} for {one.name}" for one in bids)


OF_A_BID: Mapping[str, Callable[[RuleSet], object]] = {
    "lone_loses": lambda rules: 0 if rules.set_loses is None else rules.bid_alone_value,
    "lone_gives": lambda rules: (
        rules.bid_alone_value if rules.set_gives == "bid" else rules.set_gives
    ),
    "lone_values": lambda rules: _each(rules.bids_for_all, "value"),
    "lone_cards": lambda rules: _each((one for one in rules.lone_bids if one.cards), "cards"),
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
