"""How people move after a round, in words: for the card on each table, and for whoever calls it
out."""

from __future__ import annotations

from scoring.movements.tournament.formats import Format

SEATS_MOVE = (("North", 0), ("South", -1), ("East", 1), ("West", 2))
"""By how many tables each seat moves on."""


def moves_of(format: Format, *, table: int, tables: int) -> tuple[str, ...]:
    """Return what the card of a table says: "Winners: to table 2", "Losers: stay"."""
    if format.movement == "rotation":
        return ("Everybody: as your tally card says",)
    if format.movement == "seats":
        return tuple(_seat_moves(table, tables))
    return (*_winners_progress(table, tables), *_partners(format, table, tables))


def _seat_moves(table: int, tables: int):
    for seat, by in SEATS_MOVE:
        to = (table - 1 + by) % tables + 1
        yield f"{seat}: stays" if to == table else f"{seat}: to table {to}"


def _winners_progress(table: int, tables: int) -> tuple[str, str]:
    if tables == 1:
        return "Winners: stay", "Losers: stay"
    if table == 1:
        return "Winners: stay", f"Losers: to table {tables}"
    return f"Winners: to table {table - 1}", "Losers: stay"


def _partners(format: Format, table: int, tables: int) -> tuple[str, ...]:
    if tables == 1 or format.partners == "stay":
        return ()
    if format.partners == "split-below" and table == 1:
        return ("Whoever comes here stays with his partner",)
    return ("Who comes sits opposite one who stayed",)
