"""What follows when others sit at a table of a running round: its phone's sitting, and the plan
ahead."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone

from scoring.actions.tables import change_people
from scoring.actions.tournament.seating import sit_down
from scoring.actions.tournament.stage import latest_round
from scoring.models import Player, RoundTable, Sitting, Tournament
from scoring.models.tournament_now import as_planned, entrants_of, format_in, seats_by_table, told
from scoring.movements.tournament.here import NotYet
from scoring.movements.tournament.plan_ahead import plan_ahead
from scoring.movements.tournament.values import SEATS


def sit_anew(row: RoundTable) -> None:
    """Let the table's phone know who sits there now: its sitting ends, and the next of this round
    begins.

    Where its rules are for another number of people it goes on by totals, till they are so many.
    """
    sitting = (
        row.sittings.filter(ended_at=None).select_related("table__session", "table__house").first()
    )
    if sitting is None:
        sit_down(row.round.tournament, [row])
        return
    players = people_at(row)
    if [one.pk for one in players] == [one.pk for one in sitting.players]:
        return
    if len(players) in sitting.table.rules.pack:
        change_people(table=sitting.table, players=players, in_round=True)
    elif sitting.hands.exists():
        Sitting.objects.filter(pk=sitting.pk).update(ended_at=timezone.now())
    else:
        sitting.delete()


def goes_on(row: RoundTable) -> bool:
    """Return whether a table is played at still: its round is not over, and no result was told of
    it."""
    return row.round.ended_at is None and not row.reports.filter(withdrawn_at=None).exists()


def people_at(row: RoundTable) -> list[Player]:
    """Return who sits at a table of a round, clockwise from the north."""
    entrants = {one.no: one.people for one in entrants_of(row.round.tournament)}
    seats, taken, found = seats_by_table([row])[row.pk], set(), []
    for seat in SEATS:
        if seat in seats:
            no = seats[seat]
            found.append(entrants[no][1 if no in taken else 0])
            taken.add(no)
    return found


def plan_anew(tournament: Tournament, *, keep: bool = False) -> None:
    """Plan the rounds to come of a rotation for those who are there now; too few, and there is no
    plan.

    With `keep`, what was planned stays as it is, as far as it goes.
    """
    latest = latest_round(tournament)
    if latest is None or format_in(tournament).movement != "rotation":
        return
    known = told(tournament, results_from=latest.no + 1)
    try:
        plan = plan_ahead(known if keep else replace(known, plan=()))
    except NotYet:
        plan = ()
    Tournament.objects.filter(pk=tournament.pk).update(plan=[as_planned(one) for one in plan])
