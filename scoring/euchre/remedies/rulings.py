"""What scores, or voids a deal, alike at every table but Foster's and the club's.

The law of each is what the rule set rests it on: its book, the house, or our ruling where the book
is silent.
"""

from scoring.euchre.books.partnership import RULING
from scoring.euchre.remedies.remedy import (
    any_joker,
    chapter,
    cut_throat,
    dealer_is_stuck,
    joker,
    may_pass_out,
    only_the_maker_alone,
    set_back,
    three_handed,
    two_handed,
    with_partners,
)
from scoring.euchre.rule_set import Law

CHOICE = Law(source="This table's choice", number="")

_deal = chapter("", "Deal")
_making = chapter("", "Making trump")
_alone = chapter("", "Alone")
_revoke = chapter("", "Revoke")
_cards = chapter("", "Cards")
_score = chapter("", "Score")

STUCK_DEALER = _making(
    "stick_the_dealer",
    "stuck-dealer",
    "Everybody passed twice, and the dealer wants to pass too",
    "Nobody may pass out: the dealer must name a suit, any but the one turned down.",
    words="passed out, stick the dealer, screw the dealer",
    applies=dealer_is_stuck,
)
PASSED_OUT = _making(
    "passed-out",
    "passed-out",
    "Everybody passed twice",
    "The deal is over. Nobody scores, and the next player on the left deals.",
    words="passed out, nobody made trump, thrown in",
    records="passed-out",
    applies=may_pass_out,
)
JOKER_TURNED = _making(
    RULING,
    "joker-turned",
    "The joker was turned up",
    "It stands for the suit agreed on beforehand. If it is ordered or taken up, that suit is "
    "trumps.",
    words="benny turned, jolly, best bower",
    applies=lambda rules: any_joker(rules) and not rules.dealer_names_joker,
)
JOKER_NAMED = _making(
    RULING,
    "joker-turned",
    "The Benny was turned up",
    "The dealer names a suit for it before looking at their cards. If it is ordered or taken up, "
    "that suit is trumps.",
    words="joker turned, jolly, best bower",
    applies=lambda rules: any_joker(rules) and rules.dealer_names_joker,
)
JOKER_OF_SPADES = _making(
    "turned_joker",
    "joker-turned",
    "The joker was turned up",
    "It stands for spades. If it is ordered or taken up, spades are trumps.",
    words="benny turned, jolly, best bower",
    applies=lambda rules: joker(rules) and not any_joker(rules),
)
JOKERS = (JOKER_TURNED, JOKER_NAMED, JOKER_OF_SPADES)
IMPERFECT_PACK = _cards(
    "imperfect-pack",
    "imperfect-pack",
    "The pack is wrong: a card is missing, double or strange",
    "This deal is void and the same player deals again with a whole pack. Earlier scores stand.",
    words="imperfect pack, incorrect pack, lost card, duplicate, extra card, fifty-two cards",
    records="imperfect-pack",
)
SCORE_ERROR = _score(
    RULING,
    "score-error",
    "The score is wrong",
    "It is put right as soon as it is noticed: correct the hand that was taken down wrongly. "
    "Everybody at the table sees what was changed.",
    words="disputed score, mistake, error in the score, forgot to score, wrong points, correct",
    records="correct",
)
BOTH_REVOKED = (
    _revoke(
        "both-revoked",
        "both-revoked",
        "Both sides revoked",
        "The deal is void and the same player deals again. Record a revoke for each side.",
        words="both reneged, two revokes",
        records="revoke",
        applies=lambda rules: with_partners(rules) or two_handed(rules),
    ),
    _revoke(
        "both-revoked",
        "both-revoked",
        "The maker and another player both revoked",
        "The deal is void and the same player deals again. Record a revoke for each of them.",
        words="both sides, both reneged, two revokes",
        records="revoke",
        applies=three_handed,
    ),
)

