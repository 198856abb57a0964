"""Who owes whom: every pair's debt, what each wins or loses, and the fewest transfers.

The fewest transfers give each player the same. Players may be any hashable values, in seat order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.rules.game import Game, Played, Rubber, rubbers
from scoring.rules.rule_set import RuleSet

# -- What players owe each other for a sitting, in points: by games or rubbers where those are paid
# for, else by all that was scored.

Owed = dict[tuple[Hashable, Hashable], int]
"""Points by (debtor, creditor)."""


def owed(played: Sequence[Played], *, rules: RuleSet, seats: int) -> Owed:
    """Return what each seat owes each other for a sitting, in points or game points; nothing left
    out."""
    if not rules.pays_games:
        totals = played[-1].totals if played else (0,) * seats
        return differences(dict(enumerate(totals)), sides=rules.sides(seats))
    if not played:
        return {}
    sides, standing = rules.sides(seats), played[-1].standing
    debts: Owed = defaultdict(int)
    if rules.rubber is None:
        for game in standing.games:
            _add_game(debts, game, sides)
    else:
        for rubber in rubbers(standing, rules):
            _add_rubber(debts, rubber, sides)
    return dict(debts)


def differences(
    totals: Mapping[Hashable, int], *, sides: Sequence[Sequence[Hashable]] = ()
) -> Owed:
    """Return what every lower player owes every higher one: the difference (Foster 1905, p. 29).

    Of `sides` each loser pays one winner; without them each plays for themselves.
    """
    debts = {}
    for one, other in combinations(sides or [(player,) for player in totals], 2):
        lower, higher = (one, other) if totals[one[0]] < totals[other[0]] else (other, one)
        difference = totals[higher[0]] - totals[lower[0]]
        debts |= dict.fromkeys(zip(lower, higher, strict=True), difference)
    return debts


def _add_game(debts: Owed, game: Game, sides: tuple[tuple[int, ...], ...]) -> None:
    for side, value in enumerate(game.values):
        _pay_across(debts, sides[side], sides[game.winner], value)


def _add_rubber(debts: Owed, rubber: Rubber, sides: tuple[tuple[int, ...], ...]) -> None:
    one, other = rubber.points
    if one > other:
        _pay_across(debts, sides[1], sides[0], one - other)
    else:
        _pay_across(debts, sides[0], sides[1], other - one)


def _pay_across(
    debts: Owed, losers: tuple[int, ...], winners: tuple[int, ...], points: int
) -> None:
    """Each loser pays one winner: the same adversary whoever wins."""
    if points:
        for loser, winner in zip(losers, winners, strict=True):
            debts[loser, winner] += points


# -- The fewest payments that clear a list of balances.
#
# A group of k players whose balances sum to zero is cleared by k - 1 payments, so the fewest
# payments come from the largest number of such groups. Up to EXACT players that number is found by
# looking at every subset; above, pairs and triples that cancel are taken out first, and the rest is
# one group: never more than players less one, less one for each pair or triple.

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

    In Call-Ace the net of player i of n is n times their score less the sum of all scores.
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
