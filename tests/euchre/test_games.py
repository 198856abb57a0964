"""Games, laps and rubbers: what holds of all of them, and the laws and rulings one by one."""

from itertools import pairwise

import pytest
from hypothesis import given

from scoring.euchre import score_out
from scoring.euchre.books import find, find_house
from scoring.euchre.game import Game, Rubber, Standing, advance, opening, play, rubbers
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.points import score
from tests.euchre.cast import ANN, BEN, CAT, DAN
from tests.euchre.strategies import BY_THE_RUBBER, evenings, evenings_of_games

EVENINGS = evenings_of_games(60)
RUBBERS = evenings_of_games(80, keys=BY_THE_RUBBER)
CLUB_LAWS, KELLER = find("club-laws"), find("keller")


def sittings(sheet):
    """Return the rules, each hand Played, and the seats of each side."""
    rules, seats = sheet.rules, len(sheet.players)
    return rules, score_out.score(sheet).hands, rules.sides(seats)


def before(hands, rules, seats):
    """Return the Standing before each hand."""
    return [opening(rules, seats), *(played.standing for played in hands)][: len(hands)]


def may_win(rules, played, sides):
    """Yield the sides that can win a game on this hand: where it is won on a bid alone, the side
    that made its bid or set the other's."""
    for side, members in enumerate(sides):
        if not rules.win_on_bid:
            yield side
        elif played.score.bidder is not None:
            made = played.score.outcome in ("made", "alone-made")
            if (played.score.bidder in members) == made:
                yield side


def goes_out(rules, scores, side):
    """Whether a side has enough for game: the target, and two ahead of all others where wanted."""
    others = max(points for one, points in enumerate(scores) if one != side)
    ahead = rules.win_by == 1 or scores[side] >= others + 2
    return scores[side] >= rules.target and ahead


# -- games


@given(EVENINGS)
def test_a_game_ends_exactly_when_a_side_reaches_the_target(sheet):
    rules, hands, sides = sittings(sheet)
    for stood, played in zip(before(hands, rules, len(sheet.players)), hands, strict=True):
        points = [played.score.points[members[0]] for members in sides]
        scores = [had + got for had, got in zip(stood.score, points, strict=True)]
        reached = [goes_out(rules, scores, side) for side in may_win(rules, played, sides)]
        assert bool(played.ended) == any(reached)


@given(EVENINGS)
def test_no_side_has_enough_for_a_game_in_progress(sheet):
    rules, hands, sides = sittings(sheet)
    if not rules.win_on_bid:
        assert not any(
            goes_out(rules, played.standing.score, side)
            for played in hands
            for side in range(len(sides))
        )


@given(EVENINGS)
def test_the_winner_of_a_game_has_reached_the_target_and_no_higher_side_lost(sheet):
    rules, hands, sides = sittings(sheet)
    for played, game in ((one, game) for one in hands for game in one.ended):
        reached = [side for side in range(len(sides)) if goes_out(rules, game.score, side)]
        assert game.winner in reached
        # Two can go out at once only where several score on one hand: a euchre three-handed, each
        # their own tricks (Buck), or both sides on a bid, where it is the bidder's.
        if len(reached) > 1 and played.score.bidder is not None:
            bidders = next(no for no, side in enumerate(sides) if played.score.bidder in side)
            only = [game.winner] == [*may_win(rules, played, sides)]
            others = len(sides) == 3 and bidders not in reached
            assert game.winner == bidders or only or others
        else:
            assert len(reached) == 1 or len(sides) > 2 or rules.win_by > 1


@given(EVENINGS)
def test_no_point_disappears_or_appears(sheet):
    """The points of a side are those of its games and the one in progress, less those lapped into
    them."""
    _, hands, sides = sittings(sheet)
    standing = hands[-1].standing
    carried = [0] * len(sides)
    for lap, winner in [(game.lap, game.winner) for game in standing.games]:
        carried[winner] += lap
    in_games = [sum(game.score[side] for game in standing.games) for side in range(len(sides))]
    told = [in_games[side] + standing.score[side] - carried[side] for side in range(len(sides))]
    assert told == [sum(played.score.points[members[0]] for played in hands) for members in sides]


