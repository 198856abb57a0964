"""The director pauses the clock of one table in a round."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.table.actions.help_calls import open_at, refresh_screens, settle
from scoring.table.models import HelpCall
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import RoundTable
from scoring.tournament.queries.now import format_in


@transaction.atomic
def hold_clock(*, round_table: RoundTable, actor: Actor) -> HelpCall:
    """Pause a table's clock as its director, until the call for help is settled. Raise Refused if
    no clock is running.

    If the table has already called for help, the director answers that call.
    """
    tournament = for_changes(round_table.round.tournament)
    row = RoundTable.objects.select_related("round", "table").get(pk=round_table.pk)
    now = timezone.now()
    runs = format_in(tournament).minutes and row.round.playing
    ran = row.round.seconds_played(now) if runs else None
    if ran is None:
        raise Refused("No clock is running at this table now.")
    known = open_at(row.table, row)
    if known is not None and known.round_table_id not in (None, row.pk):
        settle(call=known, actor=actor)  # it was from an earlier round
        known = None
    call = known or HelpCall(
        session=tournament.session,
        table=row.table,
        about=HelpCall.About.HELD,
        called_by=actor.name,
    )
    call.round_table = row
    if call.held_from is None:
        call.held_from = ran
    if call.heard_at is None:
        call.heard_at, call.heard_by = now, actor.name
    call.save()
    refresh_screens(call)
    return call
