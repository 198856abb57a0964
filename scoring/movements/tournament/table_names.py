"""What a table of a tournament is called: the same on screens and on paper."""

from __future__ import annotations

from scoring.movements.tournament.formats import Format

HEAD = "head table"


def is_head(no: int, format: Format) -> bool:
    """Return whether a table is the head table: there is one where winners progress."""
    return no == 1 and format.stars


def table_name(no: int, format: Format) -> str:
    """Return "Table 4", "Table 1 · head table"."""
    return f"Table {no} · {HEAD}" if is_head(no, format) else f"Table {no}"
