"""What was played before: whoever plans on, minds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

PARTNERS = ((0, 1), (2, 3))
OPPONENTS = ((0, 2), (0, 3), (1, 2), (1, 3))


@dataclass(frozen=True, kw_only=True)
class Past:
    """How often any two were partners or opponents, who sat out how often, at which table, in which
    seat."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)
    sit_outs: Counter[int] = field(default_factory=Counter)
    tables: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By player and table, counted from 0."""
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By player and seat: 0 north, 1 south, 2 east, 3 west."""
    last_out: frozenset[int] = frozenset()
    """Who shall not sit out next."""


def past_of(rounds: Iterable[tuple[Iterable[Sequence[int]], Collection[int]]]) -> Past:
    """Return what rounds come to, each (its tables as north, south, east and west, who sat out)."""
    past, last = Past(), frozenset()
    for quads, out in rounds:
        past.sit_outs.update(out)
        last = frozenset(out)
        for table, quad in enumerate(quads):
            past.partners.update(frozenset((quad[i], quad[j])) for i, j in PARTNERS)
            past.opponents.update(frozenset((quad[i], quad[j])) for i, j in OPPONENTS)
            past.tables.update((one, table) for one in quad)
            past.seats.update((one, seat) for seat, one in enumerate(quad))
    return replace(past, last_out=last)


def figures(past: Past, people: Sequence[int]) -> dict:
    """Return the summary of a plan as euchre-movement/1 has it."""
    outs = [past.sit_outs[one] for one in people]
    return {
        "partners": {"max": max(past.partners.values(), default=0)},
        "opponents": {"max": max(past.opponents.values(), default=0)},
        "sit_outs": {"min": min(outs), "max": max(outs)},
    }
