"""The knock-out and the play-offs: drawn, decided, gone on."""

from datetime import timedelta

import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.knock_out import (
    add_play_off_match,
    draw_cup_round,
    drop_play_off_match,
    make_play_off,
    say_who_goes_on,
    take_cup_round_back,
)
from scoring.league.pure.cup import drawn
from scoring.league.queries.knock_out import as_a_tree, cup_of, play_offs_of
from scoring.models import LeagueMatch, Team
from tests.cast import an_organiser
from tests.league.cast import FIRST, a_league, a_match, counted

pytestmark = pytest.mark.django_db

LATER = FIRST + timedelta(weeks=20)


@pytest.fixture
def olga():
    return Actor(user=an_organiser("olga"))


def won(match, home, away):
    return counted(match, total_home=home, total_away=away)


def names(teams):
    return sorted(team.name for team in teams if team)


def test_a_knock_out_is_drawn_round_by_round_until_one_team_has_won(olga):
    league = a_league()
    Team.objects.create(league=league, name="Juda")
    teams = list(league.teams.all())
    with pytest.raises(Refused, match="at least two teams"):
        draw_cup_round(league=league, no=1, teams=teams[:1], actor=olga)
    first = draw_cup_round(league=league, no=1, teams=teams, on=FIRST, actor=olga, seed=5)
    assert draw_cup_round(league=league, no=1, teams=teams[:2], actor=olga) == first
    round_ = cup_of(league)[0]
    by_hand = drawn([team.name for team in teams], 5)
    assert [one.home.name for one in round_.matches if not one.away] == list(by_hand.byes)
    assert [(one.home.name, one.away.name) for one in round_.matches if one.away] == list(
        by_hand.matches
    )
    assert (round_.name, round_.over) == ("Quarter-finals", False)
    played = round_.matches[-1]
    with pytest.raises(Refused, match="has no result yet"):
        draw_cup_round(league=league, no=2, actor=olga)
    won(played, 300, 300)
    with pytest.raises(Refused, match="is tied: choose who goes through"):
        draw_cup_round(league=league, no=2, actor=olga)
    say_who_goes_on(match=played, side="away", why="more games won", actor=olga)
    with pytest.raises(Refused, match="was played, so you can’t undo"):
        take_cup_round_back(league=league, no=1)
    draw_cup_round(league=league, no=2, actor=olga)
    take_cup_round_back(league=league, no=2)
    take_cup_round_back(league=league, no=2)
    draw_cup_round(league=league, no=2, actor=olga)
    semi = cup_of(league)[1]
    assert semi.name == "Semi-finals"
    assert names(team for one in semi.matches for team in (one.home, one.away)) == names(
        [*(one.home for one in round_.matches if not one.away), played.away]
    )
    for one in semi.matches:
        won(one, 400, 100)
    draw_cup_round(league=league, no=3, actor=olga)
    final = cup_of(league)[2].matches[0]
    assert names([final.home, final.away]) == names(one.home for one in semi.matches)
    won(final, 1, 2)
    rounds = cup_of(league)
    assert (rounds[2].name, rounds[2].winners) == ("Final", [final.away])
    with pytest.raises(Refused, match="have won the knock-out"):
        draw_cup_round(league=league, no=4, actor=olga)
    tree = as_a_tree(rounds)
    assert [one.home for one in tree[1]] == [final.home, final.away]


def test_the_winners_of_the_halves_play_off_after_the_season(olga):
    league = a_league()
    won(a_match(league, "Mounties", "Trolls", part=0), 300, 200)
    last = a_match(league, "Trolls", "Mounties", LATER, part=1)
    with pytest.raises(Refused, match="1 match has no result yet"):
        make_play_off(league=league, actor=olga)
    won(last, 300, 200)
    assert make_play_off(league=league, on=LATER, actor=olga) == 1
    assert make_play_off(league=league, on=LATER, actor=olga) == 0
    stage = play_offs_of(league)[0]
    final = stage.matches[0]
    assert (stage.name, str(final), final.date) == ("Final", "Mounties v Trolls", LATER)
    won(final, 100, 100)
    assert play_offs_of(league)[0].winners == [None]
    say_who_goes_on(match=final, side="home", why="sudden death", actor=olga)
    assert names(play_offs_of(league)[0].winners) == ["Mounties"]
    with pytest.raises(Refused, match="is not tied"):
        say_who_goes_on(match=last, side="home", why="no", actor=olga)


def test_the_first_four_play_semi_finals_and_a_final_and_matches_can_be_added(olga):
    league = a_league()
    league.settings["season"]["play_off"] = "four"
    league.save()
    for no, (home, away) in enumerate(
        [("Mounties", "Trolls"), ("Trolls", "Shufflers"), ("Shufflers", "Stinky Eight")]
    ):
        for part in (0, 1):
            won(a_match(league, home, away, FIRST + timedelta(no + part), part=part), 300 - no, 9)
    assert make_play_off(league=league, actor=olga) == 2
    semis = play_offs_of(league)[0].matches
    assert [str(one) for one in semis] == ["Trolls v Stinky Eight", "Shufflers v Mounties"]
    for one in semis:
        won(one, 2, 1)
    assert make_play_off(league=league, actor=olga) == 1
    final = play_offs_of(league)[1]
    assert (final.name, final.matches[0].home) == ("Final", semis[0].home)
    home, away = semis[0].away, semis[1].away
    third = add_play_off_match(league=league, stage="Third place", home=home, away=away, actor=olga)
    same = add_play_off_match(league=league, stage="Third place", home=home, away=away, actor=olga)
    assert third == same
    drop_play_off_match(match=third)
    drop_play_off_match(match=third)
    assert LeagueMatch.objects.filter(stage="Third place").count() == 0
