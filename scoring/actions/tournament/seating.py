"""Seats of a round as rows, and the sittings by which its tables' phones keep the score."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from django.utils import timezone

from scoring.actions.tournament.round_tables import tables_for
from scoring.models import (
    Entrant,
    Placing,
    Player,
    Round,
    RoundTable,
    Seat,
    Sitting,
    Tournament,
)
from scoring.models.tournament_now import seats_by_table
from scoring.movements.tournament import values


def store_seats(row: Round, drawn: values.Round) -> None:
    """Store who sits where in a round that was drawn."""
    numbers = {entrant.no: entrant.pk for entrant in row.tournament.entrants.all()}
    tables = RoundTable.objects.bulk_create(
        RoundTable(round=row, no=table.no) for table in drawn.tables
    )
    Placing.objects.bulk_create(
        Placing(round=row, round_table=table, entrant_id=numbers[no], seat=seat)
        for table, seated in zip(tables, drawn.tables, strict=True)
        for seat, no in seated.first_seats.items()
    )


def begin_sittings(tournament: Tournament, row: Round) -> None:
    """Let the people of a round sit down at the tables' phones. A table with other rules goes by
    totals."""
    rows = list(row.tables.all())
    tables = tables_for(tournament, rows, seats_by_table(rows))
    for one in rows:
        one.table = tables.get(one.no)
    RoundTable.objects.bulk_update(rows, ["table"])
    Sitting.objects.filter(table__in=tables.values(), ended_at=None).update(ended_at=timezone.now())
    sit_down(tournament, rows)


def sit_down(tournament: Tournament, rows: list[RoundTable]) -> None:
    """Begin the sittings of those of these tables whose phones have rules for so many people."""
    seats, people = seats_by_table(rows), _people(tournament)
    last = dict(
        tournament.session.tables.annotate(last=Max("sittings__no")).values_list("pk", "last")
    )
    sittings = [
        Sitting(table=one.table, no=(last.get(one.table.pk) or 0) + 1, round_table=one)
        for one in rows
        if one.table is not None and len(seats[one.pk]) in one.table.rules.pack
    ]
    Sitting.objects.bulk_create(sittings)
    Seat.objects.bulk_create(
        Seat(sitting=sitting, no=values.SEATS.index(seat), player=player)
        for sitting in sittings
        for seat, player in _players(seats[sitting.round_table_id], people)
    )


def _people(tournament: Tournament) -> dict[int, list[Player]]:
    entrants: Iterable[Entrant] = tournament.entrants.select_related("player", "partner")
    return {entrant.no: entrant.people for entrant in entrants}


def _players(
    seats: dict[str, int], people: dict[int, list[Player]]
) -> Iterable[tuple[str, Player]]:
    """Yield who sits in each seat; the second of a pair in the second of its seats."""
    taken = set()
    for seat, no in seats.items():
        yield seat, people[no][1 if no in taken else 0]
        taken.add(no)


def take_sittings_back(row: Round) -> None:
    """Undo `begin_sittings`: those of the round before go on."""
    Sitting.objects.filter(round_table__round=row).delete()
    before = Sitting.objects.filter(round_table__round__tournament=row.tournament_id)
    last = before.filter(round_table__round__no=row.no - 1).order_by("table", "-no")
    going_on = {sitting.table_id: sitting.pk for sitting in reversed(last)}
    Sitting.objects.filter(pk__in=going_on.values()).update(ended_at=None)
    row.tables.update(table=None)
