"""What is stored of a league's season, as the values that scoring.league.pure computes with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from django.db.models import Min

from scoring.league.models import League, LeagueMatch, MatchPair, Meeting, Team, TeamPenalty
from scoring.league.pure import values
from scoring.league.pure.values import pair_of
from scoring.people.models import Player


def load_season(
    league: League, *, part: int = 0, pairs: bool = False, night: date | None = None
) -> values.League:
    """Return a half of a season (Agreement.parts) with its league matches: those that count with
    their results, the others as fixtures. `pairs` adds pairs and games, for averages and honours:
    three queries more, as many rows as games; a `night` limits them to that night.

    Play-offs and the knock-out are not included.
    """
    agreement = league.agreement
    teams = {team.pk: team for team in league.teams.select_related("venue")}
    divisions = list(league.divisions.all())
    found = list(_matches(league, part))
    dated = [row for row in found if row[1]]
    meetings = _meetings(league, part, night) if pairs or night else {}
    return values.League(
        name=str(league),
        settings=agreement.settings,
        divisions=tuple(_divisions(divisions, teams.values())),
        teams={team.name: _team(team) for team in teams.values() if team.division_id},
        dates=tuple(league.nights),
        venues={venue.name: venue.matches for venue in league.venues.all()},
        matches=tuple(_match(row, teams, meetings) for row in dated),
        undated=len(found) - len(dated),
        penalties=tuple(_penalties(league, teams, part)),
    )


RESULT = (
    *("pk", "date", "starts_at", "home", "away", "counted_at", "walkover"),
    *("total_home", "total_away", "games_home", "games_away"),
)


def _matches(league: League, part: int) -> Iterable[tuple]:
    """The matches whose teams are still in a division: RESULT of each."""
    return league.matches.filter(
        kind=LeagueMatch.Kind.LEAGUE,
        part=part,
        home__division__isnull=False,
        away__division__isnull=False,
    ).values_list(*RESULT)


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
    row: tuple, teams: dict[int, Team], meetings: dict[int, list[values.Meeting]]
) -> values.Match:
    """A match as a value: its result where it counts, a fixture where it does not yet."""
    pk, day, hour, home, away, counted_at, walkover, *figures = row
    fixture = {"date": day, "home": teams[home].name, "away": teams[away].name}
    if counted_at is None:
        return values.Match(**fixture, hour=hour)
    if walkover:
        return values.Match(**fixture, walkover=walkover)
    total, games = tuple(figures[:2]), tuple(figures[2:])
    return values.Match(
        **fixture,
        meetings=tuple(meetings.get(pk, ())),
        total=None if total[0] is None else total,
        games_won=None if games[0] is None else games,
    )


def _meetings(league: League, part: int, night: date | None) -> dict[int, list[values.Meeting]]:
    """The meetings of the matches that count, by match; unnamed players are empty."""
    of_these = {"match__league": league, "match__part": part, "match__counted_at__isnull": False}
    if night:
        of_these["match__date"] = night
    people = MatchPair.objects.filter(**of_these)
    names = dict(Player.objects.filter(squads__team__league=league).values_list("pk", "name"))
    pairs, strange = {}, set()
    for pk, one, other in people.values_list("pk", "one", "other"):
        pairs[pk] = one, other
        strange.update({one, other} - {None} - names.keys())
    names.update(Player.objects.filter(pk__in=strange).values_list("pk", "name"))
    names[None] = ""
    named = {pk: pair_of(names[one], names[other]) for pk, (one, other) in pairs.items()}
    found = defaultdict(list)
    rows = Meeting.objects.filter(**of_these).values_list("match", "home", "away", "games")
    for match, home, away, games in rows.order_by("match", "no"):
        found[match].append(
            values.Meeting(home=named[home], away=named[away], games=tuple(map(tuple, games)))
        )
    return found


def _penalties(league: League, teams: dict[int, Team], part: int) -> Iterable[values.Penalty]:
    """The penalties of a half: of its own matches, and what was given while it was played."""
    found = TeamPenalty.objects.filter(team__league=league, given_back_at=None)
    found = list(found.select_related("match"))
    begun = _beginnings(league) if found and len(league.agreement.parts) > 1 else {}
    for penalty in found:
        match = penalty.match
        of_a_half = match is not None and match.kind == LeagueMatch.Kind.LEAGUE
        given = [no for no, first in begun.items() if first <= penalty.date]
        if part == (match.part if of_a_half else max(given, default=0)):
            yield values.Penalty(
                team=teams[penalty.team_id].name,
                date=penalty.date,
                points=penalty.points,
                why=penalty.why,
            )


def _beginnings(league: League) -> dict[int, date]:
    """The first night of each half."""
    found = league.matches.filter(kind=LeagueMatch.Kind.LEAGUE, date__isnull=False)
    return dict(found.values_list("part").annotate(Min("date")))
