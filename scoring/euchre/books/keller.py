"""John W. Keller, The Game of Euchre, New York 1887, chapter 2: the plain four-handed game.

Of chapter 4, the rules of the game, we could read only part: how the cards are cut.
"""

from dataclasses import replace

from scoring.euchre.books.partnership import DEALS, PARTNERSHIP, cited
from scoring.euchre.rule_set import Law

SOURCE = "Keller 1887"
CHAPTER = Law(source=SOURCE, number="ch. 2")
CUTTING = Law(source=SOURCE, number="ch. 4")

KELLER = replace(
    PARTNERSHIP,
    key="keller",
    name="Keller’s game",
    title="Five points a game. The plain game of 1887.",
    source=SOURCE,
    first_deal="lowest",
    usual={"target": (5, 10)},
    laws=cited(
        CHAPTER,
        partners_cut=CHAPTER,
        first_deal=CUTTING,
        cut_again=CUTTING,
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
        "misdeal": "Chapter 2 says nothing of misdeals and exposed cards, and we could read only "
        "part of chapter 4. After a misdeal the deal passes to the left. After a faced or exposed "
        "card, or an imperfect pack, the same player deals again, as in Leeds & Dwight.",
        "alone": "A player who passed in the round in which trump is made cannot play alone. So "
        "the partner may play alone only if the player on the dealer’s left or the dealer’s "
        "partner made trump.",
    },
)
