"""The keys for a table's rules, which are suits, bids and tricks, and their number in a row."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from scoring.euchre.ahead import ahead_table, score_table, side_table
from scoring.euchre.counters import MARKS, WORTH, may_be_marked
from scoring.euchre.hand import MADE, SUITS, VOIDS, Hand
from scoring.euchre.lone_hands import lone_table
from scoring.euchre.points import score
from scoring.euchre.rule_set import Law, RuleSet
from scoring.euchre.wording import NO_TRUMP, REDEAL_NAMES
from scoring.euchre.wording import VOIDS as VOID_NAMES
from scoring.table.models import Table
from scoring.table.models.hands import OUT
from scoring.table.views.draft import Draft
from scoring.table.views.offences import Choices, offences

WIDEST = 7
"""The number of keys of 48 pixels side by side on the narrowest phones."""
VOID_HINTS = {
    "passed-out": "Everyone passed. No points, the deal passes to the left",
    "misdeal": "No points, the deal passes to the left",
    "new-deal": "A card was shown. No points, the same dealer deals again",
    "imperfect-pack": "Wrong cards in the pack. Earlier hands count, the same dealer deals again",
}
"""When to choose a void deal, and what follows."""
FACT_GROUPS = (("call", "Suit called"), ("turned", "Turned up"), ("trump", "Trump"))


@dataclass(frozen=True, kw_only=True)
class Keys:
    """The parts of the pad that depend on its table's rules, before any hand."""

    table: Table

    suits = SUITS
    redeals = REDEAL_NAMES
    one_of_each = sum(WORTH)

    @property
    def rules(self) -> RuleSet:
        return self.table.rules

    @property
    def voids(self) -> list[tuple[str, str, str, Law]]:
        """The reasons why a hand was not played, as key, name, hint, law."""
        return [
            (void, VOID_NAMES[void], VOID_HINTS[void], self.rules.law(void))
            for void in VOIDS
            if not (void == "passed-out" and self.rules.stick_the_dealer)
        ]

    @property
    def trumps_here(self) -> bool:
        """Whether the trump is among the keys, as there is no room for it beside two rows of
        bids."""
        return self.table.full and 0 < len(self.rules.bids) <= WIDEST

    @property
    def fact_groups(self) -> tuple[tuple[str, str], ...]:
        return () if self.trumps_here else fact_groups(self.rules)

    @property
    def classes(self) -> str:
        """How many play, who are partners; of a pad with bids, whether they need two rows."""
        two_rows = "bidding" if len(self.rules.bids) <= WIDEST else "bidding two-rows"
        ladder = two_rows if self.rules.bidding else ""
        return f"seats-{len(self.table.sitting.names)} {self.rules.partners}-partners {ladder}"

    @property
    def bids(self) -> tuple:
        return self.rules.bids

    @property
    def bid_keys(self) -> list[tuple[int | str, str, str]]:
        return bid_keys(self.rules)

    @property
    def bids_in(self) -> int:
        return in_rows(len(self.rules.bids))

    @property
    def tricks_in(self) -> int:
        return in_rows(self.rules.tricks_dealt + 1)

    @property
    def tricks(self) -> list[str]:
        return trick_keys(self.rules)

    @property
    def own(self) -> list[tuple[str, str, str]]:
        """The keys for a player's own tricks, each with what is on it and below; none where a side
        counts them."""
        return own_keys(self.rules)

    @property
    def two_rows(self) -> bool:
        """Whether the tricks need two rows of keys."""
        return len(self.tricks) > WIDEST

    @property
    def ways(self) -> list[str]:
        return ways_to_make(self.rules)

    @property
    def ticked(self) -> list[tuple[str, str]]:
        """Facts to tick that the score does not need, each with its words."""
        return facts_to_tick(self.rules)

    @property
    def no_trumps(self) -> dict[str, str]:
        return NO_TRUMP if self.rules.no_trump else {}

    @property
    def trumps(self) -> dict[str, str]:
        """The choices of trump, each with its word, such as "C" for clubs, or "high" for no
        trump."""
        return {**SUITS, **self.no_trumps}

    @property
    def marks(self) -> dict[str, str]:
        return MARKS if may_be_marked(self.rules) else {}

    @property
    def markable(self) -> range:
        return range(self.rules.target or 0)

    @property
    def offences(self) -> list[Choices]:
        return offences(self.rules, self.table.sitting.called)

    @property
    def cardless(self) -> str:
        """The boxes that are not for a lone player's partner, who holds no cards."""
        if self.rules.partners != "fixed":
            return ""
        return "revoke" if self.rules.revokes == "counted" else "revoke wrong_cards"

    @property
    def decides(self) -> str:
        return "revoke" if self.rules.revoke_decides else ""

    @property
    def rules_tag(self) -> str:
        table = self.table
        return f"{table.rules_key} {table.options} {table.house and table.house.document}"

    @property
    def scores(self) -> dict:
        called = self.table.sitting.called
        if self.rules.partners == "called":
            return score_table(self.rules, len(called))
        return side_table(self.rules, tuple(called))

    @property
    def lone(self) -> dict:
        return lone_table(self.rules)

    @property
    def ahead(self) -> dict:
        return ahead_table(self.rules, len(self.table.sitting.players))


