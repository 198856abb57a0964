"""References inside JSON fields to other rows, such as players and house rules.

Each function returns such a value with every key replaced by `of(kind, key)`. It replaces keys by
numbers when a club is saved, and numbers by keys when it is loaded. A player who has left the club
is None.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.euchre.statement_check import refuse_statement
from scoring.table.pure.play import Play

Of = Callable[[str, int | None], int | None]


def statement(value: dict, of: Of) -> dict:
    """What people signed (Closing.document): `ids` are players. Raises ValueError when it is no
    statement."""
    refuse_statement(value)
    return value | {"ids": [of("player", key) for key in value["ids"]]}


def people(value: list, of: Of) -> list:
    """Players in order (Plan.people, Reseating.before and .after)."""
    return [of("player", key) for key in value]


def planned_tables(value: list, of: Of) -> list:
    """Tables of a plan: `seats` are players, `house` house rules."""
    return [
        table
        | {"seats": people(table["seats"], of)}
        | ({"house": of("house-rules", table["house"])} if table.get("house") else {})
        for table in value
    ]


def play(value: dict, of: Of) -> dict:
    """Replace the keys in a player's play (Tally.play), where partners and opponents are keys."""
    Play.from_json(value)
    return value | {
        name: _by_player(value[name], of) for name in ("beside", "against") if name in value
    }


def _by_player(value: dict, of: Of) -> dict:
    by_number = {of("player", int(key)): row for key, row in value.items()}
    return {str(key): row for key, row in by_number.items() if key is not None}