MISDEAL = (
    _deal(
        "misdeal",
        "misdeal-count",
        "Too many or too few cards or hands were dealt",
        "Noticed before the first lead it is a misdeal: the deal is lost, and the next player on "
        "the left deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards",
        records="misdeal",
    ),
    _deal(
        "misdeal",
        "misdeal-rounds",
        "One player got two cards and another three in the same round",
        "It is a misdeal: the deal is lost, and the next player on the left deals.",
        words="misdeal, misdealt, uneven rounds",
        records="misdeal",
    ),
)
NEW_DEAL = (
    _deal(
        "new-deal",
        "faced-card",
        "A card lay face up in the pack",
        "The same player deals again.",
        words="new deal, boxed card, faced card, wrong way up",
        records="new-deal",
    ),
    _deal(
        "new-deal",
        "exposed-in-deal",
        "A card was exposed in the deal",
        "The same player deals again.",
        words="new deal, flipped card, card seen, dropped while dealing",
        records="new-deal",
    ),
)

ONE_REVOKE = "Somebody did not follow suit, and the trick is closed"
REVOKED = "revoke, revoked, renege, reneged, failed to follow, left bower"
REVOKE = (
    _revoke(
        "revoke",
        "revoke",
        ONE_REVOKE,
        "The other side scores {revoke}, in a lone hand too. Nothing else of the hand counts.",
        words=REVOKED,
        records="revoke",
        applies=with_partners,
    ),
    _revoke(
        "revoke",
        "revoke",
        ONE_REVOKE,
        "They are euchred: the other player scores {revoke}. Nothing else of the hand counts.",
        words=REVOKED,
        records="revoke",
        applies=two_handed,
    ),
    _revoke(
        "revoke",
        "revoke",
        ONE_REVOKE,
        "They are euchred. A maker who revoked brings each of the others {revoke}; another player "
        "who revoked brings the maker {revoke}. Nothing else of the hand counts.",
        words=REVOKED,
        records="revoke",
        applies=cut_throat,
    ),
    _revoke(
        "revoke",
        "revoke",
        ONE_REVOKE,
        "They are euchred: whoever revoked loses {revoke}, below nothing if need be. Nothing else "
        "of the hand counts.",
        words=REVOKED,
        records="revoke",
        applies=set_back,
    ),
)

ONE_WRONG = "Somebody played with too many or too few cards"
WRONG = "wrong number of cards, six cards, four cards, short hand"
WRONG_CARDS = (
    _cards(
        "wrong-cards",
        "wrong-cards",
        ONE_WRONG,
        "The hand is played out, but their side cannot score on it. The other side scores as "
        "usual.",
        words=WRONG,
        records="wrong-cards",
        applies=with_partners,
    ),
    _cards(
        "wrong-cards",
        "wrong-cards",
        ONE_WRONG,
        "The hand is played out, but they cannot score on it. The other scores as usual.",
        words=WRONG,
        records="wrong-cards",
        applies=two_handed,
    ),
    _cards(
        "wrong-cards",
        "wrong-cards",
        ONE_WRONG,
        "The hand is played out, but they cannot score on it. If they are not the maker, neither "
        "can the other who plays against the maker.",
        words=WRONG,
        records="wrong-cards",
        applies=cut_throat,
    ),
    _cards(
        "wrong-cards",
        "wrong-cards",
        ONE_WRONG,
        "The hand is played out, but they cannot score on it. If they are not the maker, neither "
        "can the other who plays against the maker. A set-back is not a score: it still falls (our "
        "ruling).",
        words=WRONG,
        records="wrong-cards",
        applies=set_back,
    ),
)
NO_DISCARD = _making(
    "wrong-cards",
    "no-discard",
    "The dealer took up the trump and forgot to discard",
    "They may still discard before they play. After that they have played with a wrong number of "
    "cards, and their side cannot score on the hand.",
    words="no discard, six cards, wrong number of cards",
    records="wrong-cards",
)
ONLY_THE_MAKER_ALONE = _alone(
    "alone",
    "alone-not-allowed",
    "Somebody who did not make the trump wants to play alone",
    "Only the maker can play alone.",
    words="lone hand, loner, partner alone",
    applies=only_the_maker_alone,
)

RULINGS = (
    *MISDEAL,
    *NEW_DEAL,
    PASSED_OUT,
    STUCK_DEALER,
    *JOKERS,
    NO_DISCARD,
    ONLY_THE_MAKER_ALONE,
    *REVOKE,
    *BOTH_REVOKED,
    IMPERFECT_PACK,
    *WRONG_CARDS,
    SCORE_ERROR,
)
