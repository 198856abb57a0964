"""Professor Hoffmann, Hoyle's Games Modernized: the little it says of what may not be done."""

from scoring.euchre.books.hoffmann import SOURCE
from scoring.euchre.remedies.remedy import alone, chapter, cut_throat

_making = chapter(SOURCE, "Making trump")
_alone = chapter(SOURCE, "Alone")
_score = chapter(SOURCE, "Score")

HOFFMANN = (
    _making(
        "p. 69",
        "trump-lifted",
        "The dealer took the turned card into their hand at once",
        "It counts as theirs, but stays on the pack until the first trick has been played. No "
        "penalty is set: they put it back.",
        words="trump card lifted, turn-up, picked up",
    ),
    _alone(
        "p. 71",
        "lone-partner",
        "The lone player's partner takes part",
        "They lay their cards face down on the table, and leave the play to the other.",
        words="sits out, partner plays anyway, loner",
        applies=alone,
    ),
    _score(
        "p. 72",
        "both-out",
        "One euchre carries both the others out",
        "The elder hand wins: of the two, the one nearer to the dealer's left.",
        words="both win, tie, same time, who wins",
        applies=cut_throat,
    ),
)
