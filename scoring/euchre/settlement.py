"""Settle a sitting: the debt of every pair, each player's net, and the fewest transfers.

The transfers give each player the same as the debts. Players may be any hashable values, in seat
order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Generic, TypeVar

from scoring.euchre.game import Game, Played, Rubber, rubbers
from scoring.euchre.rule_set import RuleSet

# -- What players owe each other for a sitting, in points: by games or rubbers where those are paid
# for, else by all that was scored.

Player = TypeVar("Player", bound=Hashable)
Owed = dict[tuple[Player, Player], int]
"""Points by (debtor, creditor)."""


def owed(played: Sequence[Played], *, rules: RuleSet, seats: int) -> Owed[int]:
    """Return what each seat owes each other for a sitting, in points or game points; nothing left
    out."""
    if not rules.pays_games:
        totals = played[-1].totals if played else (0,) * seats
        return differences(dict(enumerate(totals)), sides=rules.sides(seats))
    if not played:
        return {}
    sides, standing = rules.sides(seats), played[-1].standing
    debts: Owed[int] = defaultdict(int)
    if rules.rubber is None:
        for game in standing.games:
            _add_game(debts, game, sides)
    else:
        for rubber in rubbers(standing, rules):
            _add_rubber(debts, rubber, sides)
    return dict(debts)


def differences(
    totals: Mapping[Player, int], *, sides: Sequence[Sequence[Player]] = ()
) -> Owed[Player]:
    """Return the debt of every lower player to every higher one, the difference (Foster 1905, p.
    29).

    With `sides`, each loser pays one winner. Without, players play for themselves.
    """
    debts = {}
    for one, other in combinations(sides or [(player,) for player in totals], 2):
        lower, higher = (one, other) if totals[one[0]] < totals[other[0]] else (other, one)
        difference = totals[higher[0]] - totals[lower[0]]
        debts |= dict.fromkeys(zip(lower, higher, strict=True), difference)
    return debts


def _add_game(debts: Owed[int], game: Game, sides: tuple[tuple[int, ...], ...]) -> None:
    for side, value in enumerate(game.values):
        _pay_across(debts, sides[side], sides[game.winner], value)


def _add_rubber(debts: Owed[int], rubber: Rubber, sides: tuple[tuple[int, ...], ...]) -> None:
    one, other = rubber.points
    if one > other:
        _pay_across(debts, sides[1], sides[0], one - other)
    else:
        _pay_across(debts, sides[0], sides[1], other - one)


def _pay_across(
    debts: Owed[int], losers: tuple[int, ...], winners: tuple[int, ...], points: int
) -> None:
    """Let each loser pay one winner, who is the same adversary whichever side wins."""
    if points:
        for loser, winner in zip(losers, winners, strict=True):
            debts[loser, winner] += points


# -- The fewest payments that clear a list of balances.
#
# A group of k players whose balances sum to zero is cleared by k - 1 payments, so the fewest
# payments come from the largest number of such groups. Up to EXACT players that number is found by
# looking at every subset; above, pairs and triples that cancel are taken out first, and the rest is
# one group: never more than players less one, less one for each pair or triple.
#
# Where as few payments can be made in several ways, people pay those they sat with.

EXACT = 12
Circles = Sequence[frozenset]


def fewest_transfers(
    balances: Mapping[Player, int], *, circles: Iterable[Iterable[Player]] = ()
) -> list[tuple]:
    """Return (payer, payee, amount) rows that bring every balance to zero.

    A balance above zero is to be received. Balances must sum to zero (ValueError). Those in each of
    the `circles` sat together; without any, all did. The same balances in the same order give the
    same rows.
    """
    if sum(balances.values()):
        raise ValueError("Balances do not sum to zero.")
    sat = [frozenset(circle) for circle in circles] or [frozenset(balances)]
    left = {player: amount for player, amount in balances.items() if amount}
    if len(left) <= EXACT:
        return _exactly(left, sat)
    ways = [_in_small_groups(left, sat, near=near) for near in (True, False)]
    apart = _linked(left, sat)
    if len(apart) > 1 and not any(sum(part.values()) for part in apart):
        ways.append([row for part in apart for row in fewest_transfers(part, circles=sat)])
    return min(ways, key=lambda rows: (len(rows), _between_strangers(rows, sat)))


def _met(one: Hashable, other: Hashable, circles: Circles) -> bool:
    return any(one in circle and other in circle for circle in circles)


def _between_strangers(rows: Iterable[tuple], circles: Circles) -> int:
    return sum(not _met(payer, payee, circles) for payer, payee, _ in rows)


def _linked(balances: Mapping, circles: Circles) -> list[dict]:
    """Return the balances in groups of players who are linked by sitting together."""
    parts = [{player} for player in balances]
    for circle in circles:
        linked = [part for part in parts if part & circle]
        parts = [part for part in parts if not part & circle] + [set().union(*linked)]
    return [{one: balances[one] for one in balances if one in part} for part in parts if part]


def _in_small_groups(balances: Mapping, circles: Circles, *, near: bool) -> list[tuple]:
    """Return the rows with pairs and triples that cancel taken out first; where `near`, of all that
    do, people who sat together."""
    left, rows = dict(balances), []
    for size in (2, 3):
        while len(left) > EXACT and (group := _cancelling(left, size, circles if near else [])):
            rows += _clear({player: left.pop(player) for player in group}, circles)
    return rows + (_exactly if len(left) <= EXACT else _clear)(left, circles)


def _cancelling(balances: Mapping, size: int, circles: Circles) -> tuple:
    """Return the first group of this size whose balances sum to zero, preferably one that sat
    together. It is empty if there is none."""
    found = (
        group
        for group in combinations(balances, size)
        if not sum(balances[player] for player in group)
    )
    first = next(found, ())
    if not circles:
        return first
    sat = (one for one in (first, *found) if any(circle.issuperset(one) for circle in circles))
    return next(sat, first)


def _exactly(balances: Mapping, circles: Circles) -> list[tuple]:
    """Return the rows of the split into the most groups that sum to zero. Of several such splits it
    is the one in which the fewest pay a stranger.

    A set of players is a number with one bit each. A split of a set that sums to zero has two
    parts. One is a minimal group with its first player. The other is the `best` split of the rest,
    stored as minus its number of groups, its payments between strangers, and its rows.
    """
    players = list(balances)
    full = (1 << len(players)) - 1
    sums, holds = [0] * (full + 1), [False] * (full + 1)
    groups: dict[int, list[tuple[int, list[tuple]]]] = defaultdict(list)
    best: dict[int, tuple[int, int, list[tuple]]] = {0: (0, 0, [])}
    for chosen in range(1, full + 1):
        first = chosen & -chosen
        sums[chosen] = sums[chosen ^ first] + balances[players[first.bit_length() - 1]]
        smaller = any(holds[chosen ^ bit] for bit in _bits(chosen))
        holds[chosen] = smaller or not sums[chosen]
        if sums[chosen]:
            continue
        if not smaller:
            members = [players[bit.bit_length() - 1] for bit in _bits(chosen)]
            rows = _clear({player: balances[player] for player in members}, circles)
            groups[first].append((chosen, rows))
        splits = [
            (found - 1, strangers + _between_strangers(rows, circles), rows + others)
            for group, rows in groups[first]
            if group & chosen == group
            for found, strangers, others in [best[chosen ^ group]]
        ]
        best[chosen] = min(splits, key=lambda split: split[:2])
    return best[full][2]


def _bits(chosen: int) -> list[int]:
    return [1 << place for place in range(chosen.bit_length()) if chosen >> place & 1]


def _clear(balances: dict, circles: Circles) -> list[tuple]:
    """Return payments that clear one group. The largest debtor pays the largest creditor first,
    among players who sat together as long as there are any."""
    rows = []
    while any(balances.values()):
        owed = [player for player, amount in balances.items() if amount > 0]
        owing = [player for player, amount in balances.items() if amount < 0]
        payee, payer = max(
            product(owed, owing),
            key=lambda two: (_met(*two, circles), balances[two[0]], -balances[two[1]]),
        )
        amount = min(balances[payee], -balances[payer])
        rows.append((payer, payee, amount))
        balances[payee] -= amount
        balances[payer] += amount
    return rows


@dataclass(frozen=True, slots=True)
class Debt(Generic[Player]):
    """A player's debt to another, in points (None if stakes differ) and in minor units of money."""

    debtor: Player
    creditor: Player
    points: int | None
    minor: int


