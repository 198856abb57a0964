"""Results of rounds that are over and that somebody must look at: told otherwise since, or taken
away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.models import HandRecord, Report, RoundTable, Tournament
from scoring.models.tournament_now import PlayedTable, next_round, played_tables
from scoring.views.tournament.table_lines import TableLine, alarms, table_lines


@dataclass(frozen=True, kw_only=True)
class Open:
    """What is the matter in one round, and at which of its tables."""

    round: int
    says: str
    tables: Sequence[TableLine]


def open_results(tournament: Tournament) -> list[Open]:
    """Return what is open of the rounds that are over: six queries."""
    over = tournament.rounds.exclude(ended_at=None)
    return list(open_at(played_tables(over, pk__in=in_question(tournament))))


def open_at(tables: Sequence[PlayedTable]) -> Iterator[Open]:
    """Yield what is open at these tables, by round."""
    for round, those in groupby(tables, key=lambda table: table.row.round):
        lines = table_lines(round, list(those), timezone.now())
        for says, alarming in alarms(lines):
            yield Open(round=round.no, says=says, tables=alarming)


def in_question(tournament: Tournament) -> QuerySet:
    """Return the keys of all tables of the latest round, and of those of earlier ones of which
    something was told or changed when the next round was drawn already, or that somebody objects
    to.

    The others stood when it was drawn, and stand still.
    """
    drawn, at = OuterRef("drawn"), {"round_table": OuterRef("pk")}
    told = Q(at__gt=drawn) | Q(withdrawn_at__gt=drawn) | Q(objects_to_it=True)
    played = (
        Q(logged_at__gt=drawn) | Q(corrections__at__gt=drawn) | Q(state=HandRecord.State.WAITING)
    )
    hands = HandRecord.objects.filter(played, sitting__round_table=OuterRef("pk"))
    found = RoundTable.objects.filter(round__tournament=tournament).annotate(
        drawn=next_round("drawn_at")
    )
    later = Exists(Report.objects.filter(told, **at)) | Exists(hands)
    return found.filter(Q(drawn=None) | later).values("pk")
