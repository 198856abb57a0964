"""Leeds & Dwight: playing alone, laws 50, 89 and 93 to 105."""

from scoring.rules.remedies.leeds_dwight.who import LONE_PLAYER
from scoring.rules.remedies.remedy import chapter
from scoring.rules.remedies.when import alone, either_alone
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_alone = chapter(SOURCE, "Alone")
ADVERSARIES = "the lone player's adversaries"

DECLARING = (
    _alone(
        "93, 95",
        "alone-not-allowed",
        "Somebody who may not play alone wants to",
        "He cannot: not after passing, not when he or his partner was ordered up, not when the "
        "other side "
        "made the trump, and not when he exposed a card before he said so.",
        words="lone hand, loner, alone after passing, exposed before declaring",
        applies=alone,
    ),
    _alone(
        "98",
        "alone-wrong-words",
        "A lone hand was declared in the wrong words",
        'It takes one declaration, such as "alone at hearts". Whoever first orders up or names a '
        "suit and "
        "then adds that he plays alone, does not: he plays with his partner.",
        words="lone hand, loner, wrong form, declaration",
        applies=alone,
    ),
    _alone(
        "97",
        "alone-after-naming",
        "Somebody named the trump first, and said only then that he plays alone",
        "He can be made to play the hand with his partner.",
        words="lone hand, loner, too late, declared late",
        chooses=ADVERSARIES,
        applies=alone,
    ),
    _alone(
        "96",
        "dealer-alone-after-discard",
        "The dealer said that he plays alone after discarding",
        "He has to say so before he lets go of his discard. It is too late, and he plays with his "
        "partner.",
        words="lone hand, loner, declared late",
        applies=alone,
    ),
    _alone(
        "93-94",
        "alone-taken",
        "The partner wants to play the lone hand himself",
        'He may, unless he has already passed, by saying "I take it from you".',
        words="take it away, taking the lone hand, loner",
        applies=either_alone,
    ),
    _alone(
        "99",
        "alone-taken-late",
        "The partner offered to take the lone hand after passing, or after the lead",
        "Neither of them can play alone: the hand is played with both.",
        words="take it away, taking it too late, loner",
        applies=either_alone,
    ),
)

PLAYING = (
    _alone(
        "100",
        "partner-played",
        "The lone player's partner played to the first lead",
        "The lone hand is lost, and he plays with his partner, unless the adversaries want him to "
        "go on "
        "alone.",
        words="partner plays anyway, loner",
        chooses=ADVERSARIES,
        applies=alone,
    ),
    _alone(
        "101",
        "lone-partner",
        "The lone player's partner took up his cards again",
        "He must lay them face down and leave them there. He may gather his partner's tricks, and "
        "what he "
        "does with them binds his partner.",
        words="sits out, partner gathers the tricks, loner",
        applies=alone,
    ),
    _alone(
        "102",
        "exposed",
        "The lone player's partner showed one of his cards",
        "All five tricks then bring only {exposed_march}. A euchre still brings the adversaries "
        "{lone_euchre}.",
        words="exposed card, partner shows a card, loner",
        records="exposed",
        applies=alone,
    ),
    _alone(
        "103",
        "counted",
        "An adversary wants to count the cards that the lone player's partner laid down",
        "He may, to see that they are five.",
        words="count the partner's hand, number of cards, loner",
        applies=alone,
    ),
    _alone(
        "104",
        "lone-exposed",
        "The lone player exposed a card",
        "No penalty.",
        words="exposed card, dropped, showed, loner",
        applies=alone,
    ),
    _alone(
        "104",
        "lone-led-out-of-turn",
        "The lone player led out of turn",
        "The card is exposed, and can be called.",
        words="lead, wrong player led, loner",
        chooses=ADVERSARIES,
        applies=alone,
    ),
    _alone(
        "105",
        "played-against-lone",
        "An adversary played out of turn to the lone player's lead",
        "Both adversaries lay their cards on the table, and the lone player may call them.",
        words="played out of turn, against a lone hand, loner",
        chooses=LONE_PLAYER,
        applies=alone,
    ),
    _alone(
        "89",
        "lead-before-discard-lone",
        "The dealer's right-hand neighbour plays alone, and the dealer's partner led before the "
        "discard",
        "The dealer can be made to play his highest or his lowest of the suit, or to win or lose "
        "the trick.",
        words="led too early, late discard, third hand alone, loner",
        chooses=LONE_PLAYER,
        applies=alone,
    ),
    _alone(
        "50",
        "abandoned",
        "An adversary threw down his cards, or stopped playing, against a lone hand",
        "The lone side scores {abandoned} instead of what the hand would have brought.",
        words="abandoned, gave up, laid down, threw in, loner",
        records="abandoned",
        applies=alone,
    ),
)

ALONE = (*DECLARING, *PLAYING)
