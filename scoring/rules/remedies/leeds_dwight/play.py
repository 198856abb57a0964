"""Leeds & Dwight: cards shown and played in error, laws 46 to 61 and 83 to 84."""

from scoring.rules.remedies.leeds_dwight.who import EITHER, OTHER_SIDE
from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_play = chapter(SOURCE, "Play")

SHOWN = (
    _play(
        "46",
        "exposed-card",
        "Somebody dropped or showed a card",
        "It stays face up on the table and can be called, however quickly it was snatched back. "
        "A card that falls below the table is not exposed.",
        words="exposed card, flashed, floor",
        chooses=OTHER_SIDE,
    ),
    _play(
        "46",
        "two-cards-at-once",
        "Somebody played two cards at once",
        "All of them are exposed: they stay on the table and can be called.",
        words="several cards, exposed card, more than one card",
        chooses=OTHER_SIDE,
    ),
    _play(
        "47",
        "played-ahead",
        "Somebody played winning cards one after another, without waiting for his partner",
        "The partner may be made to win any one of these tricks if he can; the other cards are "
        "exposed.",
        words="exposed card, did not wait, led again",
        chooses=OTHER_SIDE,
    ),
    _play(
        "48",
        "thrown-down",
        "Somebody threw his cards down face up",
        "They are exposed, and can be called. Whoever has kept his hand need not give it up.",
        words="threw in, laid down, thought the game was over, claimed",
        chooses=OTHER_SIDE,
    ),
    _play(
        "49",
        "all-abandoned",
        "Everybody threw his cards down face up",
        "The hand is over, and nobody may take up his cards again. Whoever then sees how he would "
        "have saved "
        "or won the game sees it too late, unless there was a revoke.",
        words="all abandon, all four, threw in",
    ),
    _play(
        "51",
        "detached-card",
        "Somebody drew a card from his hand, and an opponent named it",
        "Named rightly, it can be called. Named wrongly, a suit can be called from the side that "
        "named it "
        "at its next lead.",
        words="detached card, guessed, adversary named",
        chooses=OTHER_SIDE,
    ),
)

OUT_OF_TURN = (
    _play(
        "52",
        "lead-out-of-turn",
        "Somebody led out of turn",
        "The other side may call the card that was led, or call a suit when the offender or his "
        "partner "
        "next has the lead.",
        words="lead, wrong player led, led from the wrong hand",
        chooses=EITHER,
    ),
    _play(
        "53",
        "lead-followed",
        "Others have already played to a lead out of turn",
        "If all have followed, the trick stands. Otherwise they take their cards back without "
        "penalty, "
        "and only the leader is to blame.",
        words="lead, wrong player led",
    ),
    _play(
        "58",
        "third-hand-first",
        "Third hand played before second",
        "Then the fourth may also play before his partner.",
        words="played out of turn, wrong order",
    ),
    _play(
        "59",
        "fourth-hand-first",
        "Fourth hand played before his partner, and the third had not played",
        "The partner may be made to win the trick or to lose it.",
        words="played out of turn, wrong order",
        chooses=OTHER_SIDE,
    ),
    _play(
        "60",
        "omitted",
        "Somebody did not play to a trick, and has played to the next",
        "The other side may claim a new deal. If it lets the hand stand, the card left over at "
        "the end "
        "belongs to the short trick, and is no revoke there.",
        words="omitted to play, missed a trick, forgot to play, skipped",
        chooses=OTHER_SIDE,
        records="new-deal",
    ),
    _play(
        "61",
        "extra-card",
        "Somebody put two cards on one trick, or mixed a card into a wrong trick",
        "The tricks may be counted face down; one with a card too many is searched, and the card "
        "given back. "
        "He answers for every revoke that came of it, also when it is found only at the end.",
        words="two cards to a trick, extra card, too many cards",
        records="revoke",
    ),
)

TALK = (
    _play(
        "83",
        "called-attention",
        "Somebody called attention to a trick before his partner played",
        "His partner may be made to play his highest card of the suit led or his lowest, to take "
        "the trick "
        "or to leave it.",
        words="table talk, it is yours, drew his card, named his card, told his partner",
        chooses=EITHER,
    ),
    _play(
        "84",
        "who-played",
        "Somebody asks who played which card",
        "He may not ask that. Until the trick is gathered he may have the cards placed before "
        "their players.",
        words="draw cards, place the cards, whose card, see the trick",
    ),
)

PLAY = (*SHOWN, *OUT_OF_TURN, *TALK)
