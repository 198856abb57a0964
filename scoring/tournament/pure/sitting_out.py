"""Who sits out a round, evenly, and not twice running (docs/tournament-format.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from scoring.tournament.pure.here import groups_of, sit_outs
from scoring.tournament.pure.values import Tournament


def who_sits_out(
    tournament: Tournament,
    people: Sequence[int],
    *,
    at: Mapping[int, int],
    number: int,
) -> tuple[int, ...]:
    """Return the entrants who sit out. By lot, or if the movement goes by groups, they are from the
    group that has too many.

    `at` has the next table of each entrant, and none for those who sat out last time. Ghosts never
    sit out.
    """
    turn = _turn_to_sit_out(tournament, people, at)
    in_turn = sorted((no for no in people if not tournament.entrant(no).ghost), key=turn)
    groups = groups_of(tournament)
    if not groups or tournament.format.sits_out == "last-table" and not tournament.format.by_groups:
        return tuple(in_turn[:number])
    left, found = Counter(groups.get(no, "") for no in people), []
    for _ in range(number):
        # From the group with more people left; our ruling: those of neither group go by turn alone.
        most = max(left[group] for group in set(groups.values()))
        larger = [no for no in in_turn if groups.get(no, "") == "" or left[groups[no]] == most]
        out = (larger or in_turn)[0]
        found.append(out)
        in_turn.remove(out)
        left[groups.get(out, "")] -= 1
    return tuple(found)


def _turn_to_sit_out(
    tournament: Tournament, people: Sequence[int], at: Mapping[int, int]
) -> Callable[[int], tuple]:
    """Return the order of sitting out, by entrant. New arrivals come last, and before them whoever
    sat out most.

    With `lot` no one sits out twice running, while there are others, and equals draw lots. With
    `last-table` they go from the last table up, and ties go to the lower number.
    """
    count = sit_outs(tournament)
    before = set().union(*(round.everybody for round in tournament.rounds))
    if tournament.format.sits_out == "last-table":
        return lambda no: (no not in before, count[no], -at.get(no, 0), no)
    last = tournament.rounds[-1]
    lots = Random(f"{tournament.seed} sits out {last.no + 1}")
    order = lots.sample(sorted(people), len(people))
    rank = {no: place for place, no in enumerate(order)}
    return lambda no: (no not in before, no in last.sitting_out, count[no], rank[no])
