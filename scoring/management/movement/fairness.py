"""`manage.py movement fairness`: a certificate of how fair a tournament's evening is
(docs/tournament-format.md)."""

from __future__ import annotations

import json as to_json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count

from scoring.common.bounded import read_named
from scoring.tournament.pure.document import loads
from scoring.tournament.pure.fairness import (
    Evening,
    document,
    evenings_for,
    is_planned,
    lines,
    simulated,
)
from scoring.tournament.pure.places import with_ghosts
from scoring.tournament.pure.values import Tournament

HELP = "show how fair a tournament’s evening is (euchre-tournament/1)"
MOST_EVENINGS = 100_000
A_PIECE = 50
"""The evenings that a process simulates before it takes more."""


def add_arguments(parser) -> None:
    parser.add_argument("file", metavar="TOURNAMENT", help="a file; - is standard input")
    parser.add_argument(
        "--evenings",
        type=int,
        metavar="N",
        help="number of simulated evenings (default: 1000, fewer in a large hall)",
    )
    parser.add_argument("--json", action="store_true", help="write euchre-fairness/1")


def run(*, file: str, json: bool, evenings: int | None = None, **options) -> str:
    """Return the certificate as a document, or as lines for people.

    Raises OSError, BadTournament, NotYet, or ValueError for an impossible number of evenings.
    """
    if evenings is not None and not 2 <= evenings <= MOST_EVENINGS:
        raise ValueError(f"Simulate 2 to {MOST_EVENINGS} evenings, not {evenings}.")
    tournament = with_ghosts(loads(read_named(file)))
    number = 1 if is_planned(tournament) else evenings or evenings_for(tournament)
    found = document(tournament, _evenings(tournament, number))
    return to_json.dumps(found) if json else "\n".join(lines(found))


def _evenings(tournament: Tournament, number: int) -> Sequence[Evening]:
    """Return the figures of these evenings. Several processors share them."""
    pieces = [
        range(first, min(first + A_PIECE, number + 1)) for first in range(1, number + 1, A_PIECE)
    ]
    if len(pieces) == 1:
        return _piece(tournament, pieces[0])
    with ProcessPoolExecutor(max_workers=min(cpu_count() or 1, len(pieces))) as pool:
        found = pool.map(partial(_piece, tournament), pieces)
        return [one for piece in found for one in piece]


def _piece(tournament: Tournament, numbers: range) -> list[Evening]:
    return list(simulated(tournament, numbers))
