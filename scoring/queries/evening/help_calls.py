"""Who calls for help, and for how long the clocks of tables were held for it."""

from __future__ import annotations

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from scoring.models.evening import HelpCall
from scoring.models.play import ClubSession, Table
from scoring.models.tournament import RoundTable


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


def with_held_time(rows: QuerySet[RoundTable]) -> QuerySet[RoundTable]:
    """Return tables of rounds with `held`, the seconds for which the clock was held at each before,
    and `held_since`, how many seconds it had run when it was held; None while it runs."""
    calls = HelpCall.objects.filter(round_table=OuterRef("pk"), held_from__isnull=False).order_by()
    over = calls.filter(held_to__isnull=False).values("round_table")
    seconds = over.annotate(seconds=Sum(F("held_to") - F("held_from"))).values("seconds")
    return rows.annotate(
        held=Coalesce(Subquery(seconds), 0),
        held_since=Subquery(calls.filter(ended_at=None).values("held_from")[:1]),
    )


def held_seconds(row: RoundTable, ran: int) -> int:
    """Return for how long the clock was held at a table (`with_held_time`), a hold that lasts
    included; `ran` is how long the round's clock has run."""
    lasts = 0 if row.held_since is None else max(0, ran - row.held_since)
    return row.held + lasts
