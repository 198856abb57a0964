"""A remedy: what went wrong at the table, and what the laws say to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scoring.euchre.rule_set import Law, RuleSet

# -- At which tables a remedy can be needed.

Applies = Callable[[RuleSet], bool]


def always(rules: RuleSet) -> bool:
    return True


def with_partners(rules: RuleSet) -> bool:
    return rules.partners == "fixed"


def two_handed(rules: RuleSet) -> bool:
    return rules.partners == "none" and 2 in rules.pack


def three_handed(rules: RuleSet) -> bool:
    return rules.partners == "none" and 3 in rules.pack


def set_back(rules: RuleSet) -> bool:
    return three_handed(rules) and rules.set_back


def cut_throat(rules: RuleSet) -> bool:
    return three_handed(rules) and not rules.set_back


def more_than_two(rules: RuleSet) -> bool:
    return not two_handed(rules)


def alone(rules: RuleSet) -> bool:
    """Somebody may play alone, and has a partner who then does not play."""
    return rules.lone_hands


def either_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone in ("either", "not-passed", "as-made")


def alone_as_made(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone == "as-made"


def only_the_maker_alone(rules: RuleSet) -> bool:
    return with_partners(rules) and rules.alone == "maker"


def nobody_defends_alone(rules: RuleSet) -> bool:
    return alone(rules) and not rules.defend_alone


def may_pass_out(rules: RuleSet) -> bool:
    return not rules.stick_the_dealer


def dealer_is_stuck(rules: RuleSet) -> bool:
    return rules.stick_the_dealer


def bids_alone(rules: RuleSet) -> bool:
    return rules.bidding and rules.bid_alone


def four_handed(rules: RuleSet) -> bool:
    return rules.players == (4,)


def joker(rules: RuleSet) -> bool:
    return rules.joker


def any_joker(rules: RuleSet) -> bool:
    return rules.joker and rules.turned_joker == "any"


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


def chapter(source: str, topic: str) -> Callable[..., Remedy]:
    """Return the function that writes remedies of one topic of one source."""

    def entry(
        law: str | Law,
        key: str,
        title: str,
        remedy: str,
        *,
        words: str = "",
        chooses: str = "",
        records: str | None = None,
        applies: Applies = always,
    ) -> Remedy:
        return Remedy(
            key=key,
            topic=topic,
            title=title,
            words=tuple(words.split(", ")) if words else (),
            remedy=remedy,
            law=Law(source=source, number=law) if source and isinstance(law, str) else law,
            chooses=chooses,
            records=records,
            applies=applies,
        )

    return entry
