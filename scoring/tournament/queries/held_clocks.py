"""For how long the clocks of tables were held."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.table.models import HelpCall
from scoring.tournament.models import RoundTable


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
