"""A season drawn, published, moved, replayed: what is stored, and what is left alone."""

from datetime import date, timedelta

import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.fixtures import (
    draw_fixtures,
    keep_draft,
    make_draft_again,
    move_match,
    publish_fixtures,
    replay_match,
    swap_matches,
)
from scoring.league.queries.fixtures import as_planned, fixtures_of, to_plan, wishes_of
from scoring.models import LeagueMatch, MatchMove
from tests.cast import again, an_organiser
from tests.league.cast import FIRST, a_league, a_match, counted, play

pytestmark = pytest.mark.django_db

NIGHTS = [(FIRST + timedelta(weeks=no)).isoformat() for no in range(6)]
THIRD = FIRST + timedelta(weeks=2)


@pytest.fixture
def league():
    return a_league(dates=NIGHTS)


@pytest.fixture
def olga():
    return Actor(user=an_organiser("olga"))


def stored(league):
    return [
        (one.date, one.home.name, one.away.name, one.part) for one in league.matches.order_by("pk")
    ]


def moves(match):
    return [(one.from_date, one.to_date, one.why, one.by) for one in match.moves.all()]


def test_a_season_of_two_halves_is_drawn_at_once_and_differs_by_seed(league):
    assert draw_fixtures(league=league) == 12
    first = stored(league)
    halves = [{frozenset(one[1:3]) for one in first if one[3] == part} for part in (0, 1)]
    assert len(halves[0]) == 6
    assert halves[0] == halves[1]
    last_of_first = max(day for day, _, _, part in first if not part)
    assert all(day > last_of_first for day, _, _, part in first if part)
    assert wishes_of(to_plan(league), fixtures_of(league)).breaks == 4
    draw_fixtures(league=league, seed=7)
    assert stored(league) != first
    assert len(stored(league)) == 12
    draw_fixtures(league=league)
    assert stored(league) == first


def test_an_impossible_plan_is_explained_and_the_earlier_draft_is_kept(league):
    keep_draft(league=league, matches=[(FIRST, "Mounties", "Trolls", None)])
    league.dates = NIGHTS[:5]
    league.save()
    with pytest.raises(Refused, match="needs 6 nights for 4 teams that meet twice, and there are"):
        draw_fixtures(league=league)
    league.teams.update(division=None)
    with pytest.raises(Refused, match="No division has teams yet"):
        draw_fixtures(league=league)
    assert stored(league) == [(FIRST, "Mounties", "Trolls", 0)]


def test_published_fixtures_are_not_redrawn_and_every_move_is_recorded(league, olga):
    with pytest.raises(Refused, match="no fixtures to publish"):
        publish_fixtures(league=league, actor=olga)
    draw_fixtures(league=league)
    match = league.matches.order_by("pk").first()
    move_match(match=match, venue=None, to=THIRD, actor=olga)
    assert MatchMove.objects.count() == 0
    move_match(match=match, venue=None, to=FIRST, actor=olga)
    publish_fixtures(league=league, actor=olga)
    published = publish_fixtures(league=league, actor=olga).published_at
    assert published == again(league).published_at
    with pytest.raises(Refused, match="The fixtures are published"):
        draw_fixtures(league=league, seed=3)
    make_draft_again(league=league, actor=olga)
    make_draft_again(league=league, actor=olga)
    assert draw_fixtures(league=again(league)) == 12
    publish_fixtures(league=league, actor=olga)
    match = league.matches.order_by("pk").first()
    home, away = match.home, match.away
    moved = move_match(match=match, venue=None, to=None, actor=olga, why="snow")
    moved = move_match(match=moved, venue=None, to=date(2027, 1, 7), turned=True, actor=olga)
    assert (moved.home, moved.away, moved.version) == (away, home, 3)
    assert moves(match) == [
        (FIRST, None, "snow", "olga"),
        (None, date(2027, 1, 7), f"at {away} instead", "olga"),
    ]


def test_two_matches_swap_nights_and_played_matches_keep_theirs(league, olga):
    one = a_match(league, "Mounties", "Trolls", FIRST)
    other = a_match(league, "Mounties", "Shufflers", THIRD)
    swap_matches(match=one, other=other, actor=olga)
    assert (again(one).date, again(other).date) == (THIRD, FIRST)
    counted(other, total_home=300, total_away=200)
    for refused in (
        lambda: swap_matches(match=one, other=other, actor=olga),
        lambda: move_match(match=other, venue=None, to=None, actor=olga),
        lambda: draw_fixtures(league=league),
        lambda: make_draft_again(league=publish_fixtures(league=league, actor=olga), actor=olga),
    ):
        with pytest.raises(Refused, match="played|begun"):
            refused()
    again_there = a_match(league, "Mounties", "Trolls", FIRST)
    with pytest.raises(Refused, match="is already on 15 October"):
        move_match(match=again_there, venue=None, to=THIRD, actor=olga)


def test_a_replayed_match_loses_its_card_and_records_the_old_result(league, olga):
    match = a_match(league, "Mounties", "Trolls")
    with pytest.raises(Refused, match="has no result"):
        replay_match(match=match, to=THIRD, why="", actor=olga)
    play(match, (("Ann", "Ben"), ("Cat", "Dan"), [[15, 9], [15, 11]]))
    replay_match(match=match, to=THIRD, why="one too many borrowed", actor=olga)
    found = again(match)
    assert (found.date, found.counts, found.total, found.games_won) == (THIRD, False, None, None)
    assert (found.pairs.count(), found.meetings.count()) == (0, 0)
    said = "to be replayed, 30–20 is void: one too many borrowed"
    assert moves(match) == [(FIRST, THIRD, said, "olga")]


def test_imported_fixtures_belong_to_the_half_of_their_round(league):
    lines = [(FIRST, "Mounties", "Trolls", None), (THIRD, "Trolls", "Mounties", None)]
    assert keep_draft(league=league, matches=lines[::-1]) == 2
    assert [one[3] for one in stored(league)] == [0, 1]
    planned = as_planned(fixtures_of(league))
    assert [(one.date, one.home, one.of_league) for one in planned] == [
        (FIRST, "Mounties", True),
        (THIRD, "Trolls", True),
    ]
    assert LeagueMatch.objects.count() == 2
