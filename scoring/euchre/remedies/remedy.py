"""A remedy: what went wrong at the table, and what the laws say to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.euchre.remedies.conditions import Applies, always
from scoring.euchre.rule_set import Law

TOPICS = ("Deal", "Bidding", "Making trump", "Alone", "Play", "Revoke", "Cards", "Score")


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
    """What to do. In a book with placeholders: numbers of the RuleSet by their names."""
    law: Law | str
    """Where it stands. In a book also a name in the `laws` of the RuleSet: what those rest it
    on."""
    chooses: str = ""
    """Who chooses or demands the remedy; empty when nobody does."""
    records: str | None = None
    """What the pad records: a void deal, an irregularity, or "correct" for an earlier score."""
    applies: Applies = field(default=always, repr=False, compare=False)
    """Whether it can happen under these rules."""
