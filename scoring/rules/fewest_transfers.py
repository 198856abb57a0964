"""The fewest payments that clear a list of balances.

A group of k players whose balances sum to zero is cleared by k - 1 payments, so the fewest
payments come from the largest number of such groups. Up to EXACT players that number is found
by looking at every subset; above, pairs and triples that cancel are taken out first, and the
rest is one group: never more than players less one, less one for each pair or triple.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import combinations

EXACT = 12


def fewest_transfers(balances: Mapping[Hashable, int]) -> list[tuple[Hashable, Hashable, int]]:
    """Return (payer, payee, amount) rows that bring every balance to zero.

    A balance above zero is to be received. Balances must sum to zero (ValueError).
    The same balances in the same order give the same rows.
    """
    if sum(balances.values()):
        raise ValueError("Balances do not sum to zero.")
    open_ones = [player for player, amount in balances.items() if amount]
    groups = _cancelling_groups(open_ones, balances)
    return [
        row for group in groups for row in _clear({player: balances[player] for player in group})
    ]


def _cancelling_groups(players: list, balances: Mapping) -> list[list]:
    if len(players) <= EXACT:
        return _most_groups(players, balances)
    groups = []
    for size in (2, 3):
        while found := _first_cancelling(players, balances, size):
            groups.append(found)
            players = [player for player in players if player not in found]
            if len(players) <= EXACT:
                return groups + _most_groups(players, balances)
    return [*groups, players]


def _first_cancelling(players: list, balances: Mapping, size: int) -> list | None:
    for group in combinations(players, size):
        if not sum(balances[player] for player in group):
            return list(group)
    return None


def _most_groups(players: list, balances: Mapping) -> list[list]:
    """Return the players split into as many groups that sum to zero as there can be.

    `most[subset]` counts the zero sums met while the subset is built up one player at a time
    in the best order; walking back from the full set, each zero sum closes a group.
    """
    amounts = [balances[player] for player in players]
    full = (1 << len(players)) - 1
    sums, most = [0] * (full + 1), [0] * (full + 1)
    for subset in range(1, full + 1):
        last = subset & -subset
        sums[subset] = sums[subset ^ last] + amounts[last.bit_length() - 1]
        most[subset] = (not sums[subset]) + max(most[subset ^ bit] for bit in _bits(subset))
    groups, subset = [], full
    while subset:
        if not sums[subset]:
            groups.append([])
        bit = max(_bits(subset), key=lambda bit: most[subset ^ bit])
        groups[-1].append(players[bit.bit_length() - 1])
        subset ^= bit
    return groups[::-1]


def _bits(subset: int) -> list[int]:
    return [1 << place for place in range(subset.bit_length()) if subset >> place & 1]


def _clear(balances: dict) -> list[tuple]:
    """Return payments that clear one group: the largest debtor pays the largest creditor first."""
    rows = []
    while any(balances.values()):
        payee = max(balances, key=balances.get)
        payer = min(balances, key=balances.get)
        amount = min(balances[payee], -balances[payer])
        rows.append((payer, payee, amount))
        balances[payee] -= amount
        balances[payer] += amount
    return rows
