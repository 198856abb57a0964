"""Professor Hoffmann, Hoyle's Games Modernized, London: two, three and four players."""

from dataclasses import replace

from scoring.euchre.books.partnership import DEALS, GAMES, PARTNERSHIP, cited
from scoring.euchre.rule_set import Law, per_players

SOURCE = "Hoffmann's Hoyle"
SILENT = (
    *(deal for deal in DEALS if deal != "passed-out"),
    *(
        "revoke",
        "both-revoked",
        "wrong-cards",
        "laps",
        "love_double",
        "rubber",
        "rubber_bonus",
        "stakes",
    ),
)
DEALING = (
    "The pages say nothing of misdeals and exposed cards: a misdeal passes the deal to the left, a "
    "faced or exposed card or an imperfect pack lets the same player deal again, as the Britannica "
    "has it."
)


def _page(number: str) -> Law:
    return Law(source=SOURCE, number=f"p. {number}")


HOYLE_FOUR = replace(
    PARTNERSHIP,
    key="hoyle-four",
    name="Hoyle, four-handed",
    title="Four in partners, five points a game.",
    source=SOURCE,
    alone="either",
    first_deal="lowest",
    laws=cited(
        _page("71"),
        pack=_page("68"),
        passed_out=_page("70"),
        point=_page("70"),
        march=_page("70"),
        euchre=_page("70"),
        target=_page("70"),
        rulings=(*SILENT, "lone_euchre", "alone", "revoke_lone"),
    ),
    rulings=PARTNERSHIP.rulings
    | {
        "misdeal": DEALING,
        "march": 'A march counts as page 70 has it; page 71 lets a lone one count four "instead of '
        'three".',
        "alone": 'Page 71 lets "a player" play alone: the maker or the partner.',
        "lone_euchre": "A lone hand euchred: 2, as any other; the page does not say.",
    },
)

HOYLE_TWO = replace(
    PARTNERSHIP,
    key="hoyle-two",
    name="Hoyle, two-handed",
    title="Two play each for themselves, five points a game.",
    source=SOURCE,
    partners="none",
    alone="nobody",
    lone_euchre=None,
    first_deal="lowest",
    pack=per_players(two=32),
    lowest={2: "7"},
    laws=cited(_page("70"), pack=_page("68"), first_deal=_page("69"), rulings=SILENT),
    rulings=GAMES
    | {
        "first_deal": "The page has the deal cut for, and does not say who deals: the lowest, as "
        "in the Britannica; the ace is the lowest card, as Keller has it.",
        "misdeal": DEALING,
        "revoke": "Whoever revokes is euchred: the other scores 2, and nothing else of the hand "
        "counts. Both: the deal is void.",
        "wrong-cards": "Whoever has a wrong number of cards cannot score on that hand.",
    },
)

HOYLE_THREE = replace(
    HOYLE_TWO,
    key="hoyle-three",
    name="Hoyle, three-handed",
    title="Cut-throat: each against the other two; a euchre brings both of them 2.",
    pack=per_players(three=32),
    lowest={3: "7"},
    options=tuple(option for option in HOYLE_TWO.options if option != "rubber"),
    laws=cited(
        _page("72"), pack=_page("68"), passed_out=_page("70"), target=_page("70"), rulings=SILENT
    ),
    rulings={name: words for name, words in GAMES.items() if name != "rubber"}
    | {
        "misdeal": DEALING,
        "revoke": "Whoever revokes is euchred, and nothing else of the hand counts: a maker brings "
        "each other player 2, an adversary brings the maker 2. Maker and an adversary: the deal is "
        "void.",
        "wrong-cards": "Whoever has a wrong number of cards cannot score on that hand; an "
        "adversary's error binds both adversaries.",
    },
)

HOYLE_THREE_SETBACK = replace(
    HOYLE_THREE,
    key="hoyle-three-setback",
    name="Hoyle, three-handed with set-back",
    title="Cut-throat: a euchred maker is set back 2, below nothing if need be.",
    set_back=True,
    rulings=HOYLE_THREE.rulings
    | {
        "revoke": "Whoever revokes is euchred and set back 2. A maker against whom they revoked "
        "keeps what the tricks brought; with fewer than three nothing, and no set-back. Maker and "
        "an adversary: the deal is void.",
        "wrong-cards": "Whoever has a wrong number of cards cannot score on that hand; an "
        "adversary's error binds both adversaries. A set-back is not a score, and still falls.",
    },
)
