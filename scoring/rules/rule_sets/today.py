"""Four-handed tables of today: the usual American sheet, Railroad, the leagues of Cornwall and Devon."""

from dataclasses import replace

from scoring.rules.rule_set import Law, per_players
from scoring.rules.rule_sets.partnership import DEALS, GAME_OPTIONS, PARTNERSHIP, cited

OPTIONS = ("joker", *GAME_OPTIONS, "lone_euchre", "stick_the_dealer", "defend_alone")
SILENT = (*DEALS, "revoke", "both-revoked", "wrong-cards", "rubber", "rubber_bonus", "stakes")
SHEET = Law(source="Today's usual sheet", number="")
RAILROAD_SHEET = Law(source="Bicycle's Railroad sheet", number="")
LEAGUES = Law(source="Cornish and Devon leagues' sheets", number="")
TRADITION = Law(source="Tradition, in none of our books", number="")
DEALING = (
    "All passed twice, or a misdeal: the deal passes to the left. A faced or exposed card, an imperfect "
    "pack: the same player deals again."
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

RAILROAD = replace(
    AMERICAN,
    key="railroad",
    name="Railroad",
    title="Four in partners with the joker, ten points a game, laps and slams, lone defenders.",
    source="Keller 1887, ch. 6",
    pack=per_players(four=32),
    lowest={4: "7"},
    joker=True,
    laps=True,
    love_double=True,
    defend_alone=True,
    jambone=8,
    jamboree=16,
    usual={"target": (10, 5)},
    laws=cited(
        RAILROAD_SHEET,
        pack=Law(source="Keller 1887", number="ch. 6"),
        joker=Law(source="Keller 1887", number="ch. 6"),
        jambone=TRADITION,
        jamboree=TRADITION,
        rulings=SILENT,
    ),
)

BRITISH = replace(
    AMERICAN,
    key="british",
    name="British",
    title="Four in partners with the Benny, 21 points a game: the leagues of Cornwall and Devon.",
    source=LEAGUES.source,
    joker=True,
    target=21,
    usual={"target": (21, 15, 11, 10)},
    laws=cited(LEAGUES, rulings=SILENT),
)
