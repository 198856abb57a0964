"""Calls for help, and how long the clocks of tables were held for them."""

from __future__ import annotations

from scoring.table.models import ClubSession, HelpCall, Table


def has_an_organiser(table: Table) -> bool:
    """Return whether a table can call an organiser. Friends without a club run their own
    evening."""
    return not table.session.club.casual


def open_call(table: Table) -> HelpCall | None:
    """Return the call of a table that is not settled; one query."""
    return next(iter(HelpCall.open_at(table.pk)), None)


def open_calls(*sessions: ClubSession) -> list[HelpCall]:
    """Return the open calls of evenings, unheard ones first, each in the order in which they
    came; one query, none once they are closed."""
    on = [session for session in sessions if not session.closed]
    if not on:
        return []
    found = HelpCall.objects.filter(session__in=on, ended_at=None)
    found = found.select_related("table", "round_table__round")
    return sorted(found, key=lambda call: (call.heard_at is not None, call.pk))
