"""Where the trump is bid for: what may go wrong there, and nowhere else.

The books of these games say of slips only who bids how often. What is not cited is our ruling, or
what the rule set rests it on.
"""

from scoring.euchre.books.partnership import RULING
from scoring.euchre.remedies.remedy import bids_alone, chapter, dealer_is_stuck, may_pass_out
from scoring.euchre.remedies.rulings import BOTH_REVOKED, NEW_DEAL, REVOKED, SCORE_ERROR

OTHER_SIDE = "the other side"

_deal = chapter("", "Deal")
_bid = chapter("", "Bidding")
_alone = chapter("", "Alone")
_revoke = chapter("", "Revoke")
_cards = chapter("", "Cards")

DEAL = (
    _deal(
        "misdeal",
        "misdeal-count",
        "Somebody was dealt too many or too few cards",
        "Noticed in the bidding, or later before the first lead, it is a misdeal: the deal is "
        "lost, and the next player on the left deals.",
        words="misdeal, misdealt, wrong number of cards, short hand",
        records="misdeal",
    ),
    _deal(
        RULING,
        "dealt-out-of-turn",
        "Somebody dealt out of turn",
        "It can be stopped until somebody has bid or passed. After that the deal stands.",
        words="wrong dealer, not their deal",
    ),
    *NEW_DEAL,
)

BIDDING = (
    _bid(
        "passed-out",
        "passed-out",
        "Everybody passed",
        "The deal is over. Nobody scores, and the next player on the left deals.",
        words="passed out, nobody bid, no bid, thrown in",
        records="passed-out",
        applies=may_pass_out,
    ),
    _bid(
        "stick_the_dealer",
        "stuck-dealer",
        "Everybody else passed, and the dealer wants to pass too",
        "Nobody may pass out: the dealer bids {lowest_bid} or more, and names the trump.",
        words="passed out, stick the dealer, screw the dealer, nobody bid",
        applies=dealer_is_stuck,
    ),
    _bid(
        RULING,
        "bid-out-of-turn",
        "Somebody bid or passed out of turn",
        "It does not count, and they bid no more on this hand. Whoever has the turn goes on, and "
        "may bid as if nothing had been said.",
        words="bidding out of turn, spoke out of turn, passed out of turn, bid too early",
    ),
    _bid(
        "bid",
        "bid-again",
        "Somebody wants to bid a second time",
        "They cannot: everybody bids or passes once.",
        words="second bid, passed and wants to bid, raise, overbid, changed their mind",
    ),
    _bid(
        RULING,
        "bid-too-low",
        "A bid is no higher than the one before, or too low",
        "It is no bid: they bid higher at once, or pass. The lowest bid is {lowest_bid}.",
        words="insufficient bid, same bid, underbid, not enough, minimum",
    ),
    _bid(
        RULING,
        "bid-changed",
        "Somebody wants to take back their bid or their pass",
        "They may until the next player has spoken, if it was a slip of the tongue. After that it "
        "stands.",
        words="changed bid, misspoke, second thoughts, correct a bid",
    ),
    _bid(
        RULING,
        "named-too-soon",
        "Somebody named a trump before the bidding was over",
        "A bidder who names it with the bid must keep to it, should theirs be the highest. "
        "Nothing else comes of it; whoever has not bid names nothing.",
        words="trump too early, suit with the bid, said the suit, table talk",
    ),
    _bid(
        RULING,
        "trump-asked",
        "Somebody asks what is trump, or what was bid",
        "Anybody may ask at any time which suit is trump, or high or low; and who bid how much.",
        words="trump suit, forgot trump, how many, who bid",
    ),
)

ALONE = (
    _alone(
        "alone-made",
        "alone-not-allowed",
        "Somebody who bid a number wants to play alone",
        "They cannot: only who bids alone plays alone, and that bid wants all {tricks_dealt} "
        "tricks.",
        words="lone hand, loner, shoot the moon, moon, after the bidding",
        applies=bids_alone,
    ),
    _alone(
        RULING,
        "alone-second",
        "Two players want to bid alone",
        "The first has it: no bid is higher.",
        words="lone hand, loner, shoot the moon, double moon, two moons",
        applies=bids_alone,
    ),
    _alone(
        RULING,
        "lone-partner",
        "The lone bidder's partner speaks, looks on or plays a card",
        "Their cards lie face down until the hand is over, and they take no part. A card that they "
        "played goes back, and the trick is played without it.",
        words="sits out, laid down, partner plays anyway, loner, moon",
        applies=bids_alone,
    ),
    _alone(
        RULING,
        "lone-exchange",
        "The lone bidder wants cards from their partner",
        "Agree on it before the first deal: at some tables they exchange a few, at others none. "
        "It changes no score.",
        words="ask for the best card, pass cards, shooter, call for one, loner, moon",
        applies=bids_alone,
    ),
)

CLOSED = "did not follow suit, and the trick is closed"
REVOKE = (
    _revoke(
        "revoke",
        "revoke",
        f"The bidder or their partner {CLOSED}",
        "The bid is not made, whatever they took: their side loses {set_loses}, and the others "
        "score {set_gives}. Nothing else of the hand counts.",
        words=REVOKED,
        records="revoke",
    ),
    _revoke(
        "revoke",
        "revoke-by-adversary",
        f"An adversary of the bidder {CLOSED}",
        "The bid counts as made, whatever they took: the bidder's side scores {made_scores}, and "
        "the others nothing.",
        words=REVOKED,
        records="revoke",
    ),
    _revoke(
        "alone-made",
        "revoke-alone",
        "Somebody did not follow suit in a hand that was bid alone",
        "It is as in any other hand: the lone bidder's own revoke sets the bid; an adversary's "
        "makes it, and then it brings {bid_alone_value}.",
        words=f"{REVOKED}, loner, shoot the moon",
        records="revoke",
        applies=bids_alone,
    ),
    *BOTH_REVOKED,
)

CARDS = (
    _cards(
        "wrong-cards",
        "wrong-cards",
        "Somebody played with too many or too few cards",
        "The hand is played out, but their side cannot score on it. What it loses by a bid that is "
        "set still counts, and the other side scores as usual. A revoke goes before.",
        words="wrong number of cards, short hand, one card too many, one card short",
        records="wrong-cards",
    ),
    _cards(
        "imperfect-pack",
        "imperfect-pack",
        "The pack is wrong: a card is missing, one too many or strange",
        "This deal is void and the same player deals again with a whole pack. Earlier scores "
        "stand.",
        words="imperfect pack, incorrect pack, lost card, extra card, wrong pack",
        records="imperfect-pack",
    ),
)

OF_BIDS = (*DEAL, *BIDDING, *ALONE, *REVOKE, *CARDS, SCORE_ERROR)
