"""A sitting as a sheet (euchre-sheet/1)."""

from __future__ import annotations

from scoring.models.play import Sitting
from scoring.rules.sheet import Entry, Sheet


def sheet_of(sitting: Sitting) -> Sheet:
    """Return the hands of a sitting that count, with ids, times and notes, as a Sheet."""
    table = sitting.table
    return Sheet(
        rules=table.rules,
        options=table.options,
        house=table.house and table.house.told,
        players=tuple(sitting.names),
        dealer=sitting.first_dealer,
        stake=table.stake,
        title=f"{table.session}, {table}"[:200],
        played=table.session.played_on,
        hands=tuple(
            Entry(
                hand=record.hand,
                id=str(record.pk),
                at=record.logged_at.isoformat(timespec="seconds"),
                note=record.note or None,
            )
            for record in sitting.hands.counted()
        ),
    )
