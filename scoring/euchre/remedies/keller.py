"""J. W. Keller, The Game of Euchre, 1887, chapter 2: the little it says of what may not be done."""

from scoring.euchre.books.keller import CHAPTER, SOURCE
from scoring.euchre.remedies.remedy import alone, chapter, nobody_defends_alone

_deal = chapter(SOURCE, "Deal")
_alone = chapter(SOURCE, "Alone")

KELLER = (
    _deal(
        CHAPTER,
        "cut-wrong",
        "The cut left too few cards",
        "At least four cards must be taken off, and at least four must stay. Fewer is no cut: cut "
        "again.",
        words="cutting, short cut",
    ),
    _alone(
        CHAPTER,
        "alone-after-passing",
        "Somebody passed, and now wants to play alone",
        "They cannot: whoever has passed the turned suit, or the making, plays no lone hand on it.",
        words="lone hand, loner, changed their mind",
        applies=alone,
    ),
    _alone(
        CHAPTER,
        "alone-too-late",
        "Somebody says after the lead that they play alone",
        "It is too late: they have to say so before the lead, and play with their partner.",
        words="lone hand, loner, declared late, forgot to declare",
        applies=alone,
    ),
    _alone(
        CHAPTER,
        "dealer-alone-after-discard",
        "The dealer said that they play alone after discarding",
        "They may: it is early enough before the lead.",
        words="lone hand, loner, declared late",
        applies=alone,
    ),
    _alone(
        CHAPTER,
        "alone-second",
        "Another player wants to play alone too, or an opponent of the makers does",
        "They cannot: one player alone in a hand, and always of the side that made the trump.",
        words="lone hand, loner, defend alone, adversary alone",
        applies=nobody_defends_alone,
    ),
    _alone(
        CHAPTER,
        "lone-partner",
        "The lone player's partner looks on, speaks or takes part",
        "Their cards lie face down on the table, and they are silent until the hand is over.",
        words="sits out, partner plays anyway, table talk, loner",
        applies=alone,
    ),
)
