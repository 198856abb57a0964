from __future__ import annotations

from collections.abc import Iterator

from scoring.models.club import Club
from scoring.models.spreadsheets.spreadsheet import AT_ONCE, Spreadsheet


def _people(club: Club) -> Iterator[tuple]:
    for player in club.players.iterator(chunk_size=AT_ONCE):
        kind = "guest" if player.guest else "member"
        yield player.name, player.short_name, kind, player.active, player.notes


PEOPLE = Spreadsheet(
    name="people",
    holds="everybody on the list",
    of="player",
    columns=("name", "short name", "member or guest", "still comes", "notes"),
    rows=_people,
)
