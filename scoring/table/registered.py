"""Functions of a table and its evening that features below call."""

from collections.abc import Sequence

from django.db.models import QuerySet

from scoring.common import news
from scoring.people import hooks as people
from scoring.people.models import Player
from scoring.table.actions.lock import lock_evenings
from scoring.table.models import ClubSession, Table
from scoring.table.queries.evenings import where_they_sit


@news.topics.register
def _topics() -> dict[str, QuerySet]:
    return {
        "table": Table.objects.values_list("pk", "version", "session"),
        "session": ClubSession.objects.values_list("pk", "version", "pk"),
    }


people.hold_tables.register(lock_evenings)


@people.names_changed.register
def _tables_are_old(players: Sequence[Player]) -> None:
    for table in where_they_sit(players).lock_all():
        table.raise_version()
