import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre import books
from scoring.movement import cutting
from scoring.movement.cutting import HIGHEST, JACK, LOWEST, Thrown, first_deal, first_jack

SEATS = st.integers(4, 7)
SEEDS = st.integers(0, 2**31)
PACKS = books.find("call-ace").lowest


def thrown(seats, seed):
    return first_jack(seats=seats, lowest=PACKS[seats], seed=seed)


@given(SEATS, SEEDS)
def test_the_first_jack_is_the_last_card_thrown(seats, seed):
    *before, last = [card.rank for card in thrown(seats, seed)]
    assert last == "J"
    assert "J" not in before


@given(SEATS, SEEDS)
def test_cards_are_thrown_to_each_player_in_turn(seats, seed):
    cards = thrown(seats, seed)
    assert [card.seat for card in cards] == [no % seats for no in range(len(cards))]


@given(SEATS, SEEDS)
def test_no_card_is_thrown_twice_and_all_belong_to_the_pack(seats, seed):
    cards = [(card.rank, card.suit) for card in thrown(seats, seed)]
    assert len(set(cards)) == len(cards)
    ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert {rank for rank, _ in cards} <= set(ranks[ranks.index(PACKS[seats]) :])


@given(SEATS, SEEDS)
def test_the_same_seed_throws_the_same_cards(seats, seed):
    assert thrown(seats, seed) == thrown(seats, seed)


def test_every_player_can_be_the_first_dealer():
    assert {thrown(7, seed)[-1].seat for seed in range(200)} == set(range(7))


def test_at_most_all_cards_except_three_jacks_are_thrown():
    assert max(len(thrown(4, seed)) for seed in range(2000)) <= 24 - 3


def test_a_pack_with_an_unknown_lowest_rank_is_refused():
    with pytest.raises(ValueError):
        first_jack(seats=5, lowest="2", seed=1)


# -- other books: all cut, and the lowest card deals, or the highest


@pytest.fixture
def cards(monkeypatch):
    """A function that says which ranks are shown, cut by cut, seat by seat."""

    def told(*cuts):
        def card(seed, cut, place, lowest):
            return cuts[cut - 1][place - 1], "S"

        monkeypatch.setattr(cutting, "card_of", card)

    return told


def drawn(way, seats=4):
    draw = first_deal(way=way, seats=seats, lowest="7", seed=1)
    return draw.dealer, [[card.seat for card in cards] for cards in draw.rounds]


def test_by_foster_the_first_jack_deals():
    draw = first_deal(way=JACK, seats=5, lowest="8", seed=3)
    assert draw.rounds == (thrown(5, 3),)
    assert draw.decides == thrown(5, 3)[-1]


@pytest.mark.parametrize(
    ("ranks", "lowest", "highest"),
    [
        (["7", "A", "K", "J"], 1, 3),
        (["8", "9", "K", "Q"], 0, 2),
        (["K", "A", "7", "10"], 1, 1),
        (["10", "Q", "J", "K"], 0, 2),
    ],
)
def test_the_ace_is_lowest_where_the_lowest_deals_and_the_jack_highest_otherwise(
    cards, ranks, lowest, highest
):
    cards(ranks)
    everybody = [[0, 1, 2, 3]]
    assert drawn(LOWEST) == (lowest, everybody)
    assert drawn(HIGHEST) == (highest, everybody)


def test_players_who_cut_equal_cards_cut_again_until_one_deals(cards):
    cards(["7", "K", "7", "7"], ["9", None, "8", "8"], [None, None, "Q", "10"])
    assert drawn(LOWEST) == (3, [[0, 1, 2, 3], [0, 2, 3], [2, 3]])


def test_equal_cards_that_do_not_decide_the_deal_are_not_cut_again(cards):
    cards(["9", "K"])
    assert drawn(LOWEST, seats=2) == (0, [[0, 1]])


@given(st.sampled_from([LOWEST, HIGHEST]), st.integers(2, 4), SEEDS)
def test_the_same_seed_cuts_the_same_cards_from_the_pack_in_play(way, seats, seed):
    draw = first_deal(way=way, seats=seats, lowest="9", seed=seed)
    assert draw == first_deal(way=way, seats=seats, lowest="9", seed=seed)
    assert {card.rank for cards in draw.rounds for card in cards} <= {"9", "10", "J", "Q", "K", "A"}
    assert draw.decides in draw.rounds[-1]
    assert isinstance(draw.decides, Thrown)
