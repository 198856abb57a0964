import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre import score_out
from scoring.euchre.books import find, find_house
from scoring.euchre.game import play
from scoring.euchre.hand import Hand, Irregularity
from scoring.table.pure.play import (
    Adversary,
    Maker,
    Met,
    Partner,
    Play,
    Points,
    Run,
    is_a_hand,
    plays,
)
from tests.euchre.cast import ANN, BEN, CAT, DAN
from tests.euchre.strategies import evenings

CALL_ACE, KELLER, SETBACK = find("call-ace"), find("keller"), find("hoyle-three-setback")
LUCK = st.lists(st.booleans(), max_size=12)


def played_by(hands, rules=CALL_ACE, seats=4):
    """Return the Play of each seat."""
    found = plays(
        play(hands, rules=rules, seats=seats, first_dealer=ANN), rules=rules, players=range(seats)
    )
    return list(found.values())


def of_sheet(sheet, first=0):
    """Return the hands of a sheet as played, and how each played, numbered from `first`."""
    hands = score_out.score(sheet).hands
    players = range(first, first + len(sheet.players))
    return hands, plays(hands, rules=sheet.rules, players=players)


def any_plays():
    """How somebody played on a few hands by any rules."""
    return evenings(12).map(lambda sheet: of_sheet(sheet)[1][0])


def test_a_hand_of_call_ace_counts_for_maker_partner_and_opponents():
    ann, ben, cat, dan = played_by([Hand(maker=BEN, partner=DAN, tricks=5)])
    assert ben == Play(
        maker=Maker(hands=1, made=1, marches=1),
        eldest=Points(1, 2),
        tables={4: Points(1, 2)},
        beside={DAN: Points(1, 2)},
        against={ANN: Met(1, 2, 0), CAT: Met(1, 2, 0)},
        scoring=Run(1, 1, 1, 1),
    )
    assert dan == Play(
        partner=Partner(hands=1, made=1),
        others=Points(1, 2),
        tables={4: Points(1, 2)},
        beside={BEN: Points(1, 2)},
        against={ANN: Met(1, 2, 0), CAT: Met(1, 2, 0)},
        scoring=Run(1, 1, 1, 1),
    )
    assert ann == Play(
        adversary=Adversary(hands=1),
        dealer=Points(1, 0),
        tables={4: Points(1, 0)},
        beside={CAT: Points(1, 0)},
        against={BEN: Met(1, 0, 2), DAN: Met(1, 0, 2)},
        scoring=Run(0, 0, 0, 1),
    )
    assert (cat.others, cat.adversary) == (Points(1, 0), Adversary(hands=1))


def test_a_euchre_counts_for_everyone_involved():
    ann, ben, cat, dan = played_by([Hand(maker=BEN, partner=DAN, tricks=2)])
    assert (ben.maker, dan.partner) == (Maker(hands=1, euchred=1), Partner(hands=1))
    assert (ann.adversary, cat.adversary) == (Adversary(hands=1, euchres=1),) * 2


@pytest.mark.parametrize(
    ("hand", "maker"),
    [
        (
            Hand(maker=BEN, alone=BEN, tricks=5),
            Maker(hands=1, made=1, marches=1, lone=1, lone_made=1),
        ),
        (Hand(maker=BEN, alone=BEN, tricks=4), Maker(hands=1, made=1, lone=1)),
        (Hand(maker=BEN, alone=BEN, tricks=0), Maker(hands=1, euchred=1, lone=1)),
        (Hand(maker=BEN, tricks=3), Maker(hands=1, made=1, lone=1)),
    ],
)
def test_lone_hands_are_counted_with_their_outcome(hand, maker):
    assert played_by([hand])[BEN].maker == maker


def test_a_partner_who_plays_alone_gets_the_lone_hand_and_the_maker_the_hand():
    found = played_by(
        [Hand(maker=ANN, alone=CAT, tricks=5)],
        find_house({"base": "american", "name": "Ours", "alone": "either"}),
    )
    assert found[ANN].maker == Maker(hands=1, made=1, marches=1)
    assert (found[CAT].maker, found[CAT].partner) == (Maker(lone=1, lone_made=1), Partner())


@pytest.mark.parametrize(
    ("revoker", "maker"), [(BEN, Maker(hands=1)), (ANN, Maker(hands=1, made=1))]
)
def test_a_revoke_that_decides_the_hand_counts_against_the_revoking_side(revoker, maker):
    hand = Hand(maker=BEN, partner=DAN, irregularities=(Irregularity(kind="revoke", by=revoker),))
    found = played_by([hand])
    assert found[BEN].maker == maker
    assert found[CAT].adversary == Adversary(hands=1)


def test_a_void_deal_is_not_a_hand():
    both = tuple(Irregularity(kind="revoke", by=seat) for seat in (ANN, BEN))
    voids = [
        Hand(void="passed-out"),
        Hand(void="new-deal"),
        Hand(maker=ANN, partner=CAT, irregularities=both),
    ]
    assert played_by(voids) == [Play()] * 4


