"""`manage.py movement rotation`: partners and opponents in every round (docs/movements.md)."""

from __future__ import annotations

import json as to_json

from scoring.movement.rotation.documents import document, grid
from scoring.movement.rotation.plan import KEPT, LEAST, NoRotation, plan
from scoring.tournament.pure.odd import mixed
from scoring.tournament.pure.seats import FOUR, SIX, SIZES

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
    parser.add_argument(
        "--table-size",
        type=int,
        choices=SIZES,
        default=FOUR,
        help="players at a table: 4, or 6 in two sides of three",
    )
    parser.add_argument(
        "--mixed-tables",
        action="store_true",
        help="with tables of six, also tables of four, so that fewer sit out",
    )
    parser.add_argument("--json", action="store_true", help="write euchre-movement/1")


def run(
    *,
    players: int,
    rounds: int | None,
    seed: int,
    table_size: int,
    mixed_tables: bool,
    json: bool,
    **options,
) -> str:
    """Return the rotation as a document, or as a grid for people. Raises NoRotation."""
    if mixed_tables and table_size != SIX:
        raise NoRotation("Tables of six and of four need --table-size 6.")
    least = LEAST if mixed_tables else table_size
    if not least <= players <= KEPT:
        more = " More play one in a tournament (movement next)." if players > KEPT else ""
        raise NoRotation(f"A rotation is for {least} to {KEPT} players, not {players}.{more}")
    sizes = _sizes(players, mixed_tables=mixed_tables) if table_size == SIX else ()
    found = plan(players=players, rounds=rounds, seed=seed, sizes=sizes)
    return to_json.dumps(document(found)) if json else grid(found)


def _sizes(players: int, *, mixed_tables: bool) -> tuple[int, ...]:
    found = mixed(players) if mixed_tables else (SIX,) * (players // SIX)
    return found if SIX in found else ()