@given(EVENINGS)
def test_points_over_the_target_are_lapped_within_a_rubber_or_lost(
    sheet,
):
    rules, hands, _ = sittings(sheet)
    standing = hands[-1].standing
    last_of_rubbers = {rubber.games[-1] for rubber in standing.rubbers}
    for game in standing.games:
        over = game.score[game.winner] - rules.target
        assert game.lap == (over if rules.laps and game.no not in last_of_rubbers else 0)


@given(EVENINGS)
def test_a_game_opens_with_the_lap_of_the_one_before_or_at_love(sheet):
    _, hands, sides = sittings(sheet)
    for game, after in pairwise(hands[-1].standing.games):
        if after.hands[1] == game.hands[1]:
            assert after.score == tuple(
                game.lap * (side == game.winner) for side in range(len(sides))
            )


@given(EVENINGS)
def test_the_hands_of_games_are_consecutive_and_complete(sheet):
    _, hands, _ = sittings(sheet)
    standing, expected = hands[-1].standing, 1
    for no, game in enumerate(standing.games, start=1):
        first, last = game.hands
        won_by_a_lap = first == last == expected - 1
        assert (game.no, won_by_a_lap or first == expected, first <= last) == (no, True, True)
        expected = last + 1
    assert standing.opened == expected


@given(EVENINGS)
def test_a_loser_pays_one_or_two_or_their_missing_points_and_the_winner_nothing(sheet):
    rules, hands, _ = sittings(sheet)
    for game in hands[-1].standing.games:
        for side, value in enumerate(game.values):
            love = 1 if rules.love_double else -(10**6)
            below = love if rules.skunk is None else rules.skunk
            double = 2 if game.score[side] < below else 1
            to = rules.target if rules.win_by == 1 else game.score[game.winner]
            deficit = rules.stakes == "deficit" and not rules.rubber
            wanted = to - game.score[side] if deficit else 1
            assert value == (0 if side == game.winner else double * max(0, wanted))


@given(EVENINGS)
def test_a_sitting_continues_from_any_standing(sheet):
    rules, hands, _ = sittings(sheet)
    seats, middle = len(sheet.players), len(hands) // 2
    standing = hands[middle].standing
    for played in hands[middle + 1 :]:
        result = score(played.hand, rules=rules, seats=seats, dealer=played.dealer)
        standing, counted = advance(
            standing, result, rules=rules, seats=seats, dealer=played.dealer, no=played.no
        )
        # A misdeal in a partner's turn has its own words, which come from the turn.
        assert in_points(counted) == in_points(played.score)
    assert standing == hands[-1].standing


def in_points(score):
    return score._replace(awards=tuple(award.points for award in score.awards))


# -- rubbers


@given(RUBBERS)
def test_a_rubber_of_three_has_a_fourth_game_only_if_the_third_lapped(sheet):
    rules, hands, _ = sittings(sheet)
    standing = hands[-1].standing
    for rubber in standing.rubbers if rules.rubber == "three" else ():
        third = standing.games[rubber.games[2] - 1]
        lapped = rules.laps and third.score[third.winner] > rules.target
        assert len(rubber.games) == (4 if lapped else 3)


@given(RUBBERS)
def test_a_rubber_that_is_the_best_of_three_ends_with_a_second_game_won(sheet):
    rules, hands, _ = sittings(sheet)
    standing = hands[-1].standing
    for rubber in standing.rubbers if rules.rubber == "best-of-three" else ():
        winners = [standing.games[no - 1].winner for no in rubber.games]
        assert winners.count(winners[-1]) == 2
        assert len(winners) in (2, 3)


@given(RUBBERS)
def test_the_side_with_more_games_wins_the_rubber_and_its_points_and_bonus(sheet):
    rules, hands, _ = sittings(sheet)
    standing = hands[-1].standing
    for rubber in rubbers(standing, rules):
        games = [standing.games[no - 1] for no in rubber.games]
        won = [[sum(game.values) for game in games if game.winner == side] for side in (0, 1)]
        more = None if len(won[0]) == len(won[1]) else int(len(won[1]) > len(won[0]))
        winner = more if rubber.finished else None
        points = tuple(sum(won[side]) + rules.rubber_bonus * (side == winner) for side in (0, 1))
        assert (rubber.winner, rubber.points) == (winner, points)


