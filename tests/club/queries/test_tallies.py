"""The sums of the database equal the sums of the rows for any kind of season."""

from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest

from scoring.club.pure.rating import Strength
from scoring.club.pure.season import CRITERIA, SeasonRow
from scoring.club.queries.seasons import rows_of
from scoring.club.queries.tallies import closed_sessions
from scoring.models import Rating, Season, Tally
from scoring.table.pure.tally import SUMS
from tests.cast import FIVE, a_club, a_table, an_evening, close, reopen

pytestmark = pytest.mark.django_db

NEW_YEAR = date(2026, 1, 1)


@pytest.fixture
def club():
    """A club of five with ten evenings, a week apart, and tallies of every kind."""
    club, random = a_club(), Random(3)
    players = [club.players.create(name=name) for name in FIVE]
    for week in range(10):
        session = an_evening(club, played_on=NEW_YEAR + timedelta(weeks=week))
        for player in random.sample(players, 4):
            for key in random.sample(["call-ace", "keller"], random.choice((1, 1, 2))):
                a_tally(random, session, player, key)
    return club


def a_tally(random, session, player, key):
    return Tally.objects.create(
        club=session.club,
        session=session,
        player=player,
        rules_key=key,
        games=key == "keller",
        played_on=session.played_on,
        **{name: random.randrange(-9 if name.startswith("net") else 1, 9) for name in SUMS},
    )


def a_season(club, *order, **what):
    what = {"name": "2026", "starts_on": NEW_YEAR, "ends_on": NEW_YEAR + timedelta(weeks=8)} | what
    return Season.objects.create(club=club, order=list(order) or ["points"], **what)


def by_hand(season):
    """The same rows, added up in Python from single tallies."""
    evenings = {}
    for tally in Tally.objects.filter(club=season.club).select_related("player"):
        counts = season.counts == "all" or tally.games == (season.counts == "games")
        if counts and season.starts_on <= tally.played_on <= season.ends_on:
            evenings.setdefault(tally.player, {}).setdefault(tally.session_id, []).append(tally)
    return {player.name: best_of(season, player, rows) for player, rows in evenings.items()}


def best_of(season, player, evenings):
    rows = [added(player, tallies) for _, tallies in sorted(evenings.items())]
    value = CRITERIA[season.order[0]].value
    best = sorted(rows, key=lambda row: (value(row) is not None, value(row) or 0), reverse=True)
    best = best[: season.best_of or None]
    return added(player, best)._replace(evenings=len(rows), counted=len(best))


def added(player, rows):
    sums = {name: sum(getattr(row, name) for row in rows) for name in SUMS}
    return SeasonRow(player=player.pk, name=player.name, evenings=1, counted=1, **sums)


@pytest.mark.parametrize("counts", ["all", "points", "games"])
def test_a_season_adds_up_the_evenings_that_it_counts_between_its_days(club, counts):
    season = a_season(club, counts=counts)
    assert {row.name: row for row in rows_of(season)} == by_hand(season)


@pytest.mark.parametrize("number", [1, 3, 50])
@pytest.mark.parametrize("first", [key for key, one in CRITERIA.items() if one.of_an_evening])
def test_only_the_best_evenings_count_by_the_first_criterion(club, first, number):
    season = a_season(club, first, best_of=number)
    assert {row.name: row for row in rows_of(season)} == by_hand(season)


def test_nearly_equal_quotients_are_compared_exactly(club):
    Tally.objects.all().delete()
    player, better = club.players.first(), None
    for session, (points, hands) in zip(
        club.sessions.all(), [(333, 1000), (1, 3), (332, 997)], strict=False
    ):
        figures = dict.fromkeys(SUMS, 0) | {"points_of_hands": points, "hands": hands}
        about = {"club": club, "session": session, "played_on": session.played_on, "games": False}
        Tally.objects.create(player=player, rules_key="call-ace", **about, **figures)
        better = max(better or Fraction(0), Fraction(points, hands))
    (row,) = rows_of(a_season(club, "points_a_hand", best_of=1, ends_on=date(2026, 12, 31)))
    assert Fraction(row.points_of_hands, row.hands) == better


def test_a_rating_is_the_last_one_until_the_season_ends(club):
    player = club.players.get(name="Ann")
    for weeks, mu in ((1, 26_000), (3, 27_000), (9, 99_000)):
        day = NEW_YEAR + timedelta(weeks=weeks)
        session = club.sessions.get(played_on=day)
        Rating.objects.create(
            club=club, session=session, player=player, played_on=day, mu=mu, sigma=5, sittings=weeks
        )
    found = {row.name: row.strength for row in rows_of(a_season(club))}
    assert found == dict.fromkeys(FIVE) | {"Ann": Strength(27_000, 5, 3)}


def test_another_clubs_evenings_are_not_counted(club):
    other = a_club("Another club")
    assert rows_of(a_season(other)) == []


@pytest.mark.parametrize("best_of", [None, 2])
def test_a_season_takes_four_queries(club, best_of, django_assert_num_queries):
    season = a_season(club, best_of=best_of)
    with django_assert_num_queries(4):
        rows_of(season)


def test_closed_evenings_are_listed_in_order_of_time_and_uncounted_ones_separately():
    later = a_table("Eve! 5", session=an_evening(played_on=NEW_YEAR)).session
    earlier = an_evening(later.club, played_on=NEW_YEAR - timedelta(weeks=1))
    a_table("Eve! 5", session=earlier)
    still_open, reopened = (
        a_table("Eve! 5", session=an_evening(later.club)).session for _ in range(2)
    )
    for session in (later, earlier, reopened):
        close(session)
    reopen(reopened)
    Tally.objects.filter(session=later).delete()
    assert list(closed_sessions()) == [earlier, later]
    assert list(closed_sessions(club=later.club_id, uncounted=True)) == [later]
    assert list(closed_sessions(club=later.club_id + 1)) == []
    assert still_open.tallies.count() == 0
