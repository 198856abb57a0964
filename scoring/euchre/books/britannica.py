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
ACE_IS_LOWEST = "In cutting the ace is the lowest card, as Keller has it; the text does not say."
DEALING = "An imperfect pack is a fresh deal by the same player; earlier scores stand."

BRITANNICA_FOUR = replace(
    PARTNERSHIP,
    key="britannica-four",
    name="Britannica, four-handed",
    title="Four in partners, five points a game; eight short laws.",
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
        "partners_cut": 'Partners are cut for "as at whist": the two highest cards play against '
        "the two lowest.",
        "first_deal": ACE_IS_LOWEST,
        "imperfect-pack": DEALING,
        "revoke": "The revoking side is euchred (law 5): the other side scores 2 and nothing else "
        "of the hand counts. Both sides: the deal is void.",
        "revoke_lone": "Law 5 takes from the revoker, not from the lone hand: a revoke by an "
        "adversary brings it 4.",
        "wrong-cards": "Law 3 bars the player: their partner with them, since they score together.",
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
        "independent": "The maker plays against the other two; at independent euchre each plays "
        "for themselves (p. 654). Both score alike: the text has points for the maker alone, and "
        "two off for a maker who is euchred.",
    },
)