@given(RUBBERS)
def test_every_game_belongs_to_one_rubber_and_only_the_last_may_be_unfinished(sheet):
    rules, hands, _ = sittings(sheet)
    standing = hands[-1].standing
    found = rubbers(standing, rules)
    numbers = [game.no for game in standing.games] if rules.rubber else []
    assert [no for rubber in found for no in rubber.games] == numbers
    assert [rubber.finished for rubber in found[:-1]] == [True] * len(found[:-1])


@given(evenings(80, keys=("club-laws",), house=0))
def test_a_rubber_under_the_club_laws_gives_at_most_ten_points(sheet):
    rules, hands, _ = sittings(sheet)
    found = rubbers(hands[-1].standing, rules)
    assert max((max(rubber.points) for rubber in found), default=0) <= 10


# -- one by one


MARCH, LONE_MARCH = Hand(maker=ANN, tricks=5), Hand(maker=ANN, alone=ANN, tricks=5)
POINT, THEIRS = Hand(maker=ANN, tricks=3), Hand(maker=BEN, tricks=3)


def stands(*hands, rules=CLUB_LAWS):
    """Return the Standing after these hands, Ann and Cat against Ben and Dan."""
    return play(hands, rules=rules, seats=4, first_dealer=ANN)[-1].standing


def offended(hand, *offences):
    found = tuple(Irregularity(kind=kind, by=by, times=times) for kind, by, times in offences)
    return Hand(maker=hand.maker, alone=hand.alone, tricks=hand.tricks, irregularities=found)


def test_before_the_first_hand_the_score_is_love():
    assert opening(CLUB_LAWS, 4) == Standing((0, 0))
    assert opening(find("hoyle-three"), 3) == Standing((0, 0, 0))
    assert opening(find("call-ace"), 5) is None


def test_the_excess_opens_the_winner_s_next_game():
    standing = stands(LONE_MARCH, THEIRS, MARCH)
    assert (standing.score, standing.over, standing.opened) == ((1, 0), 1, 4)
    assert standing.games == (
        Game(no=1, winner=0, score=(6, 1), values=(0, 1), lap=1, hands=(1, 3)),
    )
    assert (standing.lap, standing.rubber) == (1, standing.games)


def test_thirty_thousand_games_are_stored_once_each():
    rules = find_house({"base": "keller", "name": "Short", "target": 1})
    played = play([Hand(maker=0, tricks=3)] * 30_000, rules=rules, seats=4, first_dealer=ANN)
    assert len(played[-1].standing.games) == played[-1].standing.over == 30_000
    before, last = played[-2:]
    assert last.standing.game_chain.before is before.standing.game_chain


def test_without_laps_the_next_game_starts_at_love():
    assert stands(LONE_MARCH, MARCH, rules=KELLER).score == (0, 0)


def test_a_lap_that_reaches_the_target_wins_that_game_too():
    revokes = offended(LONE_MARCH, ("revoke", BEN, 2))
    games = stands(THEIRS, revokes).games
    assert games == (
        Game(no=1, winner=0, score=(14, 1), values=(0, 1), lap=9, hands=(1, 2)),
        Game(no=2, winner=0, score=(9, 0), values=(0, 2), lap=4, hands=(2, 2)),
    )


def test_a_lap_counts_as_score_so_its_game_is_not_a_love_game():
    lapped = stands(
        LONE_MARCH, MARCH, *[Hand(maker=BEN, alone=BEN, tricks=5), Hand(maker=BEN, tricks=5)]
    )
    assert [game.values for game in lapped.games] == [(0, 2), (1, 0)]


def test_ten_points_are_four_double_games_and_two_for_the_rubber():
    """Leeds & Dwight, law 7: the check that the law itself gives."""
    standing = stands(*[LONE_MARCH] * 5, rules=find("club-laws"))
    assert standing.rubbers == (
        Rubber(no=1, games=(1, 2, 3, 4), points=(10, 0), winner=0, finished=True),
    )
    assert [game.lap for game in standing.games] == [3, 2, 1, 0]


def test_three_games_are_played_even_if_one_side_won_the_first_two():
    won = [LONE_MARCH, POINT]
    assert stands(*won, *won).rubbers == ()
    assert stands(*won, *won, *won).rubbers[0].points == (8, 0)


