"""Places in the running round. Give, swap and free them, and apply the effects of a change."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone

from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.people.models import Player
from scoring.table.actions.tables import change_people
from scoring.table.models import Sitting
from scoring.tournament import hooks
from scoring.tournament.actions.seating import sit_down
from scoring.tournament.actions.setting_up import undraw
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens
from scoring.tournament.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.tournament.pure.plan_ahead import plan_ahead
from scoring.tournament.pure.winners import NotYet
from scoring.tournament.queries.now import (
    as_planned,
    entrants_of,
    format_in,
    load_tournament,
    seats_by_table,
)


def sit_anew(row: RoundTable) -> None:
    """Update the players on the table's phone. Its sitting ends, and the next one of this round
    begins.

    If the table's rules are for another number of people, it goes on with totals until the number
    fits.
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
    if len(players) in sitting.rules.pack:
        change_people(table=sitting.table, players=players, in_round=True)
    elif sitting.hands.exists():
        Sitting.objects.filter(pk=sitting.pk).update(ended_at=timezone.now())
    else:
        sitting.delete()


def goes_on(row: RoundTable) -> bool:
    """Return whether a table is still playing. Its round is not over, and it has no reported
    result."""
    return row.round.ended_at is None and not row.reports.filter(withdrawn_at=None).exists()


def people_at(row: RoundTable) -> list[Player]:
    """Return the players at a table of a round, clockwise from the north."""
    entrants = {one.no: one.people for one in entrants_of(row.round.tournament)}
    seats, taken, found = seats_by_table([row])[row.pk], set(), []
    for no in seats.values():
        found.append(entrants[no][1 if no in taken else 0])
        taken.add(no)
    return found


def plan_anew(tournament: Tournament, *, keep: bool = False) -> None:
    """Plan the coming rounds of a rotation again for the people present. With too few there is no
    plan.

    With `keep`, rounds that are already planned stay unchanged.
    """
    latest = latest_round(tournament)
    if latest is None or format_in(tournament).in_round(latest.no + 1).movement != "rotation":
        return
    known = load_tournament(tournament, results_from=latest.no + 1)
    try:
        plan = plan_ahead(known if keep else replace(known, plan=()))
    except NotYet:
        plan = ()
    Tournament.objects.filter(pk=tournament.pk).update(plan=[as_planned(one) for one in plan])


def begin(tournament: Tournament, *, seen: int | None = None) -> tuple[Tournament, Round]:
    """Return the tournament, locked, and its running round. A draw that is not published is undone.

    Raise Refused if the running round is no longer the one that was `seen`, if one was given.
    """
    tournament = for_changes(tournament)
    undraw(tournament)
    running = latest_round(tournament)
    if running is None:
        raise Refused("Round 1 isn’t published yet. Change the list of entrants instead.")
    if seen not in (None, running.no):
        raise Refused(f"Round {running.no} is published. {OUT_OF_DATE}")
    return tournament, running


def done(tournament: Tournament, entrant: Entrant, row: RoundTable | None = None) -> Entrant:
    if row is not None:
        sit_anew(row)
    plan_anew(tournament)
    refresh_screens(tournament)
    hooks.seats_changed(tournament)
    return entrant


def entrant_of(tournament: Tournament, no: int) -> Entrant:
    found = entrants_of(tournament).select_related("in_place_of__player").filter(no=no).first()
    if found is None:
        raise Refused(f"No entrant has number {no}.")
    return found


def placing_of(running: Round, entrant: Entrant) -> Placing | None:
    return running.placings.filter(entrant=entrant).select_related("entrant", "round_table").first()


def refuse_over(running: Round) -> None:
    if running.ended_at is not None:
        raise Refused(f"Round {running.no} is over. They can play from the next round.")


def refuse_seated(running: Round, entrant: Entrant) -> None:
    placing = placing_of(running, entrant)
    if placing is not None:
        raise Refused(f"{entrant} sits at {str(placing.round_table).lower()} already.")


def is_here(running: Round, entrant: Entrant) -> None:
    """Mark an entrant as present from this round on, and no longer sitting out in it."""
    entrant.since, entrant.left = min(entrant.since, running.no), None
    entrant.save(update_fields=["since", "left", "in_place_of"])
    is_not_out(running, entrant.no)


def is_not_out(running: Round, no: int) -> None:
    if no in running.sitting_out:
        _move(running, no, "sitting_out", "was_out")


def is_out_again(running: Round, no: int) -> None:
    """Let an entrant sit out the running round again, if they were drawn to."""
    if no in running.was_out:
        _move(running, no, "was_out", "sitting_out")


def _move(running: Round, no: int, before: str, after: str) -> None:
    setattr(running, before, sorted({*getattr(running, before)} - {no}))
    setattr(running, after, sorted({*getattr(running, after), no}))
    running.save(update_fields=[before, after])


def take_seat(placing: Placing, entrant: Entrant, *, late: bool) -> None:
    """Give an entrant another's seat in a round, together with the hands reported for it."""
    before, after = str(placing.entrant.no), str(entrant.no)
    Placing.objects.filter(pk=placing.pk).update(entrant=entrant, late=late)
    reports = list(Report.objects.filter(round_table=placing.round_table_id))
    for report in reports:
        report.rename_numbers({before: after})
    Report.objects.bulk_update(reports, Report.COUNTED)


def as_before(running: Round, other: Entrant) -> None:
    """Restore an entrant who was given a seat in the running round. They sit it out again, or play
    from the next one."""
    other.in_place_of = None
    is_out_again(running, other.no)
    if not other.ghost and other.entered_at > running.published_at:
        other.since = running.no + 1
    other.save(update_fields=["in_place_of", "since"])
