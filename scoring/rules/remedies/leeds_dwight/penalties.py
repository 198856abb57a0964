"""Leeds & Dwight: paying a penalty and exacting it, laws 54 to 57 and 85."""

from scoring.rules.remedies.leeds_dwight.who import OTHER_SIDE
from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_play = chapter(SOURCE, "Play")

PENALTIES = (
    _play(
        "54",
        "called-refused",
        "Somebody did not play or lead what was called, though he could",
        "It counts as a revoke.",
        words="called suit refused, highest, lowest, disobeyed",
        records="revoke",
    ),
    _play(
        "55, 57",
        "called-none",
        "Somebody cannot play what is called",
        "Nobody can be made to revoke. Whoever has none of the suit called leads what he likes, "
        "and the penalty is paid.",
        words="called suit, has none, void",
    ),
    _play(
        "56",
        "called-again",
        "An exposed card was called, and could not be played",
        "It can be called again, until it has been played.",
        words="repeat the call, exposed card",
        chooses=OTHER_SIDE,
    ),
    _play(
        "85",
        "consulted",
        "Partners talk over which penalty to take",
        "They lose their right to it. They may only agree who chooses, and what either of them "
        "demands is "
        "final.",
        words="consulting, consultation, discuss, choose the penalty",
    ),
)
