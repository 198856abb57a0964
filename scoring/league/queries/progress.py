"""How far a season's secretary has come: teams, nights, fixtures, results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Count, Q, QuerySet

from scoring.common.tonight import night_at
from scoring.league.models import Derby, League, LeagueMatch
from scoring.league.pure.home_days import TooFew, too_few
from scoring.league.queries.fixtures import to_plan
from scoring.people.models import Club


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The number of teams, fixtures and results; `needed` nights play everything."""

    teams: int
    fixtures: int
    results: int
    needed: int


def progress_of(league: League) -> Progress:
    """Return how far a season has come, in two queries."""
    playing = Count("teams", filter=Q(teams__withdrawn_at=None))
    sizes = [one.playing for one in league.divisions.annotate(playing=playing)]
    matches = league.matches.filter(kind="league").aggregate(
        all=Count("pk"), counted=Count("pk", filter=Q(counted_at__isnull=False))
    )
    largest = max(sizes, default=0)
    once = largest - 1 + largest % 2 if largest > 1 else 0
    return Progress(
        teams=sum(sizes),
        fixtures=matches["all"],
        results=matches["counted"],
        needed=once * league.agreement.settings.rounds * len(league.agreement.parts),
    )


def too_few_nights(league: League, nights: Iterable[date]) -> list[TooFew]:
    """Return the teams that ask for a weekday of which too few are among these nights."""
    return list(too_few(replace(to_plan(league), dates=tuple(nights))))


def leagues_of(club: Club) -> QuerySet[League]:
    """Return the club's leagues, the newest season first, each with the `number` of its teams that
    play."""
    playing = Count("teams", filter=Q(teams__withdrawn_at=None))
    return club.leagues.annotate(number=playing).order_by("-pk")


@dataclass(frozen=True, kw_only=True)
class NextNight:
    """The next night of a league, and how many matches are to be played on it."""

    date: date
    matches: int


def next_nights_of(club: Club) -> dict[int, NextNight]:
    """Return the next night of each of the club's leagues with published fixtures, by the league's
    number: one query."""
    to_play = LeagueMatch.objects.filter(
        league__club=club,
        league__published_at__isnull=False,
        league__finished_at=None,
        away__isnull=False,
        counted_at=None,
        date__gte=night_at(),
    )
    nights = to_play.values("league", "date").annotate(matches=Count("pk"))
    return {
        one["league"]: NextNight(date=one["date"], matches=one["matches"])
        for one in nights.order_by("-date")
    }


def derbies_of(league: League) -> QuerySet[Derby]:
    """Return the matches that are wished for a night, with their teams."""
    return Derby.objects.filter(one__league=league).select_related("one", "other").order_by("pk")
