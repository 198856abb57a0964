"""Places for single people. Find free seats for late arrivals, and ghosts to fill the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.tournament.pure.here import next_no
from scoring.tournament.pure.odd import ghosts_for
from scoring.tournament.pure.seats import FOUR, SEAT_NAMES, seats_at
from scoring.tournament.pure.values import Entrant, Round, RoundTable, Tournament

GHOST = "Ghost"
NEXT = "next"


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place for a late arrival."""

    round: int
    table: int | None = None
    """The table, or None for a place from the draw of that round on."""
    seat: str = ""
    ghost: int | None = None
    """The number of the ghost that has the seat."""
    says: str
    short: str
    """A short form for a button, such as "Now: table 7, South"."""

    @property
    def key(self) -> str:
        """The place in a form, such as "7-S" or "next"."""
        return NEXT if self.table is None else f"{self.table}-{self.seat}"


def late_comer_places(tournament: Tournament) -> tuple[Place, ...]:
    """Return the places for a late arrival, in free seats of the current round, then in the next
    round."""
    last = tournament.rounds[-1] if tournament.rounds else None
    no = last.no + 1 if last else 1
    now = tuple(_free_now(tournament, last)) if last else ()
    return (*now, _next(no))


def _next(no: int) -> Place:
    short = f"From round {no}"
    return Place(round=no, says=f"{short}, drawn with everyone else.", short=short)


def _free_now(tournament: Tournament, round: Round) -> Iterator[Place]:
    for table in round.tables:
        if table.result is not None:
            continue
        for seat, no in _first_seats(table).items():
            where = f"Now: table {table.no}, {SEAT_NAMES[seat]}{_for_group(tournament, no)}"
            if no is None:
                says = f"{where}, before the first card: the table of three becomes one of four."
                yield Place(round=round.no, table=table.no, seat=seat, says=says, short=where)
            elif tournament.entrant(no).ghost:
                says = f"{where}, in place of the ghost."
                yield Place(
                    round=round.no, table=table.no, seat=seat, ghost=no, says=says, short=where
                )


def _for_group(tournament: Tournament, no: int | None) -> str:
    """Return the group that a seat is for, such as " (Ladies)", where groups move in different
    ways."""
    format = tournament.format.in_round(tournament.rounds[-1].no)
    group = tournament.entrant(no).group if no and format.by_groups else ""
    return f" ({group})" if group else ""


def _first_seats(table: RoundTable) -> dict[str, int | None]:
    """Return the entrant in each seat, or None for the free seat at a table of three. A pair is in
    its first seat only."""
    found: dict[str, int | None] = {}
    for seat in seats_at(max(FOUR, len(table.seats))):
        no = table.seats.get(seat)
        if no is None or no not in found.values():
            found[seat] = no
    return found


def ghosts_to_add(tournament: Tournament) -> tuple[Entrant, ...]:
    """Return the ghosts that would fill the tables of the next round, in addition to the present
    ones."""
    round = next_no(tournament)
    there = [one for one in tournament.entrants if one.plays_in(round)]
    people = [one.group for one in there if not one.ghost]
    ghosts = Counter(one.group for one in there if one.ghost)
    lacking = []
    for group, number in ghosts_for(people, tournament.format.in_round(round)).items():
        present = ghosts[group] if group else ghosts.total()
        lacking += [group] * (number - present)
    after = max((one.no for one in tournament.entrants), default=0)
    names = (GHOST, GHOST) if tournament.format.pairs else (GHOST,)
    return tuple(
        Entrant(no=no, names=names, group=group, ghost=True, since=round)
        for no, group in enumerate(lacking, start=after + 1)
    )


def with_ghosts(tournament: Tournament) -> Tournament:
    """Return the tournament with the ghosts that its format has fill the tables."""
    if tournament.format.odd != "ghost":
        return tournament
    return replace(tournament, entrants=(*tournament.entrants, *ghosts_to_add(tournament)))
