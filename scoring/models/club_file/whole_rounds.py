"""Whether the rounds of a club's tournaments can be: who sits in them entered, and at tables as
they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from django.db.models import F, Q

from scoring.models.club import Club
from scoring.models.play import Sitting
from scoring.models.tournament import Entrant, Placing, Report, RoundTable, Tournament
from scoring.models.tournament_now import seats_by_table
from scoring.movements.tournament.values import SEATS

THREE = SEATS[:3]


def refuse_unsound_rounds(club: Club) -> None:
    """Raise ValueError, with a sentence, for what no page of a tournament could show."""
    for wrong in _strays(club):
        raise ValueError(wrong)
    for tournament in Tournament.objects.filter(session__club=club).select_related("session"):
        _refuse_strangers(tournament)
        tables = list(
            RoundTable.objects.filter(round__tournament=tournament).select_related("round")
        )
        seats = seats_by_table(tables)
        for table in tables:
            if tuple(seats.get(table.pk, ())) not in (SEATS, THREE):
                raise ValueError(
                    f"{table} of {tournament}, {table.round}, has not three or four seats taken"
                )


def _refuse_strangers(tournament: Tournament) -> None:
    """Raise ValueError for a number that is no entrant's, and for somebody whom a plan seats
    twice."""
    known = set(tournament.entrants.values_list("no", flat=True))
    planned = [
        (f"{tournament}, round {one['no']} of the plan,", _planned(one)) for one in tournament.plan
    ]
    rounds = [
        (f"{tournament}, {row},", [*row.sitting_out, *row.was_out])
        for row in tournament.rounds.all()
    ]
    rows = tournament.results["rows"] if tournament.finished_at else []
    announced = (f"What was announced of {tournament}", [row["no"] for row in rows])
    for where, numbers in (*planned, *rounds, announced):
        for no in {*numbers} - known:
            raise ValueError(f"{where} names number {no}, who never entered")
    for where, numbers in planned:
        if len({*numbers}) < len(numbers):
            raise ValueError(f"{where} has somebody twice")


def _planned(told: dict) -> list[int]:
    """Return the numbers of a round of a plan; a pair sits at a table once."""
    return [*told["sitting_out"], *chain(*({*table["seats"].values()} for table in told["tables"]))]


def _strays(club: Club) -> Iterator[str]:
    """Yield what means something of another tournament, or of another evening."""
    for one in Entrant.objects.filter(tournament__session__club=club).filter(
        ~Q(in_place_of=None), ~Q(in_place_of__tournament=F("tournament"))
    ):
        yield f"{one} took the place of somebody in another tournament"
    for one in Placing.objects.filter(round__tournament__session__club=club).exclude(
        round=F("round_table__round"), entrant__tournament=F("round__tournament")
    ):
        yield f"{one} is of another round, or of another tournament"
    tables = RoundTable.objects.filter(round__tournament__session__club=club).exclude(table=None)
    for one in tables.exclude(table__session=F("round__tournament__session")):
        yield f"{one} of {one.round} is at a table of another evening"
    told = Report.objects.filter(round_table__round__tournament__session__club=club).exclude(
        entrant=None
    )
    for one in told.exclude(entrant__tournament=F("round_table__round__tournament")):
        yield f"{one} is told by somebody of another tournament"
    played = Sitting.objects.filter(table__session__club=club).exclude(round_table=None)
    for one in played.exclude(round_table__table=F("table")):
        yield f"{one} is a round of another table"
