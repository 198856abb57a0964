"""Settle a sitting: the debt of every pair, each player's net, and the fewest transfers.

The transfers give each player the same as the debts. Players may be any hashable values, in seat
order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
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
    sat = Met([frozenset(circle) for circle in circles] or [frozenset(balances)])
    return _fewest({player: amount for player, amount in balances.items() if amount}, sat)


def _fewest(left: dict, sat: Met) -> list[tuple]:
    if len(left) <= EXACT:
        return _exactly(left, sat)
    ways = [_in_small_groups(left, sat, near=near) for near in (True, False)]
    apart = _linked(left, sat)
    if len(apart) > 1 and not any(sum(part.values()) for part in apart):
        ways.append([row for part in apart for row in _fewest(part, sat)])
    return min(ways, key=lambda rows: (len(rows), _between_strangers(rows, sat)))


class Met:
    """Who sat together, by their circles."""

    def __init__(self, circles: Sequence[frozenset]) -> None:
        self.circles = circles
        self.by: dict[Hashable, set] = defaultdict(set)
        for circle in circles:
            for one in circle:
                self.by[one] |= circle

    def __call__(self, one: Hashable, other: Hashable) -> bool:
        return other in self.by[one]


def _between_strangers(rows: Iterable[tuple], met: Met) -> int:
    return sum(not met(payer, payee) for payer, payee, _ in rows)


def _linked(balances: Mapping, met: Met) -> list[dict]:
    """Return the balances in groups of players who are linked by sitting together."""
    parts = [{player} for player in balances]
    for circle in met.circles:
        linked = [part for part in parts if part & circle]
        parts = [part for part in parts if not part & circle] + [set().union(*linked)]
    return [{one: balances[one] for one in balances if one in part} for part in parts if part]


def _in_small_groups(balances: Mapping, met: Met, *, near: bool) -> list[tuple]:
    """Return the rows with pairs and triples that cancel taken out first; where `near`, of all that
    do, people who sat together."""
    left, rows = dict(balances), []
    all_sat = any(circle >= left.keys() for circle in met.circles)
    for size in (2, 3):
        if near and not all_sat:
            rows += _taken_out(left, _sat_and_cancel(left, size, met), met)
        rows += _taken_out(left, _cancelling(left, size), met)
    return rows + (_exactly if len(left) <= EXACT else _clear)(left, met)


def _taken_out(left: dict, groups: Iterable[tuple], met: Met) -> list[tuple]:
    """Take these groups out of what is left, as long as that is much, and return their rows."""
    rows = []
    for group in groups:
        if len(left) <= EXACT:
            break
        if left.keys() >= {*group}:
            rows += _clear({player: left.pop(player) for player in group}, met)
    return rows


def _sat_and_cancel(balances: Mapping, size: int, met: Met) -> list[tuple]:
    """Return the groups of this size that sat together and whose balances sum to zero, in the order
    of the balances."""
    places = {player: place for place, player in enumerate(balances)}
    found = {
        group
        for circle in met.circles
        for group in combinations(sorted(circle & places.keys(), key=places.__getitem__), size)
        if not sum(balances[player] for player in group)
    }
    return sorted(found, key=lambda group: [places[player] for player in group])


def _cancelling(balances: Mapping, size: int) -> Iterator[tuple]:
    """Yield groups of this size whose balances sum to zero, in their order, without any of a group
    that was yielded before. The last of each is looked up by its balance."""
    players, gone = list(balances), set()
    amounts = [balances[player] for player in players]
    places = defaultdict(list)
    for place, amount in enumerate(amounts):
        places[amount].append(place)
    for first in combinations(range(len(players)), size - 1):
        if gone.intersection(first):
            continue
        wanted = places.get(-sum(amounts[place] for place in first), [])
        at = bisect_right(wanted, first[-1])
        if at < len(wanted):
            group = (*first, wanted[at])
            gone.update(group)
            for place in group:
                places[amounts[place]].remove(place)
            yield tuple(players[place] for place in group)


def _exactly(balances: Mapping, met: Met) -> list[tuple]:
    """Return the rows of the split into the most groups that sum to zero. Of several such splits it
    is the one in which the fewest pay a stranger.

    A set of players is a number with one bit each. A split of a set that sums to zero has two
    parts. One is a minimal group with its first player. The other is the `best` split of the rest,
    stored as minus its number of groups, its payments between strangers, and its rows.
    """
    players = list(balances)
    full = (1 << len(players)) - 1
    amounts = {1 << place: balances[player] for place, player in enumerate(players)}
    sums = [0] * (full + 1)
    groups: list[tuple[int, list[tuple]]] = []
    best: dict[int, tuple[int, int, list[tuple]]] = {0: (0, 0, [])}
    for chosen in range(1, full + 1):  # its subsets are smaller numbers
        first = chosen & -chosen
        sums[chosen] = sums[chosen ^ first] + amounts[first]
        if sums[chosen]:
            continue
        within = [one for one in groups if one[0] & chosen == one[0]]
        if not within:
            members = [player for place, player in enumerate(players) if chosen >> place & 1]
            rows = _clear({player: balances[player] for player in members}, met)
            within = [(chosen, rows)]
            groups += within
        splits = [
            (found - 1, strangers + _between_strangers(rows, met), rows + others)
            for group, rows in within
            if group & first
            for found, strangers, others in [best[chosen ^ group]]
        ]
        best[chosen] = min(splits, key=lambda split: split[:2])
    return best[full][2]


def _clear(balances: dict, met: Met) -> list[tuple]:
    """Return payments that clear one group. The largest debtor pays the largest creditor first,
    among players who sat together as long as there are any."""
    rows, near = [], True
    order = {player: place for place, player in enumerate(balances)}
    while any(balances.values()):
        owed = sorted(
            (player for player, amount in balances.items() if amount > 0),
            key=lambda player: -balances[player],
        )
        owing = {player for player, amount in balances.items() if amount < 0}
        two = _largest_met(owed, owing, balances, order, met) if near else None
        near = two is not None
        payee, payer = two or (
            owed[0],
            min(owing, key=lambda player: (balances[player], order[player])),
        )
        amount = min(balances[payee], -balances[payer])
        rows.append((payer, payee, amount))
        balances[payee] -= amount
        balances[payer] += amount
    return rows


def _largest_met(
    owed: list, owing: set, balances: Mapping, order: Mapping, met: Met
) -> tuple | None:
    """Return the largest creditor (`owed` begins with the largest) who sat with a debtor, with the
    largest of those debtors; None if none did."""
    for _, alike in groupby(owed, key=balances.__getitem__):
        found = [
            (balances[payer], order[payee], order[payer], payee, payer)
            for payee in alike
            for payer in met.by[payee] & owing
        ]
        if found:
            return min(found, key=lambda one: one[:3])[3:]
    return None


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
    by_points, by_money = _nets(points), _nets(minor)
    nets = {player: Net(by_points[player], by_money[player]) for player in players}
    stakes = {stake for _, stake in sittings}
    stake = stakes.pop() if len(stakes) == 1 else None
    circles = [{player for pair in debts for player in pair} for debts, _ in sittings]
    transfers = _transfers(nets, stake, circles)
    return Settlement(players, nets, _pairs(players, points, minor, stake), transfers)


def _nets(owed: Mapping[tuple, int]) -> Mapping[Hashable, int]:
    """Return what each player wins, or loses, by what they owe each other."""
    found: dict[Hashable, int] = defaultdict(int)
    for (debtor, creditor), amount in owed.items():
        found[creditor] += amount
        found[debtor] -= amount
    return found


def _pairs(players, points, minor, stake: int | None) -> tuple[Debt, ...]:
    """Return what is left between every two players, the larger debts of each debtor as seated."""
    debts, places = [], {player: place for place, player in enumerate(players)}
    both = {tuple(sorted(pair, key=places.__getitem__)) for pair in points}
    for one, other in sorted(both, key=lambda pair: [places[player] for player in pair]):
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
