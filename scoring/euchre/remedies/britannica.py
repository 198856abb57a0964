"""Encyclopaedia Britannica, ninth edition, "Euchre": its eight laws, for two, three and four
players."""

from scoring.euchre.books.britannica import SOURCE
from scoring.euchre.remedies.remedy import (
    alone_as_made,
    chapter,
    may_pass_out,
    more_than_two,
    three_handed,
    two_handed,
    with_partners,
)
from scoring.euchre.remedies.rulings import (
    BOTH_REVOKED,
    IMPERFECT_PACK,
    JOKERS,
    REVOKE,
    SCORE_ERROR,
    STUCK_DEALER,
    WRONG_CARDS,
)

_deal = chapter(SOURCE, "Deal")
_making = chapter(SOURCE, "Making trump")
_alone = chapter(SOURCE, "Alone")
_play = chapter(SOURCE, "Play")
_revoke = chapter(SOURCE, "Revoke")
OTHER_SIDE = "the other side"

DEAL = (
    _deal(
        "1",
        "misdeal-count",
        "The dealer gave somebody too many or too few cards",
        "It is a misdeal: the deal is lost, and the next player deals.",
        words="misdeal, misdealt, wrong number of cards, six cards, four cards",
        records="misdeal",
    ),
    _deal(
        "1",
        "two-turned",
        "The dealer turned up two cards",
        "It is a misdeal: the deal is lost, and the next player deals.",
        words="misdeal, misdealt, two trumps turned",
        records="misdeal",
    ),
    _deal(
        "2",
        "exposed-by-dealer",
        "The dealer exposed a card",
        "The same player deals again.",
        words="new deal, flipped card, card seen, dropped",
        records="new-deal",
    ),
    _deal(
        "2",
        "faced-card",
        "A card lay face up in the pack",
        "The same player deals again.",
        words="new deal, boxed card, faced card, wrong way up",
        records="new-deal",
    ),
)

UNDISCARDED = "The dealer was ordered up, and did not discard in time"
NO_DISCARD = "no discard, forgot to discard, late discard, six cards, wrong number of cards"
MAKING = (
    _making(
        "p. 654",
        "passed-out",
        "Everybody passed twice",
        "The deal is over. Nobody scores, and the next player deals.",
        words="passed out, nobody made trump, thrown in",
        records="passed-out",
        applies=may_pass_out,
    ),
    STUCK_DEALER,
    *JOKERS,
    _making(
        "3",
        "no-discard",
        UNDISCARDED,
        "Once they or their partner has played, their side can score nothing on that hand.",
        words=NO_DISCARD,
        records="wrong-cards",
        applies=with_partners,
    ),
    _making(
        "3",
        "no-discard",
        UNDISCARDED,
        "Once they have played, they can score nothing on that hand.",
        words=NO_DISCARD,
        records="wrong-cards",
        applies=two_handed,
    ),
    _making(
        "3",
        "no-discard",
        UNDISCARDED,
        "Once they have played, they can score nothing on that hand; nor, if they are not the "
        "maker, can the other who plays against the maker (our ruling).",
        words=NO_DISCARD,
        records="wrong-cards",
        applies=three_handed,
    ),
    _making(
        "6",
        "changed-suit",
        "The maker wants to change the suit they named",
        "They must abide by the suit they named first.",
        words="changing trump, misspoke, second thoughts, made trump",
    ),
    _making(
        "7",
        "bridge",
        "Somebody reminded their partner that they are at the bridge",
        "If the trump has been turned, the partner can no longer order it up.",
        words="bridge reminder, table talk, four points",
        applies=with_partners,
    ),
)

ALONE = (
    _alone(
        "p. 655",
        "alone-not-allowed",
        "Somebody wants to play alone, and the others object",
        "Whoever ordered up may, or their partner. The dealer may whose partner assists, or who "
        "takes up the trump; else only who named it. The partner cannot object, and nobody of the "
        "other side may.",
        words="lone hand, loner, adversary alone",
        applies=alone_as_made,
    ),
)

LED = "Somebody led out of turn"
LEAD = "lead, wrong player led, led from the wrong hand"
PLAY = (
    _play(
        "4",
        "exposed-card",
        "Somebody exposed a card",
        "It can be called.",
        words="exposed card, dropped, showed, flashed",
        chooses=OTHER_SIDE,
        applies=more_than_two,
    ),
    _play(
        "4",
        "exposed-card",
        "Somebody exposed a card",
        "No penalty: exposed cards are called only where more than two play.",
        words="exposed card, dropped, showed, flashed",
        applies=two_handed,
    ),
    _play(
        "4",
        "lead-out-of-turn",
        LED,
        "The other side may call the card that was led, or call a suit when their side next leads.",
        words=LEAD,
        chooses=OTHER_SIDE,
        applies=more_than_two,
    ),
    _play(
        "4",
        "lead-out-of-turn",
        LED,
        "The other player may call the card that was led, or call a suit when they next lead.",
        words=LEAD,
        chooses="the other player",
        applies=two_handed,
    ),
    _play(
        "8",
        "last-trick",
        "Somebody wants to see the last trick",
        "They may: every player has that right.",
        words="look at the trick, see the trick, previous trick",
    ),
)

NOTICED = "A revoke is noticed in time"
CORRECTED = "correct a revoke, take back, renege"
IN_TIME = (
    _revoke(
        "5",
        "revoke-in-time",
        NOTICED,
        "It can be put right until the trick is turned and let go, or they or their partner plays "
        "to the next. The wrong card is then exposed, and can be called.",
        words=CORRECTED,
        chooses=OTHER_SIDE,
        applies=with_partners,
    ),
    _revoke(
        "5",
        "revoke-in-time",
        NOTICED,
        "It can be put right until the trick is turned and let go, or they play to the next. The "
        "wrong card is then exposed, and can be called.",
        words=CORRECTED,
        chooses=OTHER_SIDE,
        applies=three_handed,
    ),
    _revoke(
        "5",
        "revoke-in-time",
        NOTICED,
        "It can be put right until the trick is turned and let go, or they play to the next. No "
        "penalty.",
        words=CORRECTED,
        applies=two_handed,
    ),
)

BRITANNICA = (
    *DEAL,
    *MAKING,
    *ALONE,
    *PLAY,
    *REVOKE,
    *BOTH_REVOKED,
    *IN_TIME,
    *WRONG_CARDS,
    IMPERFECT_PACK,
    SCORE_ERROR,
)
