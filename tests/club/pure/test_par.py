"""Par: against a simulated club whose players' strengths are known, and worked out by hand."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from scoring.club.pure.par import WEIGHT, ClubResults, NightResult, Par
from scoring.table.pure.play import Play

# A club of sixteen. A strength is in per cent of hands made: what a player adds to their side.
STRENGTHS = [0, 0, 0, 0, 4, 4, 4, 4, -4, -4, -4, -4, 8, 8, -8, -8]
AVERAGE, STRONG, WEAK = (0, 1, 2, 3), (12, 13), (14, 15)
NIGHTS, ROUNDS, HANDS = 120, 3, 8


def a_hand(luck, dealer, sides):
    """What a hand brings the side of seats 0 and 2, and the other. The dealer's side makes trump
    more often, and stronger sides make it good more often."""
    makers = dealer % 2 if luck.randrange(100) < 58 else 1 - dealer % 2
    if luck.randrange(100) < 74 + sides[makers] - sides[1 - makers]:
        made = 2 if luck.randrange(100) < 20 else 1
        return (made, 0) if makers == 0 else (0, made)
    return (0, 2) if makers == 0 else (2, 0)


def a_round(luck, seated):
    """The hands of four at a table, each as who dealt and what each had."""
    sides = [STRENGTHS[seated[no]] + STRENGTHS[seated[no + 2]] for no in (0, 1)]
    for no in range(HANDS):
        brought = a_hand(luck, no % 4, sides)
        yield no % 4, [brought[seat % 2] for seat in range(4)]


@cache
def a_club():
    """The nights of the club, one of each player: counted here, and not by the product."""
    luck, kept = Random(35), []
    for _ in range(NIGHTS):
        night = {who: defaultdict(lambda: [0, 0]) for who in range(len(STRENGTHS))}
        for _ in range(ROUNDS):
            drawn = luck.sample(range(len(STRENGTHS)), len(STRENGTHS))
            for seated in (drawn[at : at + 4] for at in range(0, len(drawn), 4)):
                for dealer, points in a_round(luck, seated):
                    for seat, who in enumerate(seated):
                        name = ("dealer", "eldest", "others", "others")[(seat - dealer) % 4]
                        for key in (name, ("beside", seated[(seat + 2) % 4])):
                            night[who][key][0] += 1
                            night[who][key][1] += points[seat]
        kept += [kept_of(who, rows) for who, rows in night.items()]
    return kept


def kept_of(who, rows):
    seats = {name: rows[name] for name in ("dealer", "eldest", "others")}
    beside = {str(key[1]): row for key, row in rows.items() if key[0] == "beside"}
    hands, points = (sum(row[no] for row in seats.values()) for no in (0, 1))
    play = seats | {"beside": beside, "tables": {"4": [hands, points]}}
    return NightResult(player=who, hands=hands, points=points, play=play)


def par_of(one, kept=None):
    results = ClubResults(kept or a_club(), fixed_partners=True)
    return results.par(one.player, Play.from_json(one.play))


@cache
def pars(players):
    results = ClubResults(a_club(), fixed_partners=True)
    those = [one for one in a_club() if one.player in players]
    return [results.par(one.player, Play.from_json(one.play)) for one in those]


def true_par(partners):
    """The mean of many nights of an average player with these partners, against anybody."""
    luck, times, scored = Random(1), 1500, 0
    for _ in range(times):
        for partner in partners:
            others = luck.sample([who for who in range(1, 16) if who != partner], 2)
            for _, points in a_round(luck, [0, others[0], partner, others[1]]):
                scored += points[0]
    return Fraction(scored, times)


@pytest.mark.parametrize("partners", [(12, 13, 4), (14, 15, 8), (1, 2, 3)])
def test_par_is_the_mean_of_an_average_player_with_the_same_partners(partners):
    seats = {"dealer": [6, 0], "eldest": [6, 0], "others": [12, 0]}
    beside = {str(who): [HANDS, 0] for who in partners}
    one = NightResult(0, 24, 0, seats | {"beside": beside, "tables": {"4": [24, 0]}})
    assert abs(par_of(one).expected - true_par(partners)) < Fraction(3, 4)


def test_an_average_player_is_at_par_over_many_nights_and_a_stronger_one_above():
    ahead = {
        who: sum(one.points - one.expected for one in pars(who)) / len(pars(who))
        for who in (AVERAGE, STRONG, WEAK)
    }
    assert abs(ahead[AVERAGE]) < Fraction(1, 2)
    assert ahead[STRONG] > 2
    assert ahead[WEAK] < -2


def test_19_of_20_nights_of_an_average_player_are_explained_by_luck():
    found = pars(AVERAGE)
    assert 93 <= 100 * sum(one.by_luck for one in found) // len(found) <= 99


def test_a_whole_year_of_a_strong_player_is_more_than_luck():
    for who in STRONG:
        year = pars((who,))
        total = sum(year[1:], start=year[0])
        assert (total.by_luck, total.ahead > 0, total.hands) == (False, True, NIGHTS * 24)


def test_par_and_its_spread_are_those_worked_out_by_hand():
    """Three others: 200 hands and 180 points beside Q (key 9), 200 and 120 beside somebody else.
    The mean is 3/4. Beside Q a hand brings (180 - 150) / (200 + 100) = 1/10 more, so ten hands with
    Q are 17/2. A night of 100 hands is 15 points from the mean: 225 / 100 = 9/4 a hand, once in
    each. The ten hands weigh 10 + 100/400 + 100/300 of it."""
    kept = [
        NightResult(1, 100, 90, {"others": [100, 90], "beside": {"9": [100, 90]}}),
        NightResult(2, 100, 90, {"others": [100, 90], "beside": {"9": [100, 90]}}),
        NightResult(3, 200, 120, {"others": [200, 120], "beside": {"8": [200, 120]}}),
    ]
    own = Play.from_json({"others": [10, 9], "beside": {"9": [10, 9]}})
    per_hand = Fraction(15**2 + 15**2 + 30**2, 400)
    found = ClubResults(kept, fixed_partners=True).par(0, own)
    spread = per_hand * (10 + Fraction(100, 400) + Fraction(100, 200 + WEIGHT))
    about = {"hands": 10, "points": 9, "spread": spread}
    about |= {"partners": True, "may_lose": False}
    assert found == Par(expected=Fraction(17, 2), **about)
    assert (found.par, found.ahead) == (9, 0)
    alone = ClubResults(kept, fixed_partners=False).par(0, own)
    assert (alone.expected, alone.partners) == (Fraction(15, 2), False)
    assert alone.spread == per_hand * (10 + Fraction(100, 400))


def test_limits_are_whole_and_never_narrower_than_luck():
    one = Par(hands=24, points=30, expected=Fraction(41, 2), spread=Fraction(24))
    assert (one.par, one.low, one.high, one.ahead, one.by_luck) == (21, 10, 31, 9, True)
    assert one.within == 5
    third = Par(hands=10, points=4, expected=Fraction(4), spread=Fraction(10))
    assert (third.low, third.high) == (-3, 11)
    assert Par(hands=9999, points=1, expected=Fraction(1), spread=Fraction(1)).within == 1


def test_a_score_that_cannot_be_below_zero_has_no_limit_there():
    about = {"hands": 24, "points": 3, "expected": Fraction(4), "spread": Fraction(24)}
    assert (Par(**about).low, Par(**about, may_lose=False).low) == (-6, 0)
    lost = [one._replace(points=-one.points) for one in a_club()]
    night = lost[0]
    assert par_of(a_club()[0]).may_lose is False
    assert par_of(night, lost).may_lose is True


def test_without_enough_hands_there_is_no_par():
    one = next(one for one in a_club() if one.player == 0)
    few = [other for other in a_club() if other.player][:12]
    assert par_of(one, few) is None
    short = Play.from_json({"dealer": [9, 3]})
    assert ClubResults(a_club(), fixed_partners=True).par(0, short) is None


def test_a_players_own_results_are_not_part_of_the_average():
    (one, *_) = (one for one in a_club() if one.player == 0)
    lucky = [
        other._replace(points=other.points * 9) if other.player == 0 else other
        for other in a_club()
    ]
    assert par_of(one, lucky).expected == par_of(one).expected
    lone = {1: (3, 2), 2: (8, 3)}
    kept = [NightResult(who, 10, 9, {"maker": [5, 4, 1, 1, *those]}) for who, those in lone.items()]
    assert ClubResults(kept, fixed_partners=True).lone_without(1)[:2] == (3, 8)
