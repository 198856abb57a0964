"""Who owes whom: every pair's debt, what each wins or loses, and the fewest transfers.

The fewest transfers give each player the same. Players may be any hashable values, in seat order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.rules.fewest_transfers import fewest_transfers
from scoring.rules.owed import Owed

Player = Hashable


@dataclass(frozen=True, slots=True)
class Debt:
    """What one player owes another: points (None where stakes differ) and money in minor units."""

    debtor: Player
    creditor: Player
    points: int | None
    minor: int


@dataclass(frozen=True, slots=True)
class Net:
    """What a player wins (above zero) or loses over all: points and minor units."""

    points: int
    minor: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a sitting, or a session of several, is paid. Both lists of debts come to the same
    nets."""

    players: tuple[Player, ...]
    nets: Mapping[Player, Net]
    pairs: tuple[Debt, ...]
    transfers: tuple[Debt, ...]


def settle(players: Iterable[Player], owed: Owed, *, stake: int = 0) -> Settlement:
    """Return the Settlement of one sitting: what it owes in points, at `stake` minor units a point.

    In Call-Ace the net of player i of n is n times his score less the sum of all scores.
    """
    return settle_together(players, [(owed, stake)])


def settle_together(players: Iterable[Player], sittings: Sequence[tuple[Owed, int]]) -> Settlement:
    """Return one Settlement of several sittings, each given as what it owes and its stake."""
    players = tuple(players)
    points: dict[tuple, int] = defaultdict(int)
    minor: dict[tuple, int] = defaultdict(int)
    for debts, stake in sittings:
        for (debtor, creditor), difference in debts.items():
            points[debtor, creditor] += difference
            minor[debtor, creditor] += difference * stake
    nets = {player: Net(_net(points, player), _net(minor, player)) for player in players}
    stakes = {stake for _, stake in sittings}
    stake = stakes.pop() if len(stakes) == 1 else None
    return Settlement(players, nets, _pairs(players, points, minor, stake), _transfers(nets, stake))


def _net(owed: Mapping[tuple, int], player: Player) -> int:
    received = sum(amount for (_, creditor), amount in owed.items() if creditor == player)
    return received - sum(amount for (debtor, _), amount in owed.items() if debtor == player)


def _pairs(players, points, minor, stake: int | None) -> tuple[Debt, ...]:
    """Return what is left between every two players, the larger debts of each debtor as seated."""
    debts = []
    for one, other in combinations(players, 2):
        by_points = points.get((one, other), 0) - points.get((other, one), 0)
        by_money = minor.get((one, other), 0) - minor.get((other, one), 0)
        # With stakes that differ, money decides who owes; points of several stakes do not add up.
        decides = by_points if stake is not None else by_money
        shown = abs(by_points) if stake is not None else None
        if decides > 0:
            debts.append(Debt(one, other, shown, by_money))
        elif decides < 0:
            debts.append(Debt(other, one, shown, -by_money))
    return tuple(debts)


def _transfers(nets: Mapping[Player, Net], stake: int | None) -> tuple[Debt, ...]:
    if stake is not None:
        found = fewest_transfers({player: net.points for player, net in nets.items()})
        return tuple(Debt(payer, payee, amount, amount * stake) for payer, payee, amount in found)
    found = fewest_transfers({player: net.minor for player, net in nets.items()})
    return tuple(Debt(payer, payee, None, amount) for payer, payee, amount in found)
