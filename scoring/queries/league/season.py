"""What is stored of a league's season, as the values that scoring.leagues computes with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from scoring.leagues import values
from scoring.leagues.values import pair_of
from scoring.models import League, LeagueMatch, MatchPair, Meeting, Player, Team, TeamPenalty


def load_season(
    league: League, *, part: int = 0, pairs: bool = False, night: date | None = None
) -> values.League:
    """Return a half of a season (Agreement.parts) with its league matches: those that count with
    their results, the others as fixtures.

    With `pairs` also who played with whom and every game, as averages and honours need them: three
    queries more, as many rows as games; with a `night` those of that night alone. Play-offs and the
    knock-out are no part of it.
    """
    agreement = league.agreement
    teams = {team.pk: team for team in league.teams.select_related("venue")}
    divisions = list(league.divisions.all())
    found = list(_matches(league, part))
    meetings = _meetings(league, part, night) if pairs or night else {}
    return values.League(
        name=str(league),
        settings=agreement.settings,
        divisions=tuple(_divisions(divisions, teams.values())),
        teams={team.name: _team(team) for team in teams.values() if team.division_id},
        dates=tuple(league.nights),
        venues={venue.name: venue.matches for venue in league.venues.all()},
        matches=tuple(_match(match, teams, meetings.get(match.pk, ())) for match in found),
        penalties=tuple(_penalties(league, teams)),
    )


def _matches(league: League, part: int) -> Iterable[LeagueMatch]:
    """The matches that have a date, and teams that are still in a division."""
    return league.matches.filter(
        kind=LeagueMatch.Kind.LEAGUE,
        part=part,
        date__isnull=False,
        home__division__isnull=False,
        away__division__isnull=False,
    )


def _divisions(divisions: Iterable, teams: Iterable[Team]) -> Iterable[values.Division]:
    named = defaultdict(list)
    for team in teams:
        named[team.division_id].append(team.name)
    for division in divisions:
        yield values.Division(name=division.name or None, teams=tuple(named[division.pk]))


def _team(team: Team) -> values.Team:
    return values.Team(
        name=team.name,
        venue=team.venue.name if team.venue else None,
        home_day=team.home_day,
        not_on=frozenset(map(date.fromisoformat, team.not_on)),
    )


def _match(
    match: LeagueMatch, teams: dict[int, Team], meetings: Iterable[values.Meeting]
) -> values.Match:
    """A match as a value: its result where it counts, a fixture where it does not yet."""
    fixture = {
        "date": match.date,
        "home": teams[match.home_id].name,
        "away": teams[match.away_id].name,
    }
    if not match.counts:
        return values.Match(**fixture)
    if match.walkover:
        return values.Match(**fixture, walkover=match.walkover)
    return values.Match(
        **fixture, meetings=tuple(meetings), total=match.total, games_won=match.games_won
    )


def _meetings(league: League, part: int, night: date | None) -> dict[int, list[values.Meeting]]:
    """The meetings of the matches that count where both pairs are known, by match."""
    of_these = {"match__league": league, "match__part": part, "match__counted_at__isnull": False}
    if night:
        of_these["match__date"] = night
    people = MatchPair.objects.filter(**of_these, one__isnull=False, other__isnull=False)
    names = dict(Player.objects.filter(squads__team__league=league).values_list("pk", "name"))
    pairs, strange = {}, set()
    for pk, one, other in people.values_list("pk", "one", "other"):
        pairs[pk] = one, other
        strange.update({one, other} - names.keys())
    names.update(Player.objects.filter(pk__in=strange).values_list("pk", "name"))
    found = defaultdict(list)
    rows = Meeting.objects.filter(**of_these).values_list("match", "home", "away", "games")
    for match, home, away, games in rows.order_by("match", "no"):
        if home in pairs and away in pairs:
            two = (pair_of(*(names[key] for key in pairs[side])) for side in (home, away))
            here, there = two
            found[match].append(
                values.Meeting(home=here, away=there, games=tuple(map(tuple, games)))
            )
    return found


def _penalties(league: League, teams: dict[int, Team]) -> Iterable[values.Penalty]:
    found = TeamPenalty.objects.filter(team__league=league, given_back_at=None)
    for penalty in found:
        yield values.Penalty(
            team=teams[penalty.team_id].name,
            date=penalty.date,
            points=penalty.points,
            why=penalty.why,
        )
