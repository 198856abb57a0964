"""How fair an evening is: who meets whom, who sits out, who plays where, and what the first seat is
worth (euchre-fairness/1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import isqrt
from random import Random

from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Carried, RoundTable, Tournament
from scoring.tournament.pure.winners import winner_of

FORMAT = "euchre-fairness/1"
EVENINGS, LEAST, SEATED = 1000, 100, 160_000
"""The simulated evenings, at most and at least. Between them, so many that entrants are seated this
number of times, in a few seconds."""
LEAST_OF_SWISS, LONGER = 2, 20
"""The least evenings of a Swiss, and how many times longer than elsewhere its seats take."""
MEETINGS = ("partners", "opponents", "at_one_table")
SURE = 196
"""Standard errors on each side of a mean, in hundredths, for an interval that holds 19 times in
20."""


@dataclass(frozen=True, kw_only=True)
class Spread:
    """How often something happens to one entrant or to two, at least and at most."""

    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The figures of one evening."""

    met: Mapping[str, Spread]
    """By MEETINGS, for any two entrants."""
    sits_out: Spread
    tables: Mapping[int, Spread]
    """How often an entrant plays at each table."""
    first: Mapping[int, tuple[int, int]]
    """By first table, or 0 for those who sat out: the sum of twice their ranks, and their
    number."""
    after: Mapping[tuple[int, bool], tuple[int, int]]
    """By table and whether they won: how many sat out next, of how many."""


def is_planned(tournament: Tournament) -> bool:
    """Return whether no result changes the seats, so that one evening is all evenings."""
    return not any(one.follows_results for one in tournament.format.each_movement)


