"""How long an evening takes by a format, and what its fees pay, in a line."""

from __future__ import annotations

from scoring.movements.tournament.formats import Format
from scoring.movements.tournament.length import how_long, told
from scoring.movements.tournament.odd import ghosts_needed, sizes
from scoring.rules.money import written
from scoring.rules.wording import listed


def evening_told(format: Format, number: int, currency: str) -> str:
    """Return it for so many entrants (ghosts not counted); while there are none, how long the rounds take."""
    ghosts = ghosts_needed(number, format) if format.odd == "ghost" else 0
    tables = len(sizes(number + ghosts, format))
    if not tables:
        length = how_long(format, 2)
        return f"{listed(length.parts)}: about {length.about}."
    people = number * (2 if format.pairs else 1)
    return told(format, tables=tables, people=people, written=lambda minor: written(minor, currency))
