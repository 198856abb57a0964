"""The usual American table of today: 24 cards, ten points; as most printed sheets have it."""

from dataclasses import replace

from scoring.euchre.books.partnership import DEALS, GAME_OPTIONS, PARTNERSHIP, cited
from scoring.euchre.rule_set import Law, Sheet, per_players

OPTIONS = ("joker", *GAME_OPTIONS, "lone_euchre", "stick_the_dealer", "defend_alone")
SILENT = (
    *DEALS,
    "revoke",
    "both-revoked",
    "wrong-cards",
    "rubber",
    "rubber_bonus",
    "stakes",
)
NOT_ON_A_SHEET = ("joker", "lone_defence", "laps", "love_double")
"""Choices of a table that no sheet of ours has."""
SHEET = Law(source="Usual printed rules", number="")
SHEETS = (
    Sheet(
        name="Vows to Keep, Euchre instructions",
        address="https://www.vowstokeep.com/euchre-instructions",
        has="what every hand scores, and a revoke: 2, in a lone hand 4",
    ),
    Sheet(
        name="Seton School, Euchre tournament 2019",
        address="http://www.setonschool.com/news/euchre.html",
        has="the same, but 4 for a lone hand euchred; the dealer is stuck",
    ),
    Sheet(
        name="General rules for Euchre",
        address="http://www.docstoc.com/docs/70378157/GENERAL-RULES-FOR-EUCHRE",
        has="24 cards, ten points a game, the first jack deals",
    ),
    Sheet(
        name="OhioEuchre, printed rules",
        address="http://ohioeuchre.com/PrintRules.html",
        has="how it is dealt and called; the first jack deals",
    ),
)
DEALING = (
    "If all pass twice, and after a misdeal, the deal passes to the left. After a faced or exposed "
    "card, or an imperfect pack, the same player deals again."
)

AMERICAN = replace(
    PARTNERSHIP,
    key="american",
    name="American",
    title="24 cards, ten points a game. Most tables play this today.",
    source=SHEET.source,
    sheets=SHEETS,
    alone="maker",
    pack=per_players(four=24),
    lowest={4: "9"},
    target=10,
    options=OPTIONS,
    usual={"target": (10, 5, 11)},
    limits={"lone_euchre": (2, 4)},
    laws=cited(SHEET, first_deal=SHEET, revoke_lone=SHEET, rulings=(*SILENT, *NOT_ON_A_SHEET)),
    rulings={
        **PARTNERSHIP.rulings,
        "misdeal": DEALING,
        "joker": "The sheets have no joker. If the table adds one, it is the best trump, as in "
        "the railroad game.",
        "lone_defence": "The sheets have no lone defenders. If the table allows them, they score "
        "as in the railroad game.",
    },
)
