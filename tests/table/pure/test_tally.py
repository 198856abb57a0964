from collections import Counter

import pytest
from hypothesis import given

from scoring.euchre import score_out
from scoring.euchre.books import find
from scoring.euchre.game import play
from scoring.euchre.hand import Hand
from scoring.table.pure.play import Play
from scoring.table.pure.tally import Tallied, tallied
from tests.euchre.cast import ANN, BEN, CAT, DAN
from tests.euchre.strategies import evenings, evenings_of_games

CALL_ACE, KELLER, CLUB_LAWS = find("call-ace"), find("keller"), find("club-laws")
ANN_ALONE = Hand(maker=ANN, alone=ANN, tricks=5)
BEN_ALONE = Hand(maker=BEN, alone=BEN, tricks=5)


def figures(hands, rules=CALL_ACE, **what):
    """Return what four players come to, by seat, without how they played; all their points are of
    hands."""
    played = play(hands, rules=rules, seats=4, first_dealer=ANN)
    rows = tallied(played, rules=rules, players=[ANN, BEN, CAT, DAN], **what)
    assert all(row.points == row.points_of_hands for row in rows.values())
    return {
        player: {
            name: value
            for name, value in row.as_row().items()
            if value and name not in ("play", "points_of_hands")
        }
        for player, row in rows.items()
    }


def test_a_table_of_points_has_hands_points_and_nets():
    hands = [Hand(void="passed-out"), Hand(maker=BEN, partner=DAN, tricks=3), ANN_ALONE]
    assert figures(hands, stake=25) == {
        ANN: {"hands": 2, "points": 4, "net_points": 10, "net_minor": 250},
        BEN: {"hands": 2, "points": 1, "net_points": -2, "net_minor": -50},
        CAT: {"hands": 2, "net_points": -6, "net_minor": -150},
        DAN: {"hands": 2, "points": 1, "net_points": -2, "net_minor": -50},
    }


def test_a_table_of_games_has_games_and_nets_in_game_points():
    found = figures([ANN_ALONE, ANN_ALONE, BEN_ALONE], KELLER, stake=10)
    won = {"hands": 3, "points": 8, "games_won": 1, "net_points": 5, "net_minor": 50}
    lost = {"hands": 3, "points": 4, "games_lost": 1, "net_points": -5, "net_minor": -50}
    winners = won | {
        name: figures([ANN_ALONE, ANN_ALONE], KELLER, stake=10)[ANN][name] for name in NETS
    }
    assert found == {
        ANN: winners,
        CAT: winners,
        BEN: lost | negative(winners),
        DAN: lost | negative(winners),
    }


NETS = ("net_points", "net_minor")


def negative(row):
    return {name: -row[name] for name in NETS}


def test_a_rubber_is_won_when_it_is_finished():
    found = figures([ANN_ALONE] * 6, CLUB_LAWS)
    assert (found[ANN]["rubbers_won"], found[BEN]["rubbers_lost"]) == (1, 1)
    assert "rubbers_won" not in figures([ANN_ALONE], CLUB_LAWS)[ANN]


def test_a_sitting_without_a_hand_has_zero_figures():
    assert tallied([], rules=KELLER, players=[7, 8]) == {7: Tallied(), 8: Tallied()}


@given(evenings(40))
def test_winnings_and_losses_sum_to_zero(sheet):
    played = score_out.score(sheet).hands
    rows = tallied(played, rules=sheet.rules, players=range(len(sheet.players)), stake=7).values()
    assert sum(row.net_points for row in rows) == 0 == sum(row.net_minor for row in rows)
    assert all(row.net_minor == 7 * row.net_points for row in rows)


@given(evenings_of_games(40))
def test_every_game_is_won_by_one_side_and_lost_by_all_others(sheet):
    played = score_out.score(sheet).hands
    rows = tallied(played, rules=sheet.rules, players=range(len(sheet.players))).values()
    games, sides = len(played[-1].standing.games), sheet.rules.sides(len(sheet.players))
    assert sum(row.games_won for row in rows) == games * len(sides[0])
    assert all(row.games_won + row.games_lost == games == row.play.winning.all for row in rows)
    assert sum(row.rubbers_won for row in rows) == sum(row.rubbers_lost for row in rows)


@given(evenings(12), evenings(12))
def test_sittings_add_up(one, other):
    rows = [
        tallied(score_out.score(sheet).hands, rules=sheet.rules, players=range(len(sheet.players)))[
            0
        ]
        for sheet in (one, other)
    ]
    both = rows[0] + rows[1]
    added = Counter()
    for row in rows:
        added.update({name: value for name, value in row.as_row().items() if name != "play"})
    assert {name: value for name, value in both.as_row().items() if name != "play"} == dict(added)
    assert Play.from_json(both.as_row()["play"]) == rows[0].play + rows[1].play


@pytest.mark.parametrize("rules", [CALL_ACE, KELLER])
def test_adding_an_empty_tally_changes_nothing(rules):
    played = play([ANN_ALONE], rules=rules, seats=4, first_dealer=ANN)
    row = tallied(played, rules=rules, players=[1, 2, 3, 4], stake=5)[1]
    assert Tallied() + row == row == row + Tallied()
