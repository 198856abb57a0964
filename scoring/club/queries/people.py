"""When the people of a club were last at an evening."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db.models import Max

from scoring.club.models import Tally
from scoring.evening.models import Attendance
from scoring.people.models import Player
from scoring.table.models import Seat


def last_seen(people: Collection[Player]) -> dict[int, date]:
    """Return the day of the last evening of each of these people, by their keys, without those who
    never came. It counts check-in, seats at open evenings, and results of closed ones. It takes
    three queries."""
    here = Attendance.objects.filter(player__in=people).order_by()
    sits = Seat.objects.filter(
        player__in=people, sitting__table__session__closed_at=None, sitting__round_table=None
    )
    played = Tally.objects.filter(player__in=people).order_by()
    found: dict[int, date] = {}
    for days in (
        here.values_list("player").annotate(Max("session__played_on")),
        sits.order_by().values_list("player").annotate(Max("sitting__table__session__played_on")),
        played.values_list("player").annotate(Max("played_on")),
    ):
        for player, day in days:
            found[player] = max(day, found.get(player, day))
    return found
