"""A stored league and the same league as a file come to the same table."""

import json
from datetime import date

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from scoring.league.pure import league_file
from scoring.league.pure.league_document import document
from scoring.league.pure.table import tables
from scoring.league.queries.season import load_season
from scoring.management.league.table import run
from scoring.models import Division, League, LeagueMatch, Team, TeamPenalty
from tests import proof
from tests.cast import a_club
from tests.league.cast import a_match, counted, play
from tests.league.pure.made_up import leagues

pytestmark = pytest.mark.django_db


class Undone(Exception):
    """Ends an example: what it stored is taken back."""


def stored(club, file):
    """Return this league stored as its secretary and captains would have stored it."""
    how = file["settings"]
    match = {key: how[key] for key in ("pairs", "games", "target", "decided_by")}
    season = {key: how[key] for key in ("rounds", "home_and_away")}
    league = League.objects.create(
        club=club,
        name="Made up",
        season="2026-27",
        settings={
            "format": "league-settings/1",
            "name": "Made up",
            "match": {**match, "meet": "one"},
            "points": how["points"],
            "order": how["order"],
            "season": season,
        },
        dates=[],
    )
    names = [team["name"] for team in file["teams"]]
    parts = file.get("divisions", [{"name": "", "teams": names}])
    for no, part in enumerate(parts, start=1):
        division = Division.objects.create(league=league, no=no, name=part["name"])
        for name in part["teams"]:
            Team.objects.create(league=league, division=division, name=name)
    for one in file["matches"]:
        _store(a_match(league, one["home"], one["away"], date.fromisoformat(one["date"])), one)
    for one in file["penalties"]:
        TeamPenalty.objects.create(
            team=league.teams.get(name=one["team"]),
            date=date.fromisoformat(one["date"]),
            points=one["points"],
            why=one["why"],
            by="olga",
        )
    return league


def _store(match, one):
    if "pairs" in one:
        pairs = [(tuple(two["home"]), tuple(two["away"]), two["games"]) for two in one["pairs"]]
        play(match, *pairs)
    elif "walkover" in one:
        counted(match, walkover=one["walkover"])
    elif "total" in one or "games_won" in one:
        figures = {"total": ("total_home", "total_away"), "games_won": ("games_home", "games_away")}
        for key, fields in figures.items():
            for field, value in zip(fields, one.get(key) or (), strict=False):
                setattr(match, field, value)
        counted(match)


@settings(
    max_examples=proof.examples(12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(file=leagues())
def test_a_stored_leagues_table_equals_the_table_of_its_file(db, file):
    days = [None, date(2026, 10, 8)]
    try:
        with transaction.atomic():
            season = load_season(stored(a_club(), file), pairs=True)
            raise Undone
    except Undone:
        pass
    written = league_file.loads(json.dumps(document(season)).encode())
    for until in days:
        drawn = tables(league_file.read(file), until=until)
        assert tables(season, until=until) == drawn
        assert run(written, json=True, until=until) == run(
            league_file.read(file), json=True, until=until
        )


def test_a_hidden_player_leaves_the_cards_figures(db):
    league = stored(
        a_club(),
        {
            "settings": {
                **{"pairs": 2, "games": 1, "target": 5, "decided_by": "points"},
                **{"points": {}, "order": ["points"], "rounds": 1, "home_and_away": False},
            },
            "teams": [{"name": "Trolls"}, {"name": "Juda"}],
            "matches": [],
            "penalties": [],
        },
    )
    match = a_match(league, "Trolls", "Juda", date(2026, 10, 1))
    play(match, (("Ann", "Ben"), ("Cat", "Dan"), [[5, 3]]))
    LeagueMatch.objects.filter(pk=match.pk).update(total_home=10, total_away=6)
    (found,) = document(load_season(league, pairs=True))["matches"]
    assert found == {
        "date": "2026-10-01",
        "home": "Trolls",
        "away": "Juda",
        "total": [10, 6],
        "games_won": [1, 0],
    }
