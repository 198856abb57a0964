"""Who sits out next where the movement does not say: evenly, and nobody twice running."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.movements.tournament.here import everybody, sit_outs
from scoring.movements.tournament.values import Tournament


def who_sits_out(
    tournament: Tournament, people: Iterable[int], *, at: Mapping[int, int], number: int
) -> tuple[int, ...]:
    """Return so many of these: whoever sat out least; then not last time; then from the last table
    up.

    `at` tells the table that each would come to; who sat out last time comes to none. The lower
    number decides at last. Ghosts never sit out, and who has just come does not, while there are
    others.
    """
    count = sit_outs(tournament)
    before = set().union(*map(everybody, tournament.rounds))

    def turn(no: int) -> tuple:
        return no not in before, count[no], -at.get(no, 0), no

    return tuple(
        sorted((no for no in people if not tournament.entrant(no).ghost), key=turn)[:number]
    )
