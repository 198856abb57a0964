import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.movements.cutting import first_jack
from scoring.rules import rule_sets

SEATS = st.integers(4, 7)
SEEDS = st.integers(0, 2**31)
LOWEST = rule_sets.find("call-ace").lowest


def thrown(seats, seed):
    return first_jack(seats=seats, lowest=LOWEST[seats], seed=seed)


@given(SEATS, SEEDS)
def test_the_first_jack_is_the_last_card_thrown(seats, seed):
    *before, last = [card.rank for card in thrown(seats, seed)]
    assert last == "J" and "J" not in before


@given(SEATS, SEEDS)
def test_cards_go_round_one_to_each_player(seats, seed):
    cards = thrown(seats, seed)
    assert [card.seat for card in cards] == [no % seats for no in range(len(cards))]


@given(SEATS, SEEDS)
def test_no_card_is_thrown_twice_and_none_is_below_the_pack(seats, seed):
    cards = [(card.rank, card.suit) for card in thrown(seats, seed)]
    assert len(set(cards)) == len(cards)
    ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert {rank for rank, _ in cards} <= set(ranks[ranks.index(LOWEST[seats]) :])


@given(SEATS, SEEDS)
def test_the_same_seed_throws_the_same_cards(seats, seed):
    assert thrown(seats, seed) == thrown(seats, seed)


def test_everybody_can_be_the_first_dealer():
    assert {thrown(7, seed)[-1].seat for seed in range(200)} == set(range(7))


def test_at_most_every_card_but_three_jacks_is_thrown():
    assert max(len(thrown(4, seed)) for seed in range(2000)) <= 24 - 3


def test_a_pack_begins_with_a_known_rank():
    with pytest.raises(ValueError):
        first_jack(seats=5, lowest="2", seed=1)
