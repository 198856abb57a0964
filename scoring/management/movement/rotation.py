"""`manage.py movement rotation`: partners and opponents in every round (docs/movements.md)."""

from __future__ import annotations

import json as to_json

from scoring.movement.rotation.documents import document, grid
from scoring.movement.rotation.plan import KEPT, LEAST, NoRotation, plan

HELP = "plan a rotation: a new partner each round"


def add_arguments(parser) -> None:
    parser.add_argument("--players", type=int, required=True, metavar="N", help="4 to 100")
    parser.add_argument(
        "--rounds", type=int, metavar="R", help="number of rounds (default: the full cycle)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="S",
        help="another number gives another rotation, where one is searched for",
    )
    parser.add_argument("--json", action="store_true", help="write euchre-movement/1")


def run(*, players: int, rounds: int | None, seed: int, json: bool, **options) -> str:
    """Return the rotation as a document, or as a grid for people. Raises NoRotation."""
    if not LEAST <= players <= KEPT:
        more = " More play one in a tournament (movement next)." if players > KEPT else ""
        raise NoRotation(f"A rotation is for {LEAST} to {KEPT} players, not {players}.{more}")
    found = plan(players=players, rounds=rounds, seed=seed)
    return to_json.dumps(document(found)) if json else grid(found)
