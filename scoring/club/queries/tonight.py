"""The progress of a club's current evenings: the leader, the round, and the latest news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max, Q

from scoring.people.models import Player
from scoring.table.models import ClubSession, Sitting, Table
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


def progress_of(sessions: Collection[ClubSession]) -> dict[int, Progress]:
    """Return the progress of each of these evenings, by its key, with five queries in all."""
    found = {session.pk: Progress() for session in sessions}
    if not found:
        return {}
    sittings = whole(Sitting.objects.filter(table__session__in=found, round_table=None))
    for session, progress in found.items():
        _leaders(progress, [one for one in sittings if one.table.session_id == session])
    _heard(found, {one.table_id: one.started_at for one in sittings if one.ended_at is None})
    rounds = Round.objects.filter(tournament__session__in=found, published_at__isnull=False)
    for session, no in rounds.order_by().values_list("tournament__session").annotate(Max("no")):
        found[session].round = no
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


def _heard(found: dict[int, Progress], seated: dict[int, datetime]) -> None:
    tables = Table.objects.filter(pk__in=seated).order_by()
    hands = "sittings__hands"
    for table, session, waiting, last in tables.annotate(
        waiting=Count(hands, filter=Q(sittings__hands__state="waiting")),
        last=Max("sittings__hands__logged_at"),
    ).values_list("pk", "session", "waiting", "last"):
        if not waiting:
            found[session].heard.append(max(filter(None, [last, seated[table]])))
