"""A league for these tests: four teams of the Sugar River League, two nights, and short ways to
play a match."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from django.utils import timezone

from scoring.models import (
    Club,
    Division,
    League,
    LeagueMatch,
    MatchPair,
    Meeting,
    Player,
    SquadMember,
    Team,
    TeamLink,
)
from tests.cast import a_club

SHELF = Path(__file__).resolve().parents[2] / "scoring" / "league" / "pure" / "shelf"
FIRST, SECOND = date(2026, 10, 1), date(2026, 10, 8)
TEAMS = ("Mounties", "Trolls", "Shufflers", "Stinky Eight")


def a_league(shelf: str = "sugar-river", *, club: Club | None = None, **what) -> League:
    """Return a season of one of the shelf's leagues with four teams, no squads and no fixtures."""
    settings = json.loads((SHELF / f"{shelf}.json").read_text())
    league = League.objects.create(
        club=club or a_club(),
        name=settings["name"],
        settings=settings,
        **{"season": "2026-27", "dates": [FIRST.isoformat(), SECOND.isoformat()]} | what,
    )
    division = Division.objects.create(league=league, no=1)
    for name in TEAMS:
        Team.objects.create(league=league, division=division, name=name)
    return league


def a_squad(team: Team, *names: str) -> list[Player]:
    """Return these people, registered for a team since before the season."""
    club = team.league.club
    people = [Player.objects.get_or_create(club=club, name=name)[0] for name in names]
    for player in people:
        SquadMember.objects.create(team=team, player=player, since=date(2026, 9, 1), by="olga")
    return people


def captains_link(team: Team) -> TeamLink:
    """Return the link of a team's captain."""
    return TeamLink.objects.get_or_create(team=team, revoked_at=None)[0]


def a_match(league: League, home: str, away: str, on: date = FIRST, **what) -> LeagueMatch:
    """Return a match of two teams of the league, a fixture where nothing is said of its result."""
    teams = {team.name: team for team in league.teams.all()}
    return LeagueMatch.objects.create(
        league=league,
        division=teams[home].division,
        home=teams[home],
        away=teams[away],
        date=on,
        **what,
    )


def counted(match: LeagueMatch, **what) -> LeagueMatch:
    """Return the match with what its card says, which counts."""
    for key, value in {"counted_at": timezone.now(), "counted_by": "olga", **what}.items():
        setattr(match, key, value)
    match.save()
    return match


def play(match: LeagueMatch, *meetings: tuple[tuple, tuple, list]) -> LeagueMatch:
    """Return the match with these meetings: two names of home, two of away, and the games."""
    pairs: dict[tuple, MatchPair] = {}
    totals, won = [0, 0], [0, 0]
    for no, (home, away, games) in enumerate(meetings, start=1):
        two = [_pair(match, side, names, pairs) for side, names in (("home", home), ("away", away))]
        Meeting.objects.create(match=match, no=no, home=two[0], away=two[1], games=games)
        for game in games:
            for side in (0, 1):
                totals[side] += game[side]
                won[side] += game[side] > game[1 - side]
    return counted(
        match,
        **dict(zip(("total_home", "total_away"), totals, strict=True)),
        **dict(zip(("games_home", "games_away"), won, strict=True)),
    )


def _pair(match: LeagueMatch, side: str, names: tuple, pairs: dict) -> MatchPair:
    if (side, names) not in pairs:
        club = match.league.club
        one, other = (Player.objects.get_or_create(club=club, name=name)[0] for name in names)
        no = sum(known == side for known, _ in pairs)
        pairs[side, names] = MatchPair.objects.create(
            match=match, side=side, no=no, one=one, other=other
        )
    return pairs[side, names]
