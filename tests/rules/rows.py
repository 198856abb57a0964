"""Hands of the kinds that a rules page tells, other ones than the page was made from."""

from scoring.rules.hand import Hand, Irregularity
from tests.rules.cast import BEN, CAT, DAN

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
    """A hand of the kind that the row tells: Ben made the trump, Dan is their partner, Cat an
    adversary."""
    ben, cat, dan = (0, 1, None) if rules.partners == "none" else (BEN, CAT, DAN)
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
