"""The timetable of one division: everybody meets everybody, with the fewest breaks there can be."""

from collections import Counter
from itertools import chain, pairwise

import pytest

from scoring.league.pure.timetable import days_needed, least_breaks, season

SIZES = [(teams, rounds) for teams in range(2, 21) for rounds in (1, 2, 3, 4, 5)]


def homes(days, teams):
    """Return whether each was at home, match by match."""
    found = {no: [] for no in range(teams)}
    for home, away in chain.from_iterable(days):
        found[home].append(True)
        found[away].append(False)
    return found.values()


@pytest.mark.parametrize(("teams", "rounds"), SIZES)
def test_each_pairing_occurs_once_a_round_with_the_fewest_breaks(teams, rounds):
    found = season(teams, rounds)
    everybody = {frozenset((one, other)): 1 for one in range(teams) for other in range(one)}
    for days in found:
        assert Counter(map(frozenset, chain.from_iterable(days))) == everybody
        for day in days:
            assert len(set(chain.from_iterable(day))) == 2 * len(day) == teams - teams % 2
    days = [*chain.from_iterable(found)]
    assert len(days) == days_needed(teams, rounds)
    breaks = sum(one == other for at in homes(days, teams) for one, other in pairwise(at))
    assert breaks == least_breaks(teams, rounds)
    assert all(abs(2 * sum(at) - len(at)) <= 1 for at in homes(days, teams))
    balance = Counter(chain.from_iterable(days))
    balance.subtract((away, home) for home, away in chain.from_iterable(days))
    assert {abs(more) for more in balance.values()} <= {rounds % 2}
