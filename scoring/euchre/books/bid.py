"""Bid Euchre as today's score sheets have it: 24 cards and six tricks, two packs and twelve, or
three players with eight tricks."""

from dataclasses import replace

from scoring.euchre.books.auction import BID_DEALS, BOTH_OVER, REVOKE, SILENT, WRONG_CARDS, bid_laws
from scoring.euchre.books.partnership import RULING
from scoring.euchre.rule_set import Law, RuleSet, Sheet, per_players

SHEET = Law(source="Bid Euchre sheets", number="")
DOUBLE_SHEET = Law(source="Double-deck sheets", number="")
THREE_SHEET = Law(source="Three-handed Bid Euchre sheets", number="")
SHEETS = (
    Sheet(
        name="Reference, how to play Bid Euchre",
        address="https://www.reference.com/world-view/play-bid-euchre-49e3586d4b2e0a7f",
        has="24 cards, six tricks, a point for each trick; a bid that is set is lost",
    ),
    Sheet(
        name="Reference, rules of Bid Euchre",
        address="https://www.reference.com/hobbies-games/rules-bid-euchre-7baba3f9fdc6a82e",
        has="one bid each, the highest bidder leads, both sides score their tricks",
    ),
    Sheet(
        name="Our Pastimes, rules of the card game Bid Euchre",
        address="http://ourpastimes.com/rules-card-game-bid-euchre-5992382.html",
        has="how it is bid and played, and no trump",
    ),
    Sheet(
        name="Bicycle, Cincinnati Euchre",
        address="http://www.bicyclecards.com/card-games/rule/cincinnati-euchre",
        has="the lowest bid, three; all six alone is a moon, for 12",
    ),
)
DOUBLE_SHEETS = (
    Sheet(
        name="Our Past Times, Card Game – Euchre",
        address="https://ourpasttimes.com.au/product/card-game-euchre/",
        has="48 cards, the lowest bid three, a point for each trick, 36 points",
    ),
    Sheet(
        name="HammerWalt, Double Deck Euchre",
        address="https://docs.google.com/document/d/e/2PACX-1vRpSwc9rl6RmlbbsPDXWhDG7I_60VZ2PaRGMS"
        "AFha5c64nqpx41nHSQHhe2o2sPKv0D0I0aQ5V3jmaF/pub",
        has="the lowest bid six, high and low, going alone, the bidder leads",
    ),
)
THREE_SHEETS = (
    Sheet(
        name="Reference, how to play Bid Euchre",
        address="https://www.reference.com/world-view/play-bid-euchre-49e3586d4b2e0a7f",
        has="a team or a player scores each trick of a bid made, and loses a bid that is set; "
        "many games to 50",
    ),
    Sheet(
        name="Euchre US, rules for double-deck bid Euchre",
        address="https://github.com/EuchreUS/euchre-us/blob/master/RULES.md",
        has="three players, each alone; the lowest bid, half of the tricks; high and low; the "
        "bidder leads; 50 points",
    ),
)
SILENT_HERE = (*SILENT, "alone-made", "alone-set", "win_on_bid")

BID = RuleSet(
    key="bid",
    name="Bid Euchre",
    title="Six tricks. Bid for trump, score your tricks, lose a bid that is set.",
    source=SHEET.source,
    sheets=SHEETS,
    partners="fixed",
    bidding=True,
    bidder_leads=True,
    alone="nobody",
    pack=per_players(four=24),
    lowest={4: "9"},
    irregularities=frozenset({"revoke", "wrong-cards"}),
    revokes="bid",
    tricks_dealt=6,
    lowest_bid=3,
    no_trump=True,
    made_scores="tricks",
    others_score_tricks=True,
    set_loses="bid",
    set_gives="tricks",
    bid_alone=True,
    bid_alone_value=12,
    target=32,
    options=("target", "lowest_bid", "bid_alone", "win_on_bid", "stick_the_dealer", "stakes"),
    usual={"target": (32,), "lowest_bid": (3, 1)},
    limits={"lowest_bid": (3, 1)},
    laws=bid_laws(SHEET, rulings=SILENT_HERE),
    rulings={
        "misdeal": BID_DEALS,
        "revoke": REVOKE,
        "wrong-cards": WRONG_CARDS,
        "both_over": BOTH_OVER,
        "alone-made": "A bid alone scores 12 when it is made and costs 12 when it is not, after a "
        "revoke too. The others score the tricks that they took from one that is set.",
    },
)

BID_DOUBLE = replace(
    BID,
    key="bid-double",
    name="Bid Euchre, two packs",
    title="Two packs of 24, twelve tricks. Bid for trump, score your tricks.",
    source=DOUBLE_SHEET.source,
    sheets=DOUBLE_SHEETS,
    pack=per_players(four=48),
    tricks_dealt=12,
    bid_alone_value=24,
    target=36,
    usual={"target": (36,), "lowest_bid": (3, 6)},
    limits={"lowest_bid": (3, 6)},
    laws=bid_laws(DOUBLE_SHEET, rulings=SILENT_HERE),
    rulings=BID.rulings
    | {
        "alone-made": "A bid alone scores 24 when it is made and costs 24 when it is not, after a "
        "revoke too. The others score the tricks that they took from one that is set.",
    },
)

BID_THREE = replace(
    BID,
    key="bid-three",
    name="Bid Euchre, three-handed",
    title="Eight tricks. Bid for trump, score your tricks, lose a bid that is set.",
    source=THREE_SHEET.source,
    sheets=THREE_SHEETS,
    partners="none",
    pack=per_players(three=24),
    lowest={3: "9"},
    tricks_dealt=8,
    lowest_bid=4,
    others_score_tricks=False,
    set_gives=None,
    bid_alone=False,
    target=50,
    options=("target", "lowest_bid", "stick_the_dealer", "stakes"),
    usual={"target": (50, 32), "lowest_bid": (4, 3)},
    limits={"lowest_bid": (4, 3)},
    laws=bid_laws(THREE_SHEET, rulings=SILENT_HERE) | {"pack": RULING, "others": RULING},
    rulings={
        "pack": "The sheet for three deals two packs, 16 cards each. With one pack all 24 cards "
        "are dealt, eight each.",
        "misdeal": BID_DEALS,
        "revoke": "A revoke decides the bid. If the bidder revoked, the bid is set. If an opponent "
        "did, it is made. If the bidder and an opponent revoked, the hand is void.",
        "wrong-cards": "A player with a wrong number of cards cannot score, and an opponent’s "
        "error bars both opponents. A bidder still loses a bid that is set.",
        "both_over": "Only the bidder scores on a hand. If several reach game at once by house "
        "rules or a penalty, the bidder wins, then the player nearest the dealer’s left.",
        "others": "The sheets give the opponents nothing for their tricks.",
    },
)
