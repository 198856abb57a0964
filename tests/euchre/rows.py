"""Hands of the kinds on a rules page, other ones than the page was made from."""

from scoring.euchre.hand import ALONE, Hand, Irregularity
from tests.euchre.cast import ANN, BEN, CAT, DAN

LONE = {"lone_point", "lone_march", "lone_euchre", "lone_defence", "abandoned", "exposed"}
TRICKS = {
    "point": 4,
    "march": 5,
    "euchre": 0,
    "lone_point": 4,
    "lone_march": 5,
    "lone_euchre": 1,
    "exposed": 5,
}
TRICKS |= {"lone_defence": 0, "jambone": 5, "jamboree": 5}


def hand(key, rules):
    """A hand of the kind in the row: Ben made the trump, Dan is their partner, Cat an
    adversary."""
    ben, cat, dan = (0, 1, None) if rules.partners == "none" else (BEN, CAT, DAN)
    if rules.each_scores:
        return own(key)
    if rules.bidding:
        return bid(key.removesuffix("_others"), rules)
    lone = key in LONE or key.startswith("lone_")
    called = rules.partners == "called"
    offenders = {
        "maker": ben,
        "adversary": cat,
        "exposed": dan,
        "abandoned": cat,
        "intimation": dan,
    }
    kinds = (kind for kind in rules.irregularities if kind.replace("-", "_") in key)
    kind = "revoke" if "revoke" in key else next(kinds, "")
    whose = [who for name, who in offenders.items() if name in key]
    if key == "both_revoked":
        whose = [ben, cat]
    return Hand(
        maker=ben,
        partner=dan if called and not lone else None,
        alone=ben if lone else None,
        tricks=TRICKS.get(key, 1 if key.endswith("cards_of_adversary") else 4),
        special=key if key.startswith("jambo") else None,
        defender_alone=cat if key == "lone_defence" else None,
        irregularities=tuple(Irregularity(kind=kind, by=who) for who in whose if kind),
    )


def own(key):
    """The same where each scores their own tricks: Ben made the trump, if anybody did."""
    kind = {"revoke": "revoke", "wrong-cards": "wrong-cards"}.get(key)
    taken = {"euchre": (5, 0, None, None), "buck_set": (0, 5, None, None)}.get(key, (1, 3, None, 1))
    offences = (Irregularity(kind=kind, by=ANN),) if kind else ()
    return Hand(maker=BEN, taken=taken, irregularities=offences)


def bid(key, rules):
    """The same for bidding: Ben bids four, if that many can be taken."""
    dealt = rules.tricks_dealt
    wanted = dealt if key.startswith("alone") else max(4, rules.lowest_bid)
    fewer = key.endswith("set") or key.endswith("adversary")
    whose = {"revoke_by_maker": [BEN], "revoke_by_adversary": [CAT], "both_revoked": [BEN, CAT]}
    partner = DAN if rules.partners == "fixed" else BEN
    whose |= {"wrong_cards_of_maker": [partner], "wrong_cards_of_adversary": [CAT]}
    kind = "wrong-cards" if key.startswith("wrong") else "revoke"
    more = 1 if key in ("made", "revoke_by_maker") else 0
    return Hand(
        maker=BEN,
        bid=ALONE if key.startswith("alone") else wanted,
        tricks=min(dealt, wanted - 1 if fewer else wanted + more),
        irregularities=tuple(Irregularity(kind=kind, by=who) for who in whose.get(key, [])),
    )
