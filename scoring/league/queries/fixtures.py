"""A league's fixtures: those that are stored, and the season as it is planned and checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from scoring.league.models import Derby, League, LeagueMatch, Team
from scoring.league.pure import values
from scoring.league.pure.fixture_faults import Planned, against_night
from scoring.league.pure.fixtures import Wishes, nights_of, wishes
from scoring.league.pure.home_days import kept_for_some
from scoring.league.queries.season import load_season

Kind = LeagueMatch.Kind


def fixtures_of(league: League) -> list[LeagueMatch]:
    """Return every match of a season with a night or without, and how each was moved: two
    queries."""
    beside = ("home", "away", "venue", "division", "cup_round")
    found = league.matches.select_related(*beside).prefetch_related("moves")
    for match in found:
        match.league = league
    return sorted(found, key=_in_order)


def _in_order(match: LeagueMatch) -> tuple:
    return (match.date or date.max, match.division.no if match.division else 99, match.pk)


def with_results(league: League) -> bool:
    """Return whether a match of the league's own fixtures has a card, or what began as one."""
    started = league.matches.filter(kind=Kind.LEAGUE)
    return (
        started.exclude(counted_at=None).exists()
        or started.exclude(card_in_at=None).exists()
        or started.exclude(session=None).exists()
        or started.filter(pairs__isnull=False).exists()
    )


def to_plan(league: League) -> values.League:
    """Return the season as one league that is planned at once: the rounds of all its parts, the
    teams that play, the wishes for derbies, and no matches; weekdays that are there for some teams
    are kept for them."""
    season = load_season(league)
    playing = {team.name for team in league.teams.filter(withdrawn_at=None, division__isnull=False)}
    wished = Derby.objects.filter(one__league=league).select_related("one", "other")
    parts = len(league.agreement.parts)
    divisions = (
        replace(one, teams=tuple(team for team in one.teams if team in playing))
        for one in season.divisions
    )
    planned = replace(
        season,
        settings=replace(season.settings, rounds=season.settings.rounds * parts),
        divisions=tuple(one for one in divisions if one.teams),
        teams={name: team for name, team in season.teams.items() if name in playing},
        matches=(),
        derbies=tuple(
            values.Derby(teams=(derby.one.name, derby.other.name), date=derby.date)
            for derby in wished
            if {derby.one.name, derby.other.name} <= playing
        ),
    )
    return kept_for_some(planned)


def as_planned(matches: Iterable[LeagueMatch]) -> list[Planned]:
    """Return stored matches as values that are checked against what must be kept."""
    return [
        Planned(
            key=match.pk,
            date=match.date,
            home=match.home.name,
            away=match.away.name,
            venue=match.venue.name if match.venue else None,
            hour=match.hour,
            of_league=match.kind == Kind.LEAGUE,
        )
        for match in matches
        if match.away_id
    ]


def against_cup_night(league: League, teams: Iterable[Team], night: date | None) -> list[str]:
    """Return what speaks against a night of the knock-out or a play-off for these teams, in
    sentences; nothing without a night."""
    if night is None:
        return []
    planned = as_planned(fixtures_of(league))
    return against_night(to_plan(league), planned, [team.name for team in teams], night)


def wishes_of(plan: values.League, matches: Iterable[LeagueMatch]) -> Wishes | None:
    """Return how far the stored fixtures meet what is wished; None where there are none."""
    at = {team: no for no, one in enumerate(plan.divisions) for team in one.teams}
    found = [
        (at[match.home.name], match.date, match.home.name, match.away.name)
        for match in matches
        if match.kind == Kind.LEAGUE and match.date and match.home.name in at
    ]
    return wishes(plan, list(nights_of(plan, found))) if found else None
