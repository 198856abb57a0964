"""The next round of a tournament, by the movement of its format: always the same for the same
tournament."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.movements.tournament import by_seats, progress
from scoring.movements.tournament.draw import first_round
from scoring.movements.tournament.facing import Facing, of_pairs, of_three
from scoring.movements.tournament.here import groups_of, here, partnerships
from scoring.movements.tournament.odd import sizes
from scoring.movements.tournament.plan_ahead import ahead
from scoring.movements.tournament.refill import Places, refilled
from scoring.movements.tournament.seated import round_of
from scoring.movements.tournament.sitting_out import who_sits_out
from scoring.movements.tournament.values import SEATS, SIDES, Round, RoundTable, Tournament
from scoring.movements.tournament.winners import NotYet

__all__ = ["NotYet", "next_round"]


def next_round(tournament: Tournament) -> Round:
    """Return who sits where in the round after the last one that is told; without any, in the
    first.

    Raises NotYet when a table of the last round lacks its result or who won its tie, or too few are
    here.
    """
    if tournament.rounds:
        _refuse_without_results(tournament.rounds[-1])
    if tournament.format.movement == "rotation":
        return ahead(tournament, rounds=1)[0]
    return _moved(tournament) if tournament.rounds else first_round(tournament)


def _refuse_without_results(round: Round) -> None:
    lacking = [str(table.no) for table in round.tables if table.result is None]
    if len(lacking) == 1:
        raise NotYet(f"Round {round.no}: table {lacking[0]} has no result yet.")
    if lacking:
        *others, last = lacking
        raise NotYet(f"Round {round.no}: tables {', '.join(others)} and {last} have no result yet.")


def _moved(tournament: Tournament) -> Round:
    last = tournament.rounds[-1]
    people = here(tournament, last.no + 1)
    places, moved = _movement(tournament, sorted(last.tables, key=lambda table: table.no))
    at = {no: table for table, found in enumerate(moved, start=1) for no in found.values()}
    table_sizes = sizes(len(people), tournament.format)
    out = who_sits_out(tournament, people, at=at, number=len(people) - sum(table_sizes))
    groups = groups_of(tournament)
    playing = set(people) - set(out)
    tables = refilled(moved, sizes=table_sizes, places=places, people=playing, groups=groups)
    if places == progress.PLACES:
        tables = _faced(tournament, tables)
    return round_of(last.no + 1, tables, out)


def _movement(tournament: Tournament, tables: list[RoundTable]) -> tuple[tuple[str, ...], Places]:
    """Return the names of a table's places, and who of the last round moves to which."""
    if tournament.format.movement == "seats":
        return SEATS, by_seats.moved(tables)
    if len(tables) > 1:
        return progress.PLACES, progress.moved(tables)
    if tournament.format.pairs:
        return tuple(SIDES), [{side: pair for side, (pair,) in tables[0].by_side.items()}]
    return SEATS, [dict(tables[0].seats)]


def _faced(tournament: Tournament, tables: Places) -> Places:
    facing = Facing(partnered=partnerships(tournament.rounds), groups=groups_of(tournament))
    found = []
    for no, places in enumerate(tables, start=1):
        old = _kept(tournament, no, places)
        if len(places) == 2:
            found.append(of_pairs(places, old=old))
        elif len(places) == 3:
            found.append(of_three(places, old=old))
        else:
            found.append(facing.seats(places, old=old, together=_together(tournament, no)))
    return found


def _together(tournament: Tournament, table: int) -> bool:
    partners = tournament.format.partners
    return partners == "stay" or (partners == "split-below" and table == 1)


def _kept(tournament: Tournament, no: int, places: Mapping[str, int]) -> dict[int, str]:
    """Return the seats (of pairs the sides) of those at a table who sat there in the last round."""
    found = {}
    for entrant in places.values():
        table = tournament.rounds[-1].table_of(entrant)
        if table and table.no == no:
            seats = {number: seat for seat, number in table.seats.items()}
            found[entrant] = table.side_of(entrant) if tournament.format.pairs else seats[entrant]
    return found