def test_the_lap_of_the_last_game_of_a_rubber_is_lost():
    standing = stands(*[LONE_MARCH, POINT] * 2, *[MARCH, LONE_MARCH] * 2)
    assert (len(standing.rubbers), standing.score) == (1, (0, 0))


def test_the_bonus_is_for_the_side_with_more_games_in_either_seats():
    theirs = [Hand(maker=BEN, alone=BEN, tricks=5), Hand(maker=BEN, tricks=3)]
    assert stands(*theirs * 3).rubbers[0].points == (0, 8)


def test_at_two_games_all_there_is_no_bonus():
    ours, theirs = [LONE_MARCH, POINT], [Hand(maker=BEN, alone=BEN, tricks=5), THEIRS]
    standing = stands(*ours, *ours, *theirs[:1], Hand(maker=BEN, tricks=5), *[THEIRS] * 4)
    assert standing.rubbers == (
        Rubber(no=1, games=(1, 2, 3, 4), points=(4, 4), winner=None, finished=True),
    )


def test_an_unfinished_rubber_counts_its_games_without_the_bonus():
    standing = stands(LONE_MARCH, POINT, LONE_MARCH)
    assert rubbers(standing, CLUB_LAWS) == (
        Rubber(no=1, games=(1,), points=(2, 0), winner=None, finished=False),
    )


def test_after_a_game_is_won_its_losers_score_nothing_more_on_that_hand():
    # Ann and Cat stand at four; Ben revokes, which is game, and euchres Ann's lone hand besides.
    hand = offended(Hand(maker=ANN, tricks=2), ("revoke", BEN, 1))
    (*_, last) = play([LONE_MARCH, hand], rules=CLUB_LAWS, seats=4, first_dealer=ANN)
    assert last.score.points == (3, 0, 3, 0)
    assert [award.why for award in last.score.awards] == [
        "Revoke by an adversary: 3",
        "Euchre, not counted: the game was over",
    ]
    assert (last.standing.score, last.standing.games[0].score) == ((2, 0), (7, 0))


@pytest.mark.parametrize(("laps", "points", "score"), [(True, 5, (4, 0)), (False, 3, (0, 0))])
def test_more_points_of_the_winners_become_a_lap_or_are_lost(laps, points, score):
    rules = find("club-laws", laps=laps, rubber=None)
    hand = offended(MARCH, ("revoke", DAN, 1))
    (*_, last) = play([LONE_MARCH, hand], rules=rules, seats=4, first_dealer=ANN)
    assert (last.score.points[ANN], last.standing.score) == (points, score)


@pytest.mark.parametrize(("dealer", "winner"), [(ANN, BEN), (BEN, CAT), (CAT, BEN)])
def test_if_two_go_out_on_one_euchre_the_elder_hand_wins(dealer, winner):
    rules = find("hoyle-three")
    hands = [Hand(maker=ANN, tricks=0, dealer=dealer)] * 3
    (game,) = play(hands, rules=rules, seats=3, first_dealer=ANN)[-1].standing.games
    assert (game.winner, game.score, game.values) == (
        winner,
        (0, 6, 6),
        tuple(int(side != winner) for side in range(3)),
    )


def test_a_set_back_leaves_more_points_to_make_than_a_game():
    rules = find("hoyle-three-setback", stakes="deficit")
    hands = [Hand(maker=ANN, tricks=2), *[Hand(maker=BEN, tricks=5)] * 3]
    (game,) = play(hands, rules=rules, seats=3, first_dealer=ANN)[-1].standing.games
    assert (game.score, game.values) == ((-2, 6, 0), (7, 0, 5))


def test_two_sides_set_back_at_once_each_pay_their_own_points():
    rules = find_house({"base": "hoyle-three-setback", "name": "Ours", "love_double": True})
    both = offended(Hand(maker=CAT, tricks=3), ("revoke", ANN, 1), ("revoke", BEN, 1))
    won = [Hand(maker=CAT, tricks=5)] * 3
    standing = play([both, *won], rules=rules, seats=3, first_dealer=ANN)[-1].standing
    assert [(game.score, game.values) for game in standing.games] == [((-2, -2, 5), (2, 2, 0))]