def evenings_for(tournament: Tournament, *, seated: int = SEATED, least: int = LEAST) -> int:
    """Return how many evenings to simulate, so that entrants are `seated` this number of times.
    A Swiss has fewer, because its rounds take longer to seat."""
    if is_planned(tournament):
        return 1
    if any(one.movement == "swiss" for one in tournament.format.each_movement):
        seated, least = seated // LONGER, min(least, LEAST_OF_SWISS)
    each = max(1, len(tournament.entrants) * tournament.format.rounds)
    return max(least, min(EVENINGS, seated // each))


def simulated(tournament: Tournament, numbers: Iterable[int]) -> Iterator[Evening]:
    """Yield the figures of the evenings with these numbers. Without a choice by results it is the
    tournament's own evening. Raise NotYet if a round can't be seated."""
    planned = is_planned(tournament)
    for number in numbers:
        chance = Random(f"{tournament.seed} evening {number}")
        seed = tournament.seed if planned else chance.getrandbits(48)
        entrants = tuple(replace(one, carried=Carried()) for one in tournament.entrants)
        start = replace(tournament, seed=seed, entrants=entrants, rounds=(), plan=())
        if planned:
            start = replace(start, rounds=tournament.rounds, plan=tournament.plan)
        to_come = max(0, tournament.format.rounds - len(start.rounds))
        yield figures(evening_of(start, rounds=to_come, chance=chance))


def figures(evening: Tournament) -> Evening:
    """Return the figures of a played evening."""
    people = [one.no for one in evening.players]
    tables = [table for round in evening.rounds for table in round.tables]
    at: dict[int, Counter[int]] = {}
    for table in tables:
        at.setdefault(table.no, Counter()).update(table.entrants)
    out = Counter(no for round in evening.rounds for no in round.sitting_out)
    met = dict(zip(MEETINGS, meetings(evening), strict=True))
    pairs = len(people) * (len(people) - 1) // 2
    return Evening(
        met={kind: spread(found.values(), pairs) for kind, found in met.items()},
        sits_out=spread((out[no] for no in people if out[no]), len(people)),
        tables={
            no: spread([there[one] for one in people if one in there], len(people))
            for no, there in sorted(at.items())
        },
        first=_first(evening),
        after=_after(evening),
    )


def spread(times: Iterable[int], of: int) -> Spread:
    """Return the least and most of these numbers, where the others of so many are 0."""
    found = list(times)
    least = min(found, default=0) if len(found) >= of else 0
    return Spread(least=least, most=max(found, default=0))


def meetings(evening: Tournament) -> tuple[Counter[frozenset[int]], ...]:
    """Return how often each two were partners, opponents, and at one table, without ghosts."""
    ghosts = {one.no for one in evening.entrants if one.ghost}
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for round in evening.rounds:
        partners.update(round.partnerships)
        opponents.update(frozenset(two) for table in round.tables for two in _opponents(table))
    for two in [pair for met in (partners, opponents) for pair in met if ghosts & pair]:
        partners.pop(two, None)
        opponents.pop(two, None)
    return partners, opponents, partners + opponents


def _opponents(table: RoundTable) -> Iterator[tuple[int, int]]:
    first, *others = table.by_side.values()
    yield from product(first, *others[:1])
    for side in others[1:]:
        yield from product((*first, *others[0]), side)


def _first(evening: Tournament) -> dict[int, tuple[int, int]]:
    """Return twice the ranks by first table. Those who tie share the ranks that they take up."""
    rows = standings(evening)
    level = Counter(row.rank for row in rows)
    twice = {row.no: 2 * row.rank + level[row.rank] - 1 for row in rows}
    first = evening.rounds[0]
    seated = {table.no: table.entrants for table in first.tables} | {0: first.sitting_out}
    found = {
        no: [twice[one] for one in entrants if one in twice] for no, entrants in seated.items()
    }
    return {no: (sum(ranks), len(ranks)) for no, ranks in found.items() if ranks}


def _after(evening: Tournament) -> dict[tuple[int, bool], tuple[int, int]]:
    found: dict[tuple[int, bool], tuple[int, int]] = {}
    for before, now in zip(evening.rounds, evening.rounds[1:], strict=False):
        out = set(now.sitting_out)
        for table in before.tables:
            if table.result is None or (winner := winner_of(table)) is None:
                continue
            for side, entrants in table.by_side.items():
                key = table.no, side == winner
                gone, of = found.get(key, (0, 0))
                found[key] = gone + len(out.intersection(entrants)), of + len(entrants)
    return found


# -- The document of all evenings together.


def document(tournament: Tournament, evenings: Sequence[Evening]) -> dict:
    """Return the figures as docs/tournament-format.md has them, from one evening at least."""
    planned = is_planned(tournament)
    tables = sorted({no for one in evenings for no in one.tables})
    found = {
        "format": FORMAT,
        "style": tournament.format.style,
        "entrants": sum(1 for _ in tournament.players),
        "rounds": max(tournament.format.rounds, len(tournament.rounds)),
        "planned": planned,
        "evenings": len(evenings),
        **{kind: _over([one.met[kind] for one in evenings]) for kind in MEETINGS},
        "sits_out": _over([one.sits_out for one in evenings]),
        "tables": [
            {"table": no, **_over([one.tables[no] for one in evenings if no in one.tables])}
            for no in tables
        ],
    }
    if planned:
        return found
    return found | {
        "first_seat": list(_first_seats(evenings)),
        "sits_out_after": list(_all_after(evenings)),
    }


def _over(spreads: Sequence[Spread]) -> dict[str, int | str]:
    """Return the least and the most of all evenings, and of several the average of the most."""
    most = [one.most for one in spreads]
    found: dict[str, int | str] = {
        "least": min(one.least for one in spreads),
        "most": max(most),
    }
    if len(spreads) > 1:
        found["most_on_average"] = decimal(Fraction(sum(most), len(most)))
    return found


def _first_seats(evenings: Sequence[Evening]) -> Iterator[dict]:
    """Yield the mean rank by first table, and its interval from the differences between
    evenings."""
    for no in sorted({no for one in evenings for no in one.first}, key=lambda no: (no == 0, no)):
        ranks = [
            Fraction(twice, 2 * number)
            for twice, number in (one.first[no] for one in evenings if no in one.first)
        ]
        mean, half = mean_and_half(ranks)
        low, high = decimal(mean - half), decimal(mean + half)
        yield {
            "table": no or None,
            "evenings": len(ranks),
            "mean_rank": decimal(mean),
            "from": low,
            "to": high,
        }


def mean_and_half(values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the mean, and half the width of the interval that holds the true mean 19 times in
    20."""
    number, total = len(values), sum(values, Fraction())
    if number < 2:
        return total, Fraction()
    squares = sum((value * value for value in values), Fraction())
    variance = (number * squares - total * total) * Fraction(1, (number - 1) * number**2)
    thousandths = isqrt(int(variance * (10 * SURE) ** 2))
    return total * Fraction(1, number), Fraction(thousandths, 1000)


def _all_after(evenings: Sequence[Evening]) -> Iterator[dict]:
    for key in sorted(
        {key for one in evenings for key in one.after}, key=lambda key: (key[0], not key[1])
    ):
        counts = [one.after[key] for one in evenings if key in one.after]
        out, of = (sum(column) for column in zip(*counts, strict=True))
        table, won = key
        yield {
            "table": table,
            "result": "won" if won else "lost",
            "sat_out": out,
            "of": of,
        }


def decimal(value: Fraction) -> str:
    """Return a fraction of zero or more with two decimals, rounded half up."""
    hundredths = int(max(value, Fraction()) * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


# -- The same for people.

KINDS = {
    "partners": "Two are partners",
    "opponents": "Two are opponents",
    "at_one_table": "Two are at one table",
    "sits_out": "A player sits out",
}


MOST = "Most: the highest number in an evening."


@dataclass(frozen=True, kw_only=True)
class Part:
    """A table of the certificate in words."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    about: str = ""
    """How to read it, in a sentence."""


def lines(found: Mapping) -> Iterator[str]:
    """Yield the lines of the certificate, from its document."""
    yield size(found)
    yield basis(found)
    for part in in_words(found):
        yield ""
        yield f"{part.title}: {', '.join(part.heads)}".lower().capitalize()
        for what, *figures in part.rows:
            yield f"{what}: {', '.join(filter(None, figures))}"
        if part.about:
            yield part.about


def size(found: Mapping) -> str:
    """Return "27 entrants, 8 rounds"."""
    return f"{found['entrants']} entrants, {found['rounds']} rounds"


def basis(found: Mapping) -> str:
    """Return where the figures are from, in a sentence."""
    if found["planned"]:
        return "Planned: no result changes the seats."
    return f"From {found['evenings']} simulated evenings of equal players."


def in_words(found: Mapping) -> Iterator[Part]:
    """Yield the tables of the certificate: how often things happen, and where results choose the
    seats, what the first seat is worth and who sits out."""
    often = [(says, found[kind]) for kind, says in KINDS.items()]
    often += [(f"A player plays at table {row['table']}", row) for row in found["tables"]]
    simulated = not found["planned"]
    yield Part(
        title="How often",
        heads=("What can happen", "Times", "Most, on average")[: 3 if simulated else 2],
        rows=tuple(
            (says, times(row), _most(row)) if simulated else (says, times(row))
            for says, row in often
        ),
        about=MOST if simulated else "",
    )
    if first := found.get("first_seat"):
        fair = decimal(Fraction(found["entrants"] + 1, 2))
        yield Part(
            title="Does the first table matter?",
            heads=("Starts at", "Place at the end", "19 times in 20"),
            rows=tuple(
                (
                    f"Table {row['table']}" if row["table"] else "Sits out",
                    row["mean_rank"],
                    f"{row['from']} to {row['to']}",
                )
                for row in first
            ),
            about=f"Averages. If it doesn’t matter where you start, each is about {fair}.",
        )
    after = found.get("sits_out_after") if found["sits_out"]["most"] else None
    if after:
        yield Part(
            title="Who sits out next?",
            heads=("After a round", "Sit out"),
            rows=tuple(
                (
                    f"{'Winners' if row['result'] == 'won' else 'Losers'} of table {row['table']}",
                    f"{decimal(Fraction(100 * row['sat_out'], row['of']))}%",
                )
                for row in after
            ),
        )


def _most(row: Mapping) -> str:
    """Return the highest number in an evening, or "" if it never happens."""
    return row.get("most_on_average", str(row["most"])) if row["most"] else ""


def times(row: Mapping) -> str:
    """Return "never", "once", "2" or "0 to 2"."""
    least, most = row["least"], row["most"]
    often = {0: "never", 1: "once"}.get(most, str(most))
    return often if least == most else f"{least} to {most}"
