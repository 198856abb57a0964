"""The usual American table of today: 24 cards, ten points; as most printed sheets have it."""

from dataclasses import replace

from scoring.rules.rule_set import Law, per_players
from scoring.rules.rule_sets.partnership import DEALS, GAME_OPTIONS, PARTNERSHIP, cited

OPTIONS = ("joker", *GAME_OPTIONS, "lone_euchre", "stick_the_dealer", "defend_alone")
SILENT = (*DEALS, "revoke", "both-revoked", "wrong-cards", "rubber", "rubber_bonus", "stakes")
SHEET = Law(source="Today's usual sheet", number="")
DEALING = (
    "All passed twice, or a misdeal: the deal passes to the left. A faced or exposed card, an "
    "imperfect pack: the same player deals again."
)

AMERICAN = replace(
    PARTNERSHIP,
    key="american",
    name="American",
    title="Four in partners with 24 cards, ten points a game: as most tables play today.",
    source=SHEET.source,
    alone="maker",
    pack=per_players(four=24),
    lowest={4: "9"},
    target=10,
    options=OPTIONS,
    usual={"target": (10, 5, 11)},
    limits={"lone_euchre": (2, 4)},
    laws=cited(SHEET, rulings=SILENT),
    rulings=PARTNERSHIP.rulings | {"misdeal": DEALING},
)
