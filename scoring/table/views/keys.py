"""The keys that a table's rules ask for: suits, bids, tricks, and how many stand in a row."""

from __future__ import annotations

from functools import partial
from math import ceil

from scoring.euchre.ahead import score_table, side_table
from scoring.euchre.counters import MARKS, may_be_marked
from scoring.euchre.hand import MADE, SUITS, VOIDS, Hand
from scoring.euchre.lone_hands import lone_table
from scoring.euchre.points import VOID_WORDS, score
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import NO_TRUMP
from scoring.euchre.wording import VOIDS as VOID_NAMES
from scoring.table.models import Table
from scoring.table.views.draft import Draft
from scoring.table.views.offences import offences

WIDEST = 7
"""As many keys of 48 pixels stand side by side on the narrowest phones."""
WHAT_FOR = {"new-deal": "A card was faced or exposed"}
"""What a void deal is for, where its name does not say so."""
FACT_GROUPS = (("call", "Suit called"), ("turned", "Turned up"), ("trump", "Trump"))


def keys_by_the_rules(table: Table) -> dict:
    """Return what the pad shows because of the table's rules, whatever was played."""
    rules, sitting = table.rules, table.sitting
    # Beside a ladder of two rows there is no room for them: then they are among the facts.
    trumps_here = table.full and 0 < len(rules.bids) <= WIDEST
    return {
        "voids": [
            (void, VOID_NAMES[void], _void_in_words(void), rules.law(void))
            for void in VOIDS
            if not (void == "passed-out" and rules.stick_the_dealer)
        ],
        "suits": SUITS.items(),
        "fact_groups": () if trumps_here else fact_groups(rules),
        "trumps_here": trumps_here,
        "ladder": _ladder(rules),
        "ways": ways_to_make(rules),
        "marks": MARKS.items() if may_be_marked(rules) else (),
        "scores": partial(_scores, rules, sitting.called),
        "bids": rules.bids,
        "trumps": trumps(rules),
        "suit_names": SUITS,
        "no_trumps": NO_TRUMP.items() if rules.no_trump else (),
        "bids_in": in_rows(len(rules.bids)),
        "tricks_in": in_rows(rules.tricks_dealt + 1),
        "rules": rules,
        "offences": partial(offences, rules, sitting.called),
        "rules_tag": f"{table.rules_key} {table.options} {table.house and table.house.document}",
        "lone": lone_table(rules),
        "cardless": _not_without_cards(rules),
        "decides": "revoke" if rules.revokes in ("euchre", "march") and not rules.set_back else "",
    }


def _not_without_cards(rules: RuleSet) -> str:
    """Return the boxes that nobody ticks of a lone player's partner, who holds no cards."""
    if rules.partners != "fixed":
        return ""
    return "revoke" if rules.revokes == "counted" else "revoke wrong_cards"


def _void_in_words(void: str) -> str:
    """Return what a void deal is for and what comes of it, without its name."""
    words = VOID_WORDS[void].removeprefix(f"{VOID_NAMES[void]}: ")
    words = f"{WHAT_FOR[void]}: {words}" if void in WHAT_FOR else words
    return words[0].upper() + words[1:]


def _ladder(rules: RuleSet) -> str:
    """Return the classes of a pad with bids: whether they need two rows."""
    if not rules.bidding:
        return ""
    return "bidding" if len(rules.bids) <= WIDEST else "bidding two-rows"


def trumps(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return what may be trump, each with its word: "C" is clubs, "high" no trump."""
    return (*SUITS.items(), *(NO_TRUMP.items() if rules.no_trump else ()))


def tricks_came(draft: Draft, rules: RuleSet) -> list[tuple[int, str]]:
    """Return every number of tricks, with what would come of the bid: "made", "set", or nothing
    while there is no bid."""
    numbers = range(rules.tricks_dealt + 1)
    if draft.bid is None:
        return [(number, "") for number in numbers]
    hands = [Hand(maker=draft.maker or 0, bid=draft.bid, tricks=number) for number in numbers]
    seats = rules.players[0]
    came = [score(hand, rules=rules, seats=seats).outcome for hand in hands]
    return [(no, one.removeprefix("alone-")) for no, one in enumerate(came)]


def in_rows(keys: int) -> int:
    """Return how many keys stand in a row, so that no row is wider than a thumb's screen."""
    return keys if keys <= WIDEST else ceil(keys / ceil(keys / WIDEST))


def ways_to_make(rules: RuleSet) -> list[str]:
    """Return how the trump can be made where a card is turned."""
    if rules.bidding:
        return []
    return [way for way in MADE if way != "assisted" or rules.partners == "fixed"]


def fact_groups(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return the suits that may be noted beside a hand, each with its legend."""
    if rules.bidding:
        return FACT_GROUPS[2:]
    return FACT_GROUPS if rules.partners == "called" else FACT_GROUPS[1:]


def _scores(rules: RuleSet, names: list[str]) -> dict:
    return (
        score_table(rules, len(names)) if rules.partners == "called" else side_table(rules, names)
    )
