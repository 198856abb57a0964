"""Auction Euchre (R. F. Foster, Complete Hoyle): four in partners, or six in two sides of three."""

from dataclasses import replace

from scoring.euchre.books.partnership import GAMES, NOT_OF_HANDS, RULING
from scoring.euchre.rule_set import Law, RuleSet, Sheet, per_players

SOURCE = "Foster’s Complete Hoyle"
CHAPTER = Law(source=SOURCE, number="Auction Euchre")
SHEETS = (
    Sheet(
        name="Foster’s Complete Hoyle, Auction Euchre",
        address="https://bitlit.ru/chapter/en/r-f-foster/fosters-complete-hoyle-an-encyclopedia-of-"
        "games-including-all-indoor-games-played-to-day-with-suggestions-for-good-play-"
        "illustrative-hands-and-all-off/auction-euchre-51",
        has="the whole chapter: one bid each, what it wins and loses, who leads, fifteen points",
    ),
)
BID_DEALS = (
    "If all pass, and after a misdeal, the deal passes to the left. After a faced or "
    "exposed card, or an imperfect pack, the same player deals again."
)
REVOKE = (
    "A revoke decides the bid. If the bidder’s side revoked, the bid is set. If an opponent "
    "did, it is made, and the opponents score no tricks. If both sides revoked, the hand is "
    "void."
)
WRONG_CARDS = "A side with a wrong number of cards cannot score, but still loses a bid that is set."
BOTH_OVER = "If both sides reach game on one hand, the bidder’s side wins."
SILENT = (
    *("passed-out", "misdeal", "new-deal", "imperfect-pack", "both-revoked"),
    *(
        "revoke",
        "wrong-cards",
        "both_over",
        "laps",
        "love_double",
        "rubber",
        "rubber_bonus",
        "stakes",
    ),
)
OPTIONS = (
    *("target", "laps", "love_double", "rubber", "stakes"),
    *("lowest_bid", "win_on_bid", "stick_the_dealer"),
)


def bid_laws(law: Law, *, rulings: tuple[str, ...]) -> dict[str, Law]:
    """Return the laws of a set with bidding, from its main law and the names of our rulings."""
    resting = (
        *("pack", "bid", "lead", "made", "set", "alone-made", "alone-set", "others"),
        *("lowest_bid", "no_trump", "target", "win_on_bid"),
    )
    return NOT_OF_HANDS | dict.fromkeys(resting, law) | dict.fromkeys(rulings, RULING)


AUCTION = RuleSet(
    key="auction",
    name="Auction",
    title="The highest bidder names trump, and wins or loses the bid.",
    source=SOURCE,
    sheets=SHEETS,
    partners="fixed",
    bidding=True,
    alone="nobody",
    pack=per_players(four=32),
    lowest={4: "7"},
    irregularities=frozenset({"revoke", "wrong-cards"}),
    revokes="bid",
    target=15,
    options=OPTIONS,
    usual={"target": (15,), "lowest_bid": (1,)},
    limits={"lowest_bid": (1,)},
    laws=bid_laws(CHAPTER, rulings=(*SILENT, "lowest_bid", "win_on_bid")),
    rulings={name: text for name, text in GAMES.items() if name != "within_one_hand"}
    | {
        "misdeal": BID_DEALS,
        "revoke": REVOKE,
        "wrong-cards": WRONG_CARDS,
        "both_over": BOTH_OVER,
        "lowest_bid": "The book names no lowest bid. It is one trick.",
    },
)

AUCTION_SIX = replace(
    AUCTION,
    key="auction-six",
    name="Auction, six-handed",
    title="Seated alternately. The highest bidder names trump.",
    pack=per_players(six=32),
    lowest={6: "7"},
    laws=AUCTION.laws | {"pack": RULING},
    rulings=AUCTION.rulings
    | {
        "pack": "The book does not name the pack for six players. It has 32 cards, and two of them "
        "are left over."
    },
)
