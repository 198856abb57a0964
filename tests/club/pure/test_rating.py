import pytest

from scoring.club.pure.rating import Match, Strength, matches_of
from scoring.euchre.books import SHELF
from scoring.euchre.statement import SittingLine, draw_up


def signed(*lines, people=5):
    """Return the statement of an evening of people 10, 11, … with these sittings."""
    return draw_up(
        currency="GBP", people=[(10 + no, f"Player {no}") for no in range(people)], sittings=lines
    )


def a_line(players, totals, *, hands=12, **more):
    return SittingLine(
        table="Table 1", rules="Rules", stake=0, hands=hands, players=players, totals=totals, **more
    )


def test_without_partners_each_player_is_ranked_by_points():
    evening = signed(a_line((2, 0, 4), (7, 11, 7)))
    assert list(matches_of(evening)) == [Match(((12,), (10,), (14,)), (7, 11, 7))]


def test_partners_are_rated_together_by_games_won_less_games_lost():
    debts = ((1, 0, 8), (3, 2, 8), (0, 1, 3), (2, 3, 3))
    line = a_line((0, 1, 2, 3), (8, 3, 8, 3), debts=debts, story=("Game 1 to …", "Game 2 to …"))
    assert list(matches_of(signed(line))) == [Match(((10, 12), (11, 13)), (10, -10))]


def test_partners_who_play_for_points_are_rated_together_by_their_points():
    line = a_line((0, 1, 2, 3), (12, 5, 12, 5), sides=((0, 2), (1, 3)))
    assert list(matches_of(signed(line))) == [Match(((10, 12), (11, 13)), (24, 10))]


def test_three_players_of_games_are_rated_singly():
    debts = ((1, 0, 2), (2, 0, 5))
    line = a_line((0, 1, 2), (7, 0, 0), debts=debts, story=("Game 1 to …",))
    assert list(matches_of(signed(line))) == [Match(((10,), (11,), (12,)), (7, -2, -5))]


def test_even_games_are_a_tie_and_an_unfinished_game_is_not_rated():
    even = a_line((0, 1, 2, 3), (0, 0, 0, 0), debts=(), story=("Rubber 1 with games even",))
    begun = a_line((0, 1, 2, 3), (0, 0, 0, 0), debts=())
    assert list(matches_of(signed(even, begun))) == [Match(((10, 12), (11, 13)), (0, 0))]


def test_a_sitting_of_three_deals_is_not_rated():
    few, enough = a_line((0, 1), (9, 0), hands=3), a_line((0, 1), (1, 3), hands=4)
    assert list(matches_of(signed(few, enough))) == [Match(((10,), (11,)), (1, 3))]


@pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
def test_exactly_four_players_of_games_are_partners(rules):
    for seats in rules.players:
        # Who each score their own tricks say so in the statement.
        partners = rules.target is not None and seats == 4 and not rules.each_scores
        assert (len(rules.sides(seats)) == 2 and seats == 4) == partners


def test_a_rating_begins_at_zero_and_is_the_estimate_less_its_uncertainty():
    new, known = Strength(), Strength(28_440, 2_010, 40)
    assert (new.estimate, new.give_or_take, new.rating, new.provisional) == (1000, 1000, 0, True)
    assert (known.estimate, known.give_or_take, known.rating, known.provisional) == (
        1138,
        241,
        897,
        False,
    )


def test_a_sure_good_player_ranks_above_a_possibly_lucky_one():
    lucky, sure = Strength(30_000, 4_000), Strength(27_000, 2_500)
    assert (lucky.sure, sure.sure) == (18_000, 19_500)
    assert lucky.estimate > sure.estimate


def test_a_rating_is_provisional_until_the_fifth_sitting():
    assert [Strength(25_000, 8_000, number).provisional for number in (4, 5)] == [True, False]
