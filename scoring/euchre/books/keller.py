"""John W. Keller, The Game of Euchre, New York 1887, chapter 2: the plain four-handed game."""

from dataclasses import replace

from scoring.euchre.books.partnership import DEALS, PARTNERSHIP, cited
from scoring.euchre.rule_set import Law

SOURCE = "Keller 1887"
CHAPTER = Law(source=SOURCE, number="ch. 2")
LOWEST_DEALS = (
    "The chapter has the deal cut for, and does not say who deals: the lowest, as in the "
    "Britannica."
)

KELLER = replace(
    PARTNERSHIP,
    key="keller",
    name="Keller's game",
    title="Four in partners, five points a game: the plain game of 1887.",
    source=SOURCE,
    first_deal="lowest",
    usual={"target": (5, 10)},
    laws=cited(
        CHAPTER,
        partners_cut=CHAPTER,
        first_deal=CHAPTER,
        rulings=(
            *(deal for deal in DEALS if deal != "passed-out"),
            *(
                "revoke",
                "revoke_lone",
                "both-revoked",
                "wrong-cards",
                "laps",
                "love_double",
                "rubber",
                "rubber_bonus",
                "stakes",
            ),
        ),
    ),
    rulings=PARTNERSHIP.rulings
    | {
        "first_deal": LOWEST_DEALS,
        "misdeal": "The chapter says nothing of misdeals and exposed cards: a misdeal passes the "
        "deal to the left; a faced or exposed card or an imperfect pack lets the same player deal "
        "again, as Leeds & Dwight have it.",
        "alone": "Whoever passed in the round in which the trump is made cannot play alone: so the "
        "partner may only when the eldest hand or the dealer's partner made it.",
    },
)
