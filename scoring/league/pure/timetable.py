"""Timetables of one division with the fewest breaks, with the matches of each match day by number.

They use the circle method with de Werra's homes. A round of an even number n of teams has n - 2
breaks, the least possible, and an odd number none (D. de Werra, Scheduling in sports, 1981).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

Matchday = tuple[tuple[int, int], ...]
"""The matches of a day as home and away, by number from 0."""


def least_breaks(teams: int, rounds: int) -> int:
    """Return the fewest breaks of a season in which all meet once a round."""
    return rounds * (teams - 2) if teams % 2 == 0 else 0


def days_needed(teams: int, rounds: int) -> int:
    """Return how many match days a season has at least."""
    return rounds * (teams - 1 + teams % 2) if teams > 1 else 0


def season(teams: int, rounds: int) -> list[list[Matchday]]:
    """Return the match days of each round. Their breaks are `least_breaks`.

    Every other round is the last one backwards, with home and away swapped. So no team has a break
    between the two, and every two teams are equally often at home.
    """
    found: list[list[Matchday]] = []
    for no in range(rounds):
        if no % 2:
            found.append([_turned(day) for day in reversed(found[-1])])
        else:
            found.append(_moved_on(found[-2], teams) if found else _round(teams))
    return found


def _round(teams: int) -> list[Matchday]:
    circle = teams - 1 + teams % 2
    days = []
    for turn in range(circle if teams > 1 else 0):
        still = circle  # who does not go round it, where there is one
        day = [(turn, still) if turn % 2 else (still, turn)] if teams % 2 == 0 else []
        for step in range(1, (circle + 1) // 2):
            one, other = (turn + step) % circle, (turn - step) % circle
            day.append((one, other) if step % 2 else (other, one))
        days.append(tuple(day))
    return days


def _turned(day: Matchday) -> Matchday:
    return tuple((away, home) for home, away in day)


def opposites(days: Sequence[Matchday], teams: int) -> list[tuple[int, int]]:
    """Return an even number of teams in pairs of which one is always at home when the other is
    away, for teams that share a venue. The one at home on the first day comes first."""
    homes = [{home for home, _ in day} for day in days]
    pattern = {no: tuple(no in at_home for at_home in homes) for no in range(teams)}
    other = {tuple(not home for home in pattern[no]): no for no in range(teams)}
    return [(no, other[pattern[no]]) for no in range(teams) if pattern[no][0]]


def _moved_on(days: list[Matchday], teams: int) -> list[Matchday]:
    """Return a similar round, in which each team takes the place of another that starts alike, at
    home or away. So no team has a break before it, and other teams meet first."""
    twos = opposites(days, teams) if teams % 2 == 0 else ()
    begins: dict[int, int] = {}
    for match in chain.from_iterable(days):
        begins |= {no: side for side, no in enumerate(match) if no not in begins}
    alike = list(zip(*twos, strict=True)) or [
        tuple(no for no in begins if begins[no] == side) for side in (0, 1)
    ]
    names = {
        no: group[(at + len(group) // 2) % len(group)]
        for group in alike
        for at, no in enumerate(group)
    }
    return [tuple((names[home], names[away]) for home, away in day) for day in days]
