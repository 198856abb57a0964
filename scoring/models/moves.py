"""Where the people of a table go for the next round of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.models.tournament import Round, RoundTable
from scoring.models.tournament_now import format_in, seats_by_table
from scoring.movements.tournament.formats import Format, table_name
from scoring.movements.tournament.values import SIDES

COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
ACROSS = {one: other for pair in SIDES.values() for one, other in (pair, pair[::-1])}


@dataclass(frozen=True, kw_only=True)
class Move:
    """Where somebody goes for the next round."""

    name: str
    table: str = ""
    """ "Table 4"; nothing if he sits out."""
    seats: tuple[str, ...] = ()
    partner: str = ""

    @property
    def where(self) -> str:
        """ "north"; of a pair "north and south"."""
        return " and ".join(COMPASS[seat] for seat in self.seats)


def moves_from(row: RoundTable, names: Mapping[int, str]) -> list[Move]:
    """Return where everybody at a table goes, once the next round is told; nothing before. Three
    queries."""
    following = Round.objects.filter(tournament=row.round.tournament_id, no=row.round.no + 1)
    told = following.exclude(published_at=None).first()
    if told is None:
        return []
    tables = list(told.tables.all())
    seats = seats_by_table([row, *tables])
    at = {no: table for table in tables for no in seats.get(table.pk, {}).values()}
    format = format_in(row.round.tournament)
    here = dict.fromkeys(seats[row.pk].values())
    return [
        _move(no, names, at[no], seats[at[no].pk], format) if no in at else Move(name=names[no])
        for no in here
    ]


def _move(
    no: int, names: Mapping[int, str], table: RoundTable, seats: Mapping[str, int], format: Format
) -> Move:
    own = tuple(seat for seat, who in seats.items() if who == no)
    across = [names[seats[ACROSS[seat]]] for seat in own if len(seats) == 4 and len(own) == 1]
    return Move(
        name=names[no], table=table_name(table.no, format), seats=own, partner="".join(across)
    )