def test_games_won_make_runs_too():
    to_ann_and_cat = [Hand(maker=ANN, alone=ANN, tricks=5)] * 4
    to_ben_and_dan = [Hand(maker=BEN, alone=BEN, tricks=5)] * 2
    found = played_by([*to_ann_and_cat, *to_ben_and_dan], KELLER)
    assert [one.winning for one in found] == [Run(2, 2, 0, 3), Run(0, 1, 1, 3)] * 2


def test_a_maker_who_was_set_back_has_negative_points():
    ann, ben, cat = played_by([Hand(maker=ANN, tricks=1)], SETBACK, seats=3)
    assert (ann.dealer, ann.maker, ann.against[BEN]) == (
        Points(1, -2),
        Maker(1, 0, 0, 1),
        Met(1, -2, 0),
    )
    assert ben.beside == {CAT: Points(1, 0)}


@given(evenings(30))
def test_every_player_is_credited_with_each_hand_and_its_points(sheet):
    hands, found = of_sheet(sheet)
    number, seats = sum(map(is_a_hand, hands)), len(sheet.players)
    for seat, one in found.items():
        points = sum(hand.score.points[seat] for hand in filter(is_a_hand, hands))
        assert one.hands == number == one.scoring.all
        assert one.dealer.points + one.eldest.points + one.others.points == points
        assert one.tables == ({seats: Points(number, points)} if number else {})
    with_maker = [hand for hand in filter(is_a_hand, hands) if hand.hand.maker is not None]
    # In Buck, a hand may have no maker.
    assert sum(one.maker.hands for one in found.values()) == len(with_maker)
    assert sum(one.dealer.hands for one in found.values()) == number


@given(evenings(30))
def test_figures_with_partners_and_against_opponents_are_symmetrical(sheet):
    hands, found = of_sheet(sheet)
    for seat, one in found.items():
        for other in found.keys() - {seat}:
            beside, met = one.beside.get(other, Points()), one.against.get(other, Met())
            back = found[other].against.get(seat, Met())
            assert beside.hands == found[other].beside.get(seat, Points()).hands
            assert (met.hands, met.points, met.theirs) == (back.hands, back.theirs, back.points)
            assert beside.hands + met.hands == one.hands


@given(LUCK, LUCK)
def test_adjoining_runs_become_one(before, later):
    one, other = Play(scoring=Run.of(before)), Play(scoring=Run.of(later))
    assert (one + other).scoring == Run.of([*before, *later])


@given(LUCK)
def test_the_longest_run_is_found(luck):
    runs = "".join("x" if good else " " for good in luck)
    assert Run.of(luck).best == max(map(len, runs.split()), default=0)


@given(any_plays(), any_plays(), any_plays())
def test_plays_add_up_in_any_grouping_and_an_empty_one_adds_nothing(one, two, three):
    assert (one + two) + three == one + (two + three)
    assert Play() + one == one == one + Play()


@given(any_plays(), any_plays())
def test_plays_are_read_back_as_they_were_written(one, two):
    for some in (one, one + two, Play()):
        assert Play.from_json(json.loads(json.dumps(some.as_json()))) == some


def test_an_empty_play_is_written_as_nothing_and_an_unknown_name_is_refused():
    assert Play().as_json() == {}
    with pytest.raises(TypeError):
        Play.from_json({"luck": [1]})


def test_two_halves_of_an_evening_add_up_to_the_whole():
    random = Random(7)
    hands = [Hand(maker=random.randrange(4), tricks=random.randrange(6)) for _ in range(40)]
    # Four deals come round to the first dealer again.
    for half in (4, 20, 36):
        both = zip(played_by(hands[:half]), played_by(hands[half:]), strict=True)
        assert [before + later for before, later in both] == played_by(hands)


def test_a_bid_counts_as_made_or_set_and_a_bid_alone_as_a_lone_hand():
    hands = [
        Hand(maker=BEN, bid=4, tricks=6),
        Hand(maker=BEN, bid=4, tricks=3),
        Hand(maker=BEN, bid="alone", tricks=6),
        Hand(maker=BEN, bid="alone", tricks=5),
    ]
    ann, ben, cat, dan = played_by(hands, rules=find("bid"))
    assert ben.maker == Maker(hands=4, made=2, marches=0, euchred=2, lone=2, lone_made=1)
    assert (ben.partner, dan.partner) == (Partner(), Partner(hands=2, made=1))
    assert ann.adversary == cat.adversary == Adversary(hands=4, euchres=2)


@pytest.mark.parametrize("document", [{"adversary": []}, {"against": {"2": [1, 2]}}])
def test_figures_that_are_cut_short_are_refused(document):
    with pytest.raises(TypeError):
        Play.from_json(document)
