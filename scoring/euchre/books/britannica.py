"""Encyclopaedia Britannica, ninth edition, volume 8, "Euchre": two, three and four players, eight
laws."""

from dataclasses import replace

from scoring.euchre.books.hoffmann import HOYLE_THREE_SETBACK, HOYLE_TWO
from scoring.euchre.books.partnership import PARTNERSHIP, cited
from scoring.euchre.rule_set import Law

SOURCE = "Britannica, 9th ed."
TEXT = Law(source=SOURCE, number="p. 654")
FOUR_HANDED = Law(source=SOURCE, number="p. 655")
SILENT = ("imperfect-pack", "both-revoked", "rubber", "rubber_bonus")


def _law(number: str) -> Law:
    return Law(source=SOURCE, number=number)


LAWS = {
    "misdeal": _law("1"),
    "new_deal": _law("2"),
    "wrong_cards": _law("3"),
    "revoke": _law("5"),
}
ACE_IS_LOWEST = "The text does not rank the cards in cutting. The ace is the lowest, as in Keller."
DEALING = "After an imperfect pack the same player deals again. Earlier scores are kept."

BRITANNICA_FOUR = replace(
    PARTNERSHIP,
    key="britannica-four",
    name="Britannica, four-handed",
    title="Five points a game, with eight short laws.",
    source=SOURCE,
    alone="as-made",
    first_deal="lowest",
    laws=cited(
        FOUR_HANDED,
        **LAWS,
        partners_cut=TEXT,
        first_deal=TEXT,
        pack=TEXT,
        point=TEXT,
        march=TEXT,
        euchre=TEXT,
        target=TEXT,
        laps=TEXT,
        love_double=TEXT,
        stakes=TEXT,
        passed_out=TEXT,
        rulings=(*SILENT, "revoke_lone"),
    ),
    rulings=PARTNERSHIP.rulings
    | {
        "partners_cut": 'Partners are cut for "as at whist". The two highest cards play against '
        "the two lowest.",
        "first_deal": ACE_IS_LOWEST,
        "imperfect-pack": DEALING,
        "revoke": 'The revoking side "is euchred" (law 5), so the opponents score, and '
        "nothing else of the hand counts. If both sides revoke, the hand is void.",
        "revoke_lone": "Law 5 takes from the player who revoked, not from the lone hand. So an "
        "opponent’s revoke against a lone hand scores points of its own.",
        "wrong-cards": "Law 3 bars the player. It bars their partner too, because they score "
        "together.",
    },
)

BRITANNICA_TWO = replace(
    HOYLE_TWO,
    key="britannica-two",
    name="Britannica, two-handed",
    source=SOURCE,
    laws=cited(TEXT, **LAWS, first_deal=TEXT, rulings=SILENT),
    rulings={name: words for name, words in HOYLE_TWO.rulings.items() if name != "misdeal"}
    | {"first_deal": ACE_IS_LOWEST, "imperfect-pack": DEALING},
)

BRITANNICA_THREE = replace(
    HOYLE_THREE_SETBACK,
    key="britannica-three",
    name="Britannica, three-handed",
    source=SOURCE,
    laws=cited(TEXT, **LAWS, first_deal=TEXT, rulings=(*SILENT, "laps", "love_double")),
    rulings={
        name: words for name, words in HOYLE_THREE_SETBACK.rulings.items() if name != "misdeal"
    }
    | {
        "first_deal": ACE_IS_LOWEST,
        "imperfect-pack": DEALING,
        "independent": "The maker plays against the other two. At independent euchre each plays "
        "for themselves (p. 654). Both score alike, because the text has points for the maker "
        "alone, and two off for a maker who is euchred.",
    },
)
