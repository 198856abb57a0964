"""Of several who reach game on one hand, the rules say who comes first, and the words say why."""

from collections import defaultdict
from itertools import product

import pytest

from scoring.euchre import books
from scoring.euchre.ahead import usual_hands
from scoring.euchre.books import SHELF
from scoring.euchre.game import Standing, advance
from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, Irregularity
from scoring.euchre.points import score
from scoring.euchre.wording import FIRST, describe_end, describe_game, side_names, why_first

CALL_ACE_TO_TEN = books.find("call-ace", target=10)
ON_BID = books.find("bid", win_on_bid=True)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
WITH_GAMES = [
    *(rules for rules in SHELF.values() if rules.target is not None),
    CALL_ACE_TO_TEN,
    ON_BID,
]


def results(rules, seats):
    """Yield what the usual hands score, and hands after which laws let both sides score."""
    for _, _, result in usual_hands(rules, seats):
        yield result
    if rules.revokes == "counted":
        for by, tricks in product(range(seats), range(6)):
            revoke = Irregularity(kind="revoke", by=by)
            hand = Hand(maker=0, tricks=tricks, irregularities=(revoke,))
            yield score(hand, rules=rules, seats=seats)


def ends(rules, seats):
    """Yield every game that such a hand ends, from scores near game, and how many reached game by
    the plain sum of all points."""
    sides, target = rules.sides(seats), rules.target
    for result, dealer in product(results(rules, seats), (0, 1)):
        for start in product(range(target - 3, target), repeat=len(sides)):
            after, _ = advance(
                Standing(start), result, rules=rules, seats=seats, dealer=dealer, no=1
            )
            if after.over:
                whole = [
                    points + result.points[members[0]]
                    for points, members in zip(start, sides, strict=True)
                ]
                yield after.games[0], sum(points >= target for points in whole)


def test_a_reason_is_given_exactly_where_several_reach_game_on_one_hand():
    reasons = defaultdict(set)
    for rules in WITH_GAMES:
        seats = min(rules.pack)
        for game, reached in ends(rules, seats):
            name = "win_on_bid" if rules is ON_BID else rules.key
            assert bool(game.first) == (reached > 1), (name, game)
            if game.first:
                reasons[name].add(game.first)
    assert reasons == {
        "call-ace": {"most", "left of equals"},
        "club-laws": {"order"},
        "hoyle-three": {"left"},
        "bid": {"bidder"},
        "bid-double": {"bidder"},
        "win_on_bid": {"made"},
    }


@pytest.mark.parametrize("rules", WITH_GAMES, ids=lambda rules: rules.key)
def test_the_words_name_the_winner_or_the_rule_and_never_a_wrong_number(rules):
    seats = min(rules.pack)
    sides = side_names(rules, NAMES[:seats])
    for game, reached in ends(rules, seats):
        plain, said = describe_game(game, sides), describe_end(game, sides, rules)
        if reached < 2:
            assert said == plain
            continue
        why = said.removeprefix(f"{plain}. ")
        assert len(why.split()) <= 20
        assert (str(rules.target) in why) or (str(max(game.score)) in why)
        if len(sides) > 2:
            assert f"and {sides[game.winner]} " in why


def test_the_opponents_who_set_a_bid_come_first_where_only_a_bid_can_win():
    bid_lost = score(Hand(maker=0, bid=3, tricks=1), rules=ON_BID, seats=4)
    above = Standing((ON_BID.target + 10, ON_BID.target - 1))
    after, _ = advance(above, bid_lost, rules=ON_BID, seats=4, dealer=0, no=1)
    assert (after.last.winner, after.last.first) == (1, "set")


def test_a_lap_that_wins_a_game_of_its_own_has_no_one_to_come_before():
    rules = books.find("club-laws")
    revoke = Irregularity(kind="revoke", by=0, times=3)
    hand = Hand(maker=0, tricks=5, irregularities=(revoke,))
    after, _ = advance(
        Standing((4, 4)), score(hand, rules=rules, seats=4), rules=rules, seats=4, dealer=0, no=1
    )
    assert [game.first for game in after.games] == ["order", ""]


def test_every_reason_has_its_words():
    assert set(FIRST) == {"left", "most", "left of equals", "order", "bidder", "made", "set"}


def test_of_three_the_words_for_a_game_won_by_a_penalty_name_only_the_winner():
    rules = books.find("hoyle-three")
    penalty = Irregularity(kind=PENALTY, by=2, points=1, to=TO_OTHERS)
    scores = (rules.target - 1, 0, rules.target - 1)
    hand = Hand(maker=2, tricks=5, irregularities=(penalty,))
    result = score(hand, rules=rules, seats=3)
    after, _ = advance(Standing(scores), result, rules=rules, seats=3, dealer=0, no=1)
    assert after.last.first == "order"
    why = why_first(after.last, NAMES[:3], rules)
    assert why.startswith(f"Ann reached {rules.target} first")
    assert "Cat" not in why
