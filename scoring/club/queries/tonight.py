"""The progress of a club's current evenings: the leader, the round, and the latest news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max, Q

from scoring.people.models import Player
from scoring.table.models import ClubSession, HelpCall, Sitting, Table
from scoring.table.queries.agreed import open_objections
from scoring.table.queries.help_calls import open_calls
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Round


@dataclass(kw_only=True)
class Progress:
    """How an evening goes."""

    leaders: list[Player] = field(default_factory=list)
    """The players with the most points so far. It is empty without points, and where games are
    played."""
    points: int = 0
    round: int = 0
    """The round of its tournament that was published last."""
    heard: list[datetime] = field(default_factory=list)
    """The time of the last news from each occupied table where no hand waits."""
    calls: list[HelpCall] = field(default_factory=list)
    """Its open calls for help."""
    waits: int = 0
    """The number of hands that need approval."""
    objections: int = 0
    """The number of disputed hands."""


def progress_of(sessions: Collection[ClubSession]) -> dict[int, Progress]:
    """Return the progress of each of these evenings, by its key, with seven queries in all."""
    found = {session.pk: Progress() for session in sessions}
    if not found:
        return {}
    sittings = whole(Sitting.objects.filter(table__session__in=found, round_table=None))
    for session, progress in found.items():
        _leaders(progress, [one for one in sittings if one.table.session_id == session])
    seated = {one.table_id: one.started_at for one in sittings if one.ended_at is None}
    _tables(found, seated, open_objections(*sessions))
    rounds = Round.objects.filter(tournament__session__in=found, published_at__isnull=False)
    for session, no in rounds.order_by().values_list("tournament__session").annotate(Max("no")):
        found[session].round = no
    for call in open_calls(*sessions):
        found[call.session_id].calls.append(call)
    return found


def _leaders(progress: Progress, sittings: list[Sitting]) -> None:
    if any(sitting.rules.pays_games for sitting in sittings):
        return
    points: Counter[Player] = Counter()
    for sitting in sittings:
        points.update(dict(zip(sitting.players, sitting.totals, strict=True)))
    progress.points = max(points.values(), default=0)
    if progress.points > 0:
        ahead = [player for player, so_far in points.items() if so_far == progress.points]
        progress.leaders = sorted(ahead, key=lambda player: player.key)


def _tables(
    found: dict[int, Progress], seated: dict[int, datetime], objections: dict[int, int]
) -> None:
    tables = Table.objects.filter(session__in=found).order_by()
    hands = "sittings__hands"
    for table, session, waiting, last in tables.annotate(
        waiting=Count(hands, filter=Q(sittings__hands__state="waiting")),
        last=Max("sittings__hands__logged_at"),
    ).values_list("pk", "session", "waiting", "last"):
        found[session].waits += waiting
        found[session].objections += objections.get(table, 0)
        if table in seated and not waiting:
            found[session].heard.append(max(filter(None, [last, seated[table]])))
