"""The results of a league: by night, as one card, and the time of the last one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max, Min, Q

from scoring.common.tonight import night_at
from scoring.league.models import League, LeagueMatch, MatchMove, MatchPair, Meeting, TeamPenalty

BESIDE = ("home", "away", "venue", "division", "cup_round")


def part_now(league: League) -> int:
    """Return the half of the season that is played now: the last that has a result, from 0."""
    if len(league.agreement.parts) < 2:
        return 0
    played = league.matches.filter(kind=LeagueMatch.Kind.LEAGUE, counted_at__isnull=False)
    return played.aggregate(last=Max("part"))["last"] or 0


def true_since(league: League) -> datetime | None:
    """Return when the last result came in; None before the first."""
    return league.matches.aggregate(last=Max("counted_at"))["last"]


@dataclass(frozen=True, kw_only=True)
class Around:
    """The matches of the last night that has a result, and of the next to be played."""

    last: tuple[LeagueMatch, ...] = ()
    next: tuple[LeagueMatch, ...] = ()


def around(league: League, *, until: date | None = None) -> Around:
    """Return the last night of any kind with a result, up to a day if one is given, and the next
    one from tonight on, or after that day: three queries."""
    by_date = league.matches.filter(date__isnull=False, away__isnull=False)
    counted = by_date.filter(counted_at__isnull=False, date__lte=until or date.max)
    after = Q(date__gt=until) if until else Q(date__gte=night_at())
    last = counted.aggregate(last=Max("date"))["last"]
    first = by_date.filter(after, counted_at=None).aggregate(first=Min("date"))["first"]
    found = by_date.filter(date__in={last, first} - {None}).select_related(*BESIDE)
    return Around(
        last=_in_order(league, (one for one in found if one.date == last and one.counts)),
        next=_in_order(league, (one for one in found if one.date == first and not one.counts)),
    )


def matches_of(league: League) -> list[LeagueMatch]:
    """Return every match that has a night, also play-offs and the knock-out, by night and division:
    one query."""
    found = league.matches.filter(date__isnull=False, away__isnull=False).select_related(*BESIDE)
    return list(_in_order(league, found))


def _in_order(league: League, found: Iterable[LeagueMatch]) -> tuple[LeagueMatch, ...]:
    found = list(found)
    for one in found:
        one.league = league
    return tuple(
        sorted(found, key=lambda one: (one.date, one.division.no if one.division else 99, one.pk))
    )


def nights_played(league: League, part: int) -> list[date]:
    """Return the nights on which a league match of a half counts, in order."""
    found = league.matches.filter(
        kind=LeagueMatch.Kind.LEAGUE, part=part, counted_at__isnull=False, date__isnull=False
    )
    return list(found.order_by("date").values_list("date", flat=True).distinct())


def taken_off(league: League, part: int, on: date) -> list[tuple[str, str]]:
    """Return home and away of the matches that were to be played on a night, and were moved or
    postponed."""
    moved = MatchMove.objects.filter(
        match__league=league, match__part=part, match__kind=LeagueMatch.Kind.LEAGUE, from_date=on
    ).exclude(match__date=on)
    return list(
        dict.fromkeys(moved.order_by("pk").values_list("match__home__name", "match__away__name"))
    )


@dataclass(frozen=True, kw_only=True)
class Card:
    """A match's whole record: pairs, games, moves and penalties."""

    home: tuple[MatchPair, ...]
    away: tuple[MatchPair, ...]
    meetings: tuple[Meeting, ...]
    moves: tuple[MatchMove, ...]
    penalties: tuple[TeamPenalty, ...]


def card_of(match: LeagueMatch) -> Card:
    """Return the card of a match: four queries."""
    pairs = list(match.pairs.select_related("one", "other"))
    by_pk = {pair.pk: pair for pair in pairs}
    meetings = list(match.meetings.all())
    for meeting in meetings:
        meeting.home, meeting.away = by_pk[meeting.home_id], by_pk[meeting.away_id]
    return Card(
        home=tuple(pair for pair in pairs if pair.side == "home"),
        away=tuple(pair for pair in pairs if pair.side == "away"),
        meetings=tuple(meetings),
        moves=tuple(match.moves.all()),
        penalties=tuple(match.penalties.select_related("team").filter(given_back_at=None)),
    )
