"""The entrants to seat in a round, how often each sat out, and their past partners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.odd import ghosts_for, sizes_for
from scoring.tournament.pure.seats import FOUR
from scoring.tournament.pure.values import Entrant, Round, Tournament
from scoring.tournament.pure.winners import NotYet


def here(tournament: Tournament, round: int) -> tuple[int, ...]:
    """Return the numbers of the entrants to seat in a round, with the useful ghosts.

    Ghosts that can't fill the last table are left out, as more people would sit out. Raise NotYet
    if there are too few entrants for a table, or if one has no group and the movement goes by it.
    """
    there = [one for one in tournament.entrants if one.plays_in(round)]
    people, format = [one for one in there if not one.ghost], tournament.format.in_round(round)
    if format.by_groups:
        _refuse_without_group(there, format)
        people_of = Counter(one.group for one in there)
        if min(people_of[group] for group in format.groups) < 2:
            raise NotYet(f"Round {round}: a table needs two of each group.")
    ghosts: list[int] = []
    enough = True
    for group, number in ghosts_for([one.group for one in people], format).items():
        free = sorted(one.no for one in there if one.ghost and group in ("", one.group))
        enough &= len(free) >= number or format.odd == "three"
        ghosts += free[:number]
    found = [one.no for one in people] + (ghosts if enough else [])
    if len(found) < fewest(format):
        raise NotYet(
            f"Round {round} has {len(found)} to be seated: a table needs {fewest(format)}."
        )
    return tuple(sorted(found))


def next_no(tournament: Tournament) -> int:
    """Return the number of the round after the last one, or 1."""
    return tournament.rounds[-1].no + 1 if tournament.rounds else 1


def _refuse_without_group(there: Iterable[Entrant], format: Format) -> None:
    lacking = next((one for one in there if one.group not in format.groups), None)
    if lacking:
        wanted = " or ".join(format.groups)
        raise NotYet(f"{lacking.name} needs a group, {wanted}: the movement goes by it.")


def fewest(format: Format) -> int:
    """Return how many entrants make a table."""
    if format.mixed_tables:
        return FOUR
    return 3 if format.odd == "three" else format.full


def refuse_collision(format: Format, tables: int) -> None:
    """Raise NotYet if the movement seats too many or too few at a table, with this number of
    tables."""
    if wrong := format.collision(tables):
        raise NotYet(f"{wrong}.")


def table_sizes(tournament: Tournament, people: Iterable[int]) -> tuple[int, ...]:
    """Return the number of entrants at each table, for these people. The others sit out."""
    return sizes_for([tournament.entrant(no).group for no in people], tournament.format)


def groups_of(tournament: Tournament) -> dict[int, str]:
    """Return the group of each entrant, by number, if there are two groups, and otherwise {}.

    If the format has no groups, the entrants' own groups are used.
    """
    named = {one.no: one.group for one in tournament.entrants if one.group}
    groups = tournament.format.groups or set(named.values())
    return {no: group for no, group in named.items() if group in groups} if len(groups) == 2 else {}


def partnerships(rounds: Iterable[Round]) -> Counter[frozenset[int]]:
    """Return how often each two entrants were partners."""
    return Counter(chain.from_iterable(round.partnerships for round in rounds))


def sit_outs(tournament: Tournament) -> Counter[int]:
    """Return how often each entrant has sat out, by number.

    A late arrival starts with the lowest count of the earlier entrants. So coming late is neither a
    cost nor a gain (our ruling).
    """
    count: Counter[int] = Counter()
    seen: set[int] = set()
    for round in tournament.rounds:
        there = round.everybody
        least = min((count[no] for no in there & seen), default=0)
        count.update(dict.fromkeys(there - seen, least))
        count.update(round.sitting_out)
        seen |= there
    return count
