"""Seasons whose points come by places, count tournaments alone, or begin with what was kept
elsewhere."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.club.pure.season import CRITERIA
from scoring.club.queries.seasons import race_of, rows_of, season_so_far
from scoring.models import EarlierResult, Season
from scoring.people.actions.people import add_players
from tests.cast import FIVE, a_club, a_table, an_evening, close
from tests.tournament.actions.test_closing import a_finished_one

pytestmark = pytest.mark.django_db
ALWAYS = {"starts_on": date(2020, 1, 1), "ends_on": date(2040, 1, 1)}
PLACES = {"order": ["place_points"], "place_points": [10, 8, 6], "others_take": 1}


def a_season(club, **what):
    return Season.objects.create(club=club, name="All", **ALWAYS | {"order": ["points"]} | what)


def found(season, *names):
    """What each player has, by name."""
    return {row.name: tuple(getattr(row, name) for name in names) for row in rows_of(season)}


def earlier(club, *results, season=None, tournaments=False):
    """Store results as (name, day, points, place, evenings)."""
    brought = club.earlier_lists.create(
        name="Before", season=season, tournaments=tournaments, by="kate"
    )
    for name, *what in results:
        (player,) = add_players(club=club, names=[name])
        fields = dict(zip(("played_on", "points", "place", "evenings"), what, strict=False))
        EarlierResult.objects.create(earlier=brought, player=player, **fields)
    return brought


def test_places_of_a_tournament_give_points_by_its_announced_rank():
    tournament = a_finished_one(8, counts=True)
    close(tournament.session)
    club = tournament.session.club
    ranks = {row["name"]: row["rank"] for row in tournament.results["rows"]}
    each = found(a_season(club, **PLACES, level="each"), "place_points")
    assert each == {name: ({1: 10, 2: 8, 3: 6}.get(rank, 1),) for name, rank in ranks.items()}
    shared = found(a_season(club, **PLACES), "place_points")
    assert sum(points for (points,) in shared.values()) == 10 + 8 + 6 + 5


def test_each_of_a_pair_gets_the_points_of_the_pair():
    tournament = a_finished_one([("Ann", "Ben"), ("Cat", "Dan")], counts=True, style="pairs")
    close(tournament.session)
    points = found(a_season(tournament.session.club, **PLACES), "place_points")
    for entrant in tournament.entrants.exclude(partner=None):
        one, other = entrant.people
        assert points[one.name] == points[other.name]


def test_an_evening_without_a_tournament_has_places_if_the_season_names_a_criterion():
    session = an_evening()
    a_table("Eve! 5", "Ben+Dan 3", session=session)
    close(session)
    assert set(found(a_season(session.club, **PLACES), "place_points").values()) == {(0,)}
    by_points = a_season(session.club, **PLACES, places_by="points")
    assert found(by_points, "place_points") == {
        **{"Eve": (10,), "Ben": (7,), "Dan": (7,)},
        **{"Ann": (1,), "Cat": (1,)},
    }


def test_only_the_best_evenings_give_place_points():
    club = a_club()
    for day, hands in ((1, ["Eve! 5"]), (8, ["Ben+Dan 5"]), (15, ["Eve! 5"])):
        session = an_evening(club, played_on=date(2026, 5, day))
        a_table(*hands, session=session)
        close(session)
    season = a_season(club, **PLACES, places_by="points", best_of=2)
    eve = found(season, "place_points", "evenings", "counted")["Eve"]
    assert eve == (20, 3, 2)


def test_only_tournaments_count_in_a_season_of_tournaments():
    tournament = a_finished_one(counts=True)
    close(tournament.session)
    other = an_evening(tournament.session.club)
    a_table("Eve! 5", session=other)
    close(other)
    names = {row["name"] for row in tournament.results["rows"]}
    assert set(found(a_season(other.club, counts="tournaments"), "points")) == names
    assert set(found(a_season(other.club), "points")) == names | set(FIVE)


SPRING, LATER = date(2026, 3, 1), date(2026, 3, 8)


def test_imported_evenings_count_with_their_points_and_places():
    club = a_club()
    earlier(club, ("Ann", SPRING, 12, 1), ("Ben", SPRING, 9, 2), ("Cat", SPRING, 9, 2))
    earlier(club, ("Ann", LATER, 3, None))
    season = a_season(club, **PLACES)
    assert found(season, "evenings", "elsewhere", "points", "place_points", "hands") == {
        "Ann": (2, 2, 15, 10, 0),
        "Ben": (1, 1, 9, 7, 0),
        "Cat": (1, 1, 9, 7, 0),
    }
    assert len(season_so_far(season).evenings) == 2
    # Of an evening without places by points, where others have theirs by points.
    by_points = found(a_season(club, **PLACES, places_by="points"), "place_points")
    assert by_points == {"Ann": (20,), "Ben": (7,), "Cat": (7,)}


@pytest.mark.parametrize(
    ("counts", "tournaments", "counted"),
    [
        ("all", False, True),
        ("tournaments", False, False),
        ("tournaments", True, True),
        ("games", True, False),
        ("points", False, False),
    ],
)
def test_imported_results_count_in_seasons_of_their_kind(counts, tournaments, counted):
    club = a_club()
    earlier(club, ("Ann", SPRING, 12, 1), tournaments=tournaments)
    season = a_season(club, counts=counts)
    assert (bool(rows_of(season)), len(season_so_far(season).evenings)) == (counted, int(counted))


@pytest.mark.parametrize(("places", "where"), [({}, "points"), (PLACES, "place_points")])
def test_a_season_ranks_by_points_carried_in(places, where):
    club = a_club()
    season = a_season(club, **places)
    earlier(club, ("Ann", None, 40, None, 6), ("Ben", None, 12, None, None), season=season)
    another = a_season(club)
    assert rows_of(another) == []
    assert found(season, where, "carried", "evenings", "counted") == {
        "Ann": (40, 40, 6, 6),
        "Ben": (12, 12, 0, 0),
    }


@pytest.mark.parametrize("places", [{}, PLACES])
@pytest.mark.parametrize("by", ["points", "points_an_evening", "place_points", "points_a_hand"])
def test_the_race_ends_with_the_figures_of_the_season_whatever_was_carried_in(by, places):
    club = a_club()
    season = a_season(club, **places | {"order": [by], "best_of": 1})
    earlier(club, ("Ann", None, 40, None, 6), season=season)
    for day in (8, 15):
        session = an_evening(club, played_on=date(2026, 11, day))
        a_table("Ann! 5", "Ben+Ann 3", session=session)
        close(session)
    so_far = season_so_far(season)
    race = race_of(season, so_far, by)
    ends = {row.name: Decimal(race.totals(row.player)[-1][1]) for row in so_far.rows}
    assert ends == {
        row.name: Decimal(CRITERIA[by].written(row)) * race.scale for row in so_far.rows
    }


def test_after_a_merge_both_results_count_as_one_evening():
    club = a_club()
    earlier(club, ("Ann", SPRING, 12, 3), ("Anne", SPRING, 4, 2), ("Ben", SPRING, 1, 1))
    ann = club.players.get(name="Ann")
    EarlierResult.objects.filter(player__name="Anne").update(player=ann)
    season = a_season(club, **PLACES)
    assert found(season, "points", "evenings", "place_points")["Ann"] == (16, 1, Fraction(8))
