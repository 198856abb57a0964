"""The people of a table as they sit round it, clockwise."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.table.models import Sitting
from scoring.table.pure.ring import ring, rows
from scoring.table.views.games import side_colours


@dataclass(frozen=True, kw_only=True)
class Seated:
    """A player at their place, with where it is drawn, and whether they deal next."""

    name: str
    colour: int
    at: str
    deals: bool


def circle_of(sitting: Sitting) -> dict | None:
    """Return the contents of templates/table/_circle.html; None at a table without players."""
    if sitting.ended_at or not sitting.players:
        return None
    drawn, colours = ring(len(sitting.players)), side_colours(sitting)
    return {
        "rows": rows(len(sitting.players)),
        "seats": [
            Seated(name=name, colour=colours[seat], at=drawn[seat], deals=seat == sitting.dealer)
            for seat, name in enumerate(sitting.names)
        ],
    }
