"""A league of fifty teams in five divisions, eighteen nights of nine games a match, season after
season: its table and its averages, as a stranger asks for them."""

from __future__ import annotations

import json
from datetime import date, timedelta
from random import Random

from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.league.pure.agreement import document
from scoring.league.pure.shelf import shelf
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
)
from tests.bench.pages import measure

DIVISIONS, TEAMS, PAIRS = 5, 10, 3
PAGES = {"league-table": "", "league-averages": "averages/"}


def main(seasons: str, *names: str) -> None:
    """Print as JSON, by name: the medians of ours and of the floor in milliseconds, and how often
    ours asks the database."""
    call_command("migrate", verbosity=0)
    club, random = Club.objects.create(name="St Austell Euchre League"), Random(1)
    with transaction.atomic():
        for no in range(int(seasons)):
            league = _season(club, no, random)
    stranger, pages = Client(SERVER_NAME="localhost"), f"/leagues/{league.pk}/"
    print(json.dumps({name: measure(stranger, pages + PAGES[name], rounds=30) for name in names}))


def _season(club: Club, no: int, random: Random) -> League:
    league = League.objects.create(
        club=club,
        name="St Austell",
        season=str(2016 + no),
        settings=document(shelf()["st-austell"]),
        open_to_all=True,
        published_at=timezone.now(),
    )
    first = date(2016 + no, 10, 1)
    for at in range(DIVISIONS):
        division = Division.objects.create(league=league, no=at + 1, name=f"Division {at + 1}")
        names = [f"Team {at}{team} of the Red Mouse" for team in range(TEAMS)]
        teams = [Team.objects.create(league=league, division=division, name=name) for name in names]
        squads = [_squad(club, team, 100 * no) for team in teams]
        nights = list(_nights(TEAMS))
        nights += [[(away, home) for home, away in night] for night in nights]
        for week, night in enumerate(nights):
            for home, away in night:
                _play(
                    teams[home],
                    teams[away],
                    squads[home],
                    squads[away],
                    first + timedelta(weeks=week),
                    random,
                )
    return league


def _squad(club: Club, team: Team, no: int) -> list[Player]:
    people = [Player(club=club, name=f"{team.name[:8]} {no} P{one}") for one in range(2 * PAIRS)]
    for player in people:
        player.save()
    SquadMember.objects.bulk_create(
        SquadMember(team=team, player=player, since=date(2016, 1, 1), by="olga")
        for player in people
    )
    return people


def _nights(teams: int):
    """Yield the rounds of a single round robin, by the circle."""
    circle = list(range(teams))
    for _ in range(teams - 1):
        yield [(circle[at], circle[-1 - at]) for at in range(teams // 2)]
        circle.insert(1, circle.pop())


def _play(home: Team, away: Team, here, there, on: date, random: Random) -> None:
    games = [[21, random.randrange(21)] for _ in range(PAIRS * PAIRS)]
    games = [game if random.random() < 0.5 else game[::-1] for game in games]
    totals = [sum(game[side] for game in games) for side in (0, 1)]
    won = [sum(game[side] > game[1 - side] for game in games) for side in (0, 1)]
    match = LeagueMatch.objects.create(
        league=home.league,
        division=home.division,
        date=on,
        home=home,
        away=away,
        total_home=totals[0],
        total_away=totals[1],
        games_home=won[0],
        games_away=won[1],
        counted_at=timezone.now(),
        counted_by="both captains",
    )
    pairs = MatchPair.objects.bulk_create(
        MatchPair(match=match, side=side, no=no, one=squad[2 * no], other=squad[2 * no + 1])
        for side, squad in (("home", here), ("away", there))
        for no in range(PAIRS)
    )
    Meeting.objects.bulk_create(
        Meeting(
            match=match,
            no=no + 1,
            home=pairs[no // PAIRS],
            away=pairs[PAIRS + no % PAIRS],
            games=[game],
        )
        for no, game in enumerate(games)
    )
