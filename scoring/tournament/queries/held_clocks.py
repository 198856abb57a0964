"""How long the clocks of tables were paused for a call to the director."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.table.models import HelpCall
from scoring.tournament.models import RoundTable


def give_held_time(rows: Iterable[RoundTable]) -> None:
    """Give tables of rounds two attributes. `held` is the number of seconds for which the clock was
    paused before. `held_since` is how many seconds it had run when the current pause began, or None
    while it runs. Makes one query."""
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
    """Return the seconds for which the clock was paused at a table (`give_held_time`), including a
    current pause. `ran` is how long the round's clock has run."""
    lasts = 0 if row.held_since is None else max(0, ran - row.held_since)
    return row.held + lasts
