"""Photographs of tally cards: the processor time of a card, and the games entered of each kind of
damage."""

from __future__ import annotations

from time import process_time

from tests.bench.figures import Figure

ALLOWED_MS = 600.0
"""A hundred cards in a minute on one core, so that the other one is left to the site."""
PEOPLE, ROUNDS = 8, 8


def photographs() -> Figure:
    """Read the cards of a tournament for each kind of damage. `more` has the games entered of each,
    in per cent, and the wrong figures of all."""
    # Imported here, because the libraries may be missing.
    from tests.photos import proving

    proving.perf_counter = process_time
    kinds = {
        kind: proving.prove(damage, people=PEOPLE, rounds=ROUNDS, seed=1)
        for kind, damage in proving.KINDS.items()
    }
    cards = sum(found.cards for found in kinds.values())
    seconds = sum(found.seconds for found in kinds.values())
    more = {kind: round(100 * found.share) for kind, found in kinds.items()}
    more["wrong"] = sum(len(found.wrong) for found in kinds.values())
    return Figure(ours_ms=1000 * seconds / cards, floor_ms=ALLOWED_MS, goal=1.0, more=more)
