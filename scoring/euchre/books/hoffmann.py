"""Professor Hoffmann, Hoyle's Games Modernized, London: two, three and four players."""

from dataclasses import replace

from scoring.euchre.books.partnership import DEALS, GAMES, PARTNERSHIP, cited
from scoring.euchre.rule_set import Law, per_players

SOURCE = "Hoffmann’s Hoyle"
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
    "The pages say nothing of misdeals and exposed cards. After a misdeal the deal passes "
    "to the left. After a faced or exposed card, or an imperfect pack, the same player "
    "deals again, as in the Britannica."
)


def _page(number: str) -> Law:
    return Law(source=SOURCE, number=f"p. {number}")


HOYLE_FOUR = replace(
    PARTNERSHIP,
    key="hoyle-four",
    name="Hoyle, four-handed",
    title="Five points a game.",
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
        "march": "All the tricks score as on page 70. Page 71 lets a lone march count four "
        '"instead of three".',
        "alone": 'Page 71 lets "a player" play alone. That is the maker or the partner.',
        "lone_euchre": "The page does not say what a euchred lone hand costs. It scores as any "
        "other euchre.",
    },
)

HOYLE_TWO = replace(
    PARTNERSHIP,
    key="hoyle-two",
    name="Hoyle, two-handed",
    title="Five points a game.",
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
        "first_deal": "The page has a cut for the deal, but does not say who deals. The lowest "
        "card deals, as in the Britannica, and the ace is the lowest, as in Keller.",
        "misdeal": DEALING,
        "revoke": "The other player scores for a revoke, and nothing else of the hand "
        "counts. If both revoke, the hand is void.",
        "wrong-cards": "A player with a wrong number of cards cannot score on that hand.",
    },
)

HOYLE_THREE = replace(
    HOYLE_TWO,
    key="hoyle-three",
    name="Hoyle, three-handed",
    title="Cut-throat: each against the other two, who both score for a euchre.",
    pack=per_players(three=32),
    lowest={3: "7"},
    set_back=False,
    lone_march=None,
    options=tuple(option for option in HOYLE_TWO.options if option != "rubber"),
    laws=cited(
        _page("72"), pack=_page("68"), passed_out=_page("70"), target=_page("70"), rulings=SILENT
    ),
    rulings={name: words for name, words in GAMES.items() if name != "rubber"}
    | {
        "misdeal": DEALING,
        "revoke": "A player who revokes is euchred, and nothing else of the hand counts. If the "
        "maker revoked, each other player scores. If an opponent revoked, the maker scores. If the "
        "maker and an opponent both revoked, the hand is void.",
        "wrong-cards": "A player with a wrong number of cards cannot score on that hand. An "
        "opponent’s error bars both opponents of the maker.",
    },
)

HOYLE_THREE_SETBACK = replace(
    HOYLE_THREE,
    key="hoyle-three-setback",
    name="Hoyle, three-handed with set-back",
    title="Cut-throat: a euchred maker loses points, even below 0.",
    set_back=True,
    rulings=HOYLE_THREE.rulings
    | {
        "revoke": "A player who revokes is euchred and set back. If it was an opponent, the maker "
        "keeps the points for their tricks. With too few tricks the maker scores nothing, but is "
        "not set back. If the maker and an opponent both revoked, the hand is void.",
        "wrong-cards": "A player with a wrong number of cards cannot score on that hand. An "
        "opponent’s error bars both opponents of the maker. A euchred maker is still set back.",
    },
)
