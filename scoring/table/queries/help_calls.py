"""Who calls for help, and for how long the clocks of tables were held for it."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.evening.models import HelpCall
from scoring.table.models import ClubSession, Table
from scoring.tournament.models import RoundTable


def has_an_organiser(table: Table) -> bool:
    """Whether somebody runs the evening of a table: friends without a club run their own."""
    return not table.session.club.casual


def open_call(table: Table) -> HelpCall | None:
    """Return the call of a table that is not settled; one query."""
    return next(iter(HelpCall.open_at(table.pk)), None)


def open_calls(session: ClubSession) -> list[HelpCall]:
    """Return the calls of an evening that are not settled: those that nobody has heard first, each
    in the order in which they came; one query, none once it is closed."""
    if session.closed:
        return []
    found = session.help_calls.filter(ended_at=None).select_related("table", "round_table__round")
    return sorted(found, key=lambda call: (call.heard_at is not None, call.pk))


def give_held_time(rows: Iterable[RoundTable]) -> None:
    """Give tables of rounds `held`, the seconds for which the clock was held at each before, and
    `held_since`, how many seconds it had run when it was held; None while it runs. One query."""
    at = {row.pk: row for row in rows}
    for row in at.values():
        row.held, row.held_since = 0, None
    calls = HelpCall.objects.filter(round_table__in=at, held_from__isnull=False).order_by()
    for pk, since, to in calls.values_list("round_table", "held_from", "held_to"):
        if to is None:
            at[pk].held_since = since
        else:
            at[pk].held += to - since


def held_seconds(row: RoundTable, ran: int) -> int:
    """Return for how long the clock was held at a table (`give_held_time`), a hold that lasts
    included; `ran` is how long the round's clock has run."""
    lasts = 0 if row.held_since is None else max(0, ran - row.held_since)
    return row.held + lasts
