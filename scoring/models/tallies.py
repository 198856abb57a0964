"""Tallies of closed evenings: counted from hands, and added up by the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.db.models import (
    BigIntegerField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    QuerySet,
    Sum,
    Window,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import NullIf, RowNumber

from scoring.figures.rating import Strength
from scoring.figures.season import Row
from scoring.figures.tally import SUMS, Tallied, tallied
from scoring.models.play import ClubSession, Sitting
from scoring.models.ratings import strengths_in
from scoring.models.reckoning import whole
from scoring.models.season import Season, Tally
from scoring.models.tournament_tallies import tallied_rounds

SUMMED = tuple(f"all_{name}" for name in SUMS)
# An evening's quotient as a whole number: fine enough to tell any two of fewer than 30,000 hands
# apart.
FINE = 10**9


def tallies_from_hands(session: ClubSession) -> list[Tally]:
    """Return what the session's hands come to, not yet stored, and what its tournament does if it
    counts; nobody who played nothing is in it."""
    found: dict[tuple[int, str, bool], Tallied] = defaultdict(Tallied)
    ours = Sitting.objects.filter(table__session=session, round_table=None)
    for sitting in whole(ours.order_by("started_at", "pk")):
        table = sitting.table
        games = table.rules.target is not None
        players = [player.pk for player in sitting.players]
        come_to = tallied(
            sitting.played, rules=table.rules, players=players, stake=table.stake_minor
        )
        for player, figures in come_to.items():
            if figures.hands:
                found[player, table.rules_key, games] += figures
    for player, rules, figures in tallied_rounds(session):
        found[player, rules, True] += figures
    about = {"club_id": session.club_id, "session": session, "played_on": session.played_on}
    return [
        Tally(player_id=player, rules_key=key, games=games, **about, **figures.as_row())
        for (player, key, games), figures in found.items()
    ]


def closed_sessions(*, club: int | None = None, uncounted: bool = False) -> QuerySet[ClubSession]:
    """Closed evenings in the order of time, of one club or of all; `uncounted`: those without
    tallies."""
    found = ClubSession.objects.exclude(closed_at=None).order_by("played_on", "pk")
    found = found if club is None else found.filter(club=club)
    return (
        found.filter(~Exists(Tally.objects.filter(session=OuterRef("pk")))) if uncounted else found
    )


def counted_in(season: Season) -> QuerySet[Tally]:
    """The tallies that a season counts."""
    found = Tally.objects.filter(
        club=season.club_id, played_on__range=(season.starts_on, season.ends_on)
    )
    if season.counts == Season.Counts.ALL:
        return found
    return found.filter(games=season.counts == Season.Counts.GAMES)


def evenings_in(season: Season) -> int:
    """Return how many evenings a season counts so far."""
    return counted_in(season).aggregate(number=Count("session", distinct=True))["number"]


def rows_of(season: Season) -> list[Row]:
    """Return what each player's evenings of the season that count came to: two queries."""
    strengths = strengths_in(season)
    sums = _of_the_best(season) if season.best_of else _of_all(season)
    return [_row(sum, strengths) for sum in sums]


def _row(sums: dict, strengths: dict[int, Strength]) -> Row:
    # PostgreSQL adds up large numbers as decimals.
    figures = {name: int(sums[f"all_{name}"]) for name in SUMS}
    return Row(
        player=sums["player"],
        name=sums["player__name"],
        evenings=sums["evenings"],
        counted=sums["counted"],
        strength=strengths.get(sums["player"]),
        **figures,
    )


def _of_all(season: Season) -> Iterator[dict]:
    by_player = _summed(counted_in(season), "player", "player__name")
    for row in by_player.annotate(evenings=Count("session", distinct=True)):
        yield row | {"counted": row["evenings"]}


def _of_the_best(season: Season) -> Iterable[dict]:
    """Return the sums of each player's best evenings by the first criterion; of equal ones the
    earlier."""
    by_evening = _summed(counted_in(season), "player", "player__name", "played_on", "session")
    best_first = [_of_an_evening(season.order[0]).desc(nulls_last=True), "played_on", "session"]
    best = by_evening.annotate(
        evenings=Window(Count("*"), partition_by="player"),
        place=Window(RowNumber(), partition_by="player", order_by=best_first),
    ).filter(place__lte=season.best_of)
    found: dict[int, dict] = {}
    for row in best:
        so_far = found.setdefault(row["player"], row | dict.fromkeys(SUMMED, 0) | {"counted": 0})
        for name in SUMMED:
            so_far[name] += row[name]
        so_far["counted"] += 1
    return found.values()


def _summed(tallies: QuerySet[Tally], *by: str) -> QuerySet:
    return tallies.order_by().values(*by).annotate(**{f"all_{name}": Sum(name) for name in SUMS})


def _of_an_evening(key: str) -> Combinable:
    """Return what an evening is worth by a criterion, in whole numbers that the database can
    sort."""
    played = NullIf(F("all_games_won") + F("all_games_lost"), 0)
    quotients = {
        "points_a_hand": ("all_points", F("all_hands")),
        "games_a_game": ("all_games_won", played),
    }
    if key in quotients:
        above, below = quotients[key]
        return ExpressionWrapper(F(above) * FINE / below, output_field=BigIntegerField())
    return F({"points_an_evening": "all_points"}.get(key, f"all_{key}"))