@dataclass(frozen=True, slots=True)
class Net:
    """A player's total win (above zero) or loss, in points and in minor units."""

    points: int
    minor: int


@dataclass(frozen=True, slots=True)
class Settlement(Generic[Player]):
    """The settlement of a sitting, or of a session with several. Both lists of debts give the same
    nets."""

    players: tuple[Player, ...]
    nets: Mapping[Player, Net]
    pairs: tuple[Debt, ...]
    transfers: tuple[Debt, ...]


def settle(players: Iterable[Player], owed: Owed, *, stake: int = 0) -> Settlement:
    """Return the Settlement of one sitting from its debts in points, at `stake` minor units a
    point.

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
    circles = [{player for pair in debts for player in pair} for debts, _ in sittings]
    transfers = _transfers(nets, stake, circles)
    return Settlement(players, nets, _pairs(players, points, minor, stake), transfers)


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


def _transfers(
    nets: Mapping[Player, Net], stake: int | None, circles: Sequence[set]
) -> tuple[Debt, ...]:
    if stake is not None:
        points = {player: net.points for player, net in nets.items()}
        return tuple(
            Debt(payer, payee, amount, amount * stake)
            for payer, payee, amount in fewest_transfers(points, circles=circles)
        )
    minor = {player: net.minor for player, net in nets.items()}
    return tuple(Debt(*row[:2], None, row[2]) for row in fewest_transfers(minor, circles=circles))
