"""The tables by which a page goes on alone come to what the rules come to."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import rule_sets
from scoring.rules.ahead import ahead_table, score_table, side_table, won_so_far
from scoring.rules.game import opening, play
from scoring.rules.hand import VOIDS, Hand
from scoring.rules.rule_set import RuleSet
from scoring.rules.rule_sets import SHELF
from tests.rules.cast import ANN, BEN, CAST, CAT
from tests.rules.strategies import tables

KELLER = rule_sets.find("keller")


class Page:
    """A page that goes on by itself: it knows the tables, and no rule."""

    def __init__(self, rules: RuleSet, seats: int, dealer: int) -> None:
        told = (
            score_table(rules, seats)
            if rules.partners == "called"
            else side_table(rules, CAST[:seats])
        )
        self.scores, self.table = (
            json.loads(json.dumps(one)) for one in (told, ahead_table(rules, seats))
        )
        self.totals, self.dealer, self.called = [0] * seats, dealer, rules.partners == "called"
        self.score, self.won, self.games, self.rubbers = [0, 0], 0, [0, 0], 0

    def take(self, hand: Hand) -> None:
        points = self._points(hand)
        self.totals = [one + more for one, more in zip(self.totals, points, strict=True)]
        self.dealer = (self.dealer + self.table["deal"][hand.void or ""]) % len(points)
        if self.table["games"] and any(points):
            self._play(points, **self.table["games"])

    def _play(self, points, *, ends, won, over):
        side, at = ends[",".join(map(str, points))]
        end = at.get(str(self.score[side]))
        if end is None:
            firsts = [seats[0] for seats in self.table["sides"]]
            self.score = [one + points[seat] for one, seat in zip(self.score, firsts, strict=True)]
            return
        self.won, self.score, winner, games, rubbers = over[self.won][end]
        self.games[winner] += games
        self.rubbers += rubbers

    def _points(self, hand):
        if hand.void:
            return [0] * len(self.totals)
        if not self.called:
            how = "with" if hand.alone is None else "alone"
            return self.scores["rows"][self.scores["of"][f"{hand.maker} {how} {hand.tricks}"]][
                "points"
            ]
        row = self.scores["with" if hand.partner is not None else "alone"][hand.tricks]
        role = {hand.maker: "maker", hand.partner: "partner"}
        return [row[role.get(seat, "others")] for seat in range(len(self.totals))]


def usual_hands(rules: RuleSet, seats: int):
    """Any hand without irregularities, as a phone tells them."""
    voids = [void for void in VOIDS if not (void == "passed-out" and rules.stick_the_dealer)]
    seat, tricks = st.integers(0, seats - 1), st.integers(0, 5)
    void = st.builds(Hand, void=st.sampled_from(voids))
    if rules.partners == "called":
        partner = st.integers(1, seats - 1) | st.none()
        return void | st.builds(_called, seat, partner, tricks, st.just(seats))
    lone = {"maker": (None, 0), "either": (None, 0, 2), "nobody": (None,)}[rules.alone]
    lone = lone if rules.partners == "fixed" else (None,)
    return void | st.builds(_told, seat, st.sampled_from(lone), tricks)


def _called(maker, partner, tricks, seats):
    if partner is None:
        return Hand(maker=maker, alone=maker, tricks=tricks)
    return Hand(maker=maker, partner=(maker + partner) % seats, tricks=tricks)


def _told(maker, alone, tricks):
    return Hand(maker=maker, alone=None if alone is None else (maker + alone) % 4, tricks=tricks)


def both(rules, seats, hands, dealer):
    """What a page and what the rules come to: totals, dealer, and where it knows games how they
    stand."""
    page = Page(rules, seats, dealer)
    for hand in hands:
        page.take(hand)
    played = play(hands, rules=rules, seats=seats, first_dealer=dealer)
    totals, deals = (
        (played[-1].totals, played[-1].next_dealer) if played else ((0,) * seats, dealer)
    )
    alone, told = [page.totals, page.dealer], [list(totals), deals]
    games = page.table["games"]
    if games:
        standing = played[-1].standing if played else opening(rules, seats)
        won = [sum(game.winner == side for game in standing.games) for side in (0, 1)]
        alone += [page.score, page.games, games["won"][page.won], page.rubbers]
        told += [list(standing.score), won, list(won_so_far(standing)), len(standing.rubbers)]
    return alone, told


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in SHELF for seats in SHELF[key].players]
)
@settings(max_examples=30)
@given(st.data())
def test_a_page_alone_comes_to_what_the_rules_come_to(key, seats, data):
    hands = data.draw(st.lists(usual_hands(SHELF[key], seats), min_size=20, max_size=60))
    alone, told = both(SHELF[key], seats, hands, data.draw(st.integers(0, seats - 1)))
    assert alone == told


@settings(max_examples=100)
@given(st.data(), tables())
def test_it_does_so_by_house_rules_and_options_too(data, table):
    rules, seats = table
    hands = data.draw(st.lists(usual_hands(rules, seats), max_size=40))
    alone, told = both(rules, seats, hands, data.draw(st.integers(0, seats - 1)))
    assert alone == told


def test_a_lap_a_rubber_and_a_void_deal_on_the_way():
    hands = [Hand(maker=ANN, alone=ANN, tricks=5), Hand(maker=CAT, tricks=5), Hand(void="new-deal")]
    page = Page(SHELF["club-laws"], 4, dealer=BEN)
    for hand in hands:
        page.take(hand)
    assert (page.totals, page.score, page.games) == ([6, 0, 6, 0], [1, 0], [1, 0])
    assert page.dealer == 3


def test_where_a_game_depends_on_who_deals_nothing_is_told_of_its_end():
    told = {
        key: ahead_table(rules, rules.players[0])["games"] is not None
        for key, rules in SHELF.items()
    }
    assert [key for key, known in told.items() if not known] == [
        "call-ace",
        "hoyle-three",
        "hoyle-three-setback",
        "britannica-three",
    ]


def test_a_long_game_takes_no_more_room_than_a_short_one():
    long = rule_sets.find_house({"base": "keller", "name": "To 99", "target": 99})
    sizes = [
        len(json.dumps(ahead_table(rules, 4), separators=(",", ":"))) for rules in (KELLER, long)
    ]
    assert sizes[1] < sizes[0] + 50
    assert (
        max(len(json.dumps(ahead_table(rules, 4))) for rules in SHELF.values() if 4 in rules.pack)
        < 2500
    )


def test_a_table_that_sticks_the_dealer_knows_no_passing_out():
    stuck = rule_sets.find("american", stick_the_dealer=True)
    assert ahead_table(stuck, 4)["deal"] == {
        "misdeal": 1,
        "new-deal": 0,
        "imperfect-pack": 0,
        "": 1,
    }
