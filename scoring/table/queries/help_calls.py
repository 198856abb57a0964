"""Who calls for help, and for how long the clocks of tables were held for it."""

from __future__ import annotations

from scoring.table.models import ClubSession, HelpCall, Table


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
