"""Everything one player did over many evenings, added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from math import isqrt
from typing import NamedTuple

from scoring.table.pure.play import BY_NUMBER, KINDS, Play, Run
from scoring.table.pure.tally import SUMS


class Evening(NamedTuple):
    """A player's result of an evening under one rule set, as its stored tally has it."""

    session: int
    played_on: date
    rules_key: str
    games: bool
    hands: int
    points_of_hands: int
    points: int
    games_won: int
    games_lost: int
    rubbers_won: int
    rubbers_lost: int
    net_points: int
    net_minor: int
    play: Mapping


@dataclass(frozen=True, kw_only=True)
class Sum:
    """Evenings added up; nets are points against the table, and minor units."""

    evenings: int
    hands: int
    points_of_hands: int
    points: int
    games_won: int
    games_lost: int
    rubbers_won: int
    rubbers_lost: int
    net_points: int
    net_minor: int


def sum_of(evenings: Sequence[Evening]) -> Sum:
    """Return the evenings added up; two tallies of the same session are one evening."""
    sums = {name: sum(getattr(evening, name) for evening in evenings) for name in SUMS}
    return Sum(evenings=len({evening.session for evening in evenings}), **sums)


def by_rules(evenings: Sequence[Evening]) -> dict[tuple[str, bool], Sum]:
    """Return the sums by rule set and whether games were played, the most played first."""
    found: dict[tuple[str, bool], list[Evening]] = {}
    for evening in evenings:
        found.setdefault((evening.rules_key, evening.games), []).append(evening)
    sums = {key: sum_of(some) for key, some in found.items()}
    return dict(sorted(sums.items(), key=lambda item: (-item[1].hands, item[0])))


def nets(evenings: Sequence[Evening]) -> list[tuple[date, int, int]]:
    """Return each evening's day, net points, and net points so far; evenings are in the order of
    time."""
    found: dict[int, tuple[date, int]] = {}
    for evening in evenings:
        day, net = found.get(evening.session, (evening.played_on, 0))
        found[evening.session] = (day, net + evening.net_points)
    running = accumulate(net for _, net in found.values())
    return [(day, net, so_far) for (day, net), so_far in zip(found.values(), running, strict=True)]


def plays_by_rules(evenings: Iterable[Evening]) -> dict[str, Play]:
    """Return how a player played under each rule set."""
    found: dict[str, list[Evening]] = defaultdict(list)
    for one in evenings:
        found[one.rules_key].append(one)
    return {key: play_of(those) for key, those in found.items()}


Rows = dict[str, list[Sequence[int]]]
"""Rows of numbers by a key, to be added up."""


def play_of(evenings: Iterable[Evening]) -> Play:
    """Return the sum of every Play. It is added up in one go, as there may be hundreds."""
    rows: Rows = defaultdict(list)
    maps: dict[str, Rows] = {name: defaultdict(list) for name in BY_NUMBER}
    runs = {name: Run() for name in RUNS}
    for evening in evenings:
        for name, value in evening.play.items():
            if name in maps:
                gather(maps[name], value)
            elif name in runs:
                runs[name] = runs[name].then(Run(*value))
            else:
                rows[name].append(value)
    return Play(
        **{name: KINDS[name](*row) for name, row in added(rows).items()},
        **{
            name: {int(who): BY_NUMBER[name](*row) for who, row in added(found).items()}
            for name, found in maps.items()
        },
        **runs,
    )


def play_by_rules(evenings: Iterable[Evening]) -> dict[str, Play]:
    """Return how a player played under each rule set."""
    found: dict[str, list[Evening]] = defaultdict(list)
    for one in evenings:
        found[one.rules_key].append(one)
    return {key: play_of(those) for key, those in found.items()}


def play_of_all(by_rules: Mapping[str, Play], evenings: Iterable[Evening]) -> Play:
    """Return the sum of how a player played under each rule set, as `play_of` their evenings would.
    Runs go on from one rule set to the next, so these are of the evenings."""
    runs = {name: Run() for name in RUNS}
    for evening in evenings:
        for name in evening.play.keys() & RUNS:
            runs[name] = runs[name].then(Run(*evening.play[name]))
    return replace(sum(by_rules.values(), Play()), **runs)


RUNS = frozenset(name for name, kind in KINDS.items() if kind is Run)
Rows = dict[str, list[Sequence[int]]]
"""Rows of numbers by a key, to be added up."""


def gather(rows: Rows, more: Mapping[str, Sequence[int]]) -> None:
    """Put more rows to those of the same keys."""
    for key, row in more.items():
        rows[key].append(row)


def added(rows: Rows) -> dict[str, list[int]]:
    """Return the sums of each key's rows."""
    return {key: [*map(sum, zip(*found, strict=True))] for key, found in rows.items()}


class Share(NamedTuple):
    """A share of a total, with its confidence interval in per cent (Wilson, 95 %)."""

    of: int
    among: int
    percent: int
    low: int
    high: int


def share(of: int, among: int) -> Share:
    """Return a share with its uncertainty, in whole per cent. For zero of zero it is 0 to 100."""
    if not among:
        return Share(0, 0, 0, 0, 100)
    # With z = 1.96: centre and width of the interval in hundredths of a per cent, in whole numbers
    # only.
    z2, wide = 38416, 10_000
    below = among * wide + z2
    centre = of * wide + z2 // 2
    root = isqrt((of * (among - of) * wide * z2 // among) + z2 * z2 // 4)
    low, high = ((200 * (centre + sign * root) + below) // (2 * below) for sign in (-1, 1))
    return Share(of, among, (200 * of + among) // (2 * among), max(0, low), min(100, high))


def hundredths(points: int, hands: int) -> str:
    """Return points a hand with two decimals, such as "0.85" or "−1.20". It is a dash for no
    hands."""
    if not hands:
        return "–"
    number = (200 * abs(points) + hands) // (2 * hands)
    sign = "\N{MINUS SIGN}" if points < 0 and number else ""
    return f"{sign}{number // 100}.{number % 100:02}"


FEW = 30
"""Below this number of hands a share or a rate is shown as perhaps due to luck."""


def tenths(points: int, hands: int) -> str:
    """Return points a hand with one decimal, such as "0.9" or "−1.2"."""
    number = (20 * abs(points) + hands) // (2 * hands)
    sign = "\N{MINUS SIGN}" if points < 0 and number else ""
    return f"{sign}{number // 10}.{number % 10}"


def signed_tenths(points: int, hands: int) -> str:
    """Return the same with its sign: "+0.9", "−1.2", "0.0"."""
    written = tenths(points, hands)
    return written if points <= 0 or written == "0.0" else f"+{written}"