def trick_keys(rules: RuleSet) -> list[str]:
    """Return what each number of tricks means, without bidding."""
    made, dealt = rules.made_at, rules.tricks_dealt
    return [*["euchred"] * made, *["made"] * (dealt - made), "all"]


def bid_keys(rules: RuleSet) -> list[tuple[int | str, str, str]]:
    """Return the allowed bids, each with what is on its key and below it."""
    numbers = [(bid, str(bid), "bid") for bid in rules.bids if isinstance(bid, int)]
    all_of = f"all {rules.tricks_dealt}"
    return [*numbers, *((one.key, one.name, all_of) for one in rules.bids_for_all)]


def own_keys(rules: RuleSet) -> list[tuple[str, str, str]]:
    """Return the answers for a player's own tricks, each with what is on its key and below it."""
    if not rules.each_scores:
        return []
    out = [(OUT, "–", "out")] if rules.drop_out else []
    numbers = [(str(took), str(took), "tricks") for took in range(1, rules.tricks_dealt + 1)]
    return [*out, ("0", "0", "set"), ("1", "1", "trick"), *numbers[1:]]


def own_words(took: str) -> str:
    """Return "out", "1 trick" or "3 tricks"; "" for tricks that are not known yet."""
    return "out" if took == OUT else took and f"{took} trick{'' if took == '1' else 's'}"


def tricks_came(draft: Draft, rules: RuleSet) -> list[tuple[int, str]]:
    """Return every number of tricks with the outcome of the bid, which is "made", "set", or ""
    before there is a bid."""
    numbers = range(rules.tricks_dealt + 1)
    if draft.bid is None:
        return [(number, "") for number in numbers]
    hands = [Hand(maker=draft.maker or 0, bid=draft.bid, tricks=number) for number in numbers]
    seats = rules.players[0]
    came = [score(hand, rules=rules, seats=seats).outcome for hand in hands]
    return [(no, one.removeprefix("alone-")) for no, one in enumerate(came)]


def in_rows(keys: int) -> int:
    """Return the number of keys in a row, so that no row is wider than a phone."""
    return keys if keys <= WIDEST else ceil(keys / ceil(keys / WIDEST))


def fact_groups(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return the suits that may be noted beside a hand, each with its legend."""
    if rules.bidding:
        return FACT_GROUPS[2:]
    return FACT_GROUPS if rules.partners == "called" else FACT_GROUPS[1:]


def facts_to_tick(rules: RuleSet) -> list[tuple[str, str]]:
    """Return the facts that may be ticked beside a hand, by their names, each in words."""
    joker = [("picked_up", "The dealer had to pick up the joker")]
    best = [("best_card", "The lone player took the partner’s best card")]
    alone = rules.partners == "fixed" and (rules.lone_hands or rules.bid_alone)
    return (joker if rules.joker and not rules.bidding else []) + (best if alone else [])


def ways_to_make(rules: RuleSet) -> list[str]:
    """Return how the trump can have been made; nothing where it is bid for."""
    if rules.bidding:
        return []
    return [way for way in MADE if way != "assisted" or rules.partners == "fixed"]
