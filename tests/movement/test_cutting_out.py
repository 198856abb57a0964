"""Leeds & Dwight, laws 8, 9, 13 to 15 and 19: the examples are worked from their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.movement.cutting_out import Card, Sitter, cut, who_goes_out
from scoring.movement.table_cut import RANKS

SEEDS = st.integers(0, 2**31)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def table(*turns, **in_place_of):
    """The people of a table, who have played so many turns."""
    return [
        Sitter(key=key, name=NAMES[key], turns=number, in_place_of=in_place_of.get(NAMES[key], ""))
        for key, number in enumerate(turns)
    ]


def out(*turns, wanted=1, turn="rubber", seed=None, **in_place_of):
    return who_goes_out(table(*turns, **in_place_of), wanted=wanted, turn=turn, seed=seed)


def a_seed(*, rounds):
    """A seed by which four cut so many times before the lowest is known."""

    def drawn(seed):
        return cut(range(4), wanted=1, high=False, seed=seed, lowest="7")

    return next(seed for seed in range(500) if len(drawn(seed).rounds) == rounds)


TABLES = st.lists(st.integers(0, 4), min_size=2, max_size=7)


def test_law_15_the_player_with_the_most_rubbers_in_a_row_goes_out():
    found = out(1, 2, 3, 2)
    assert (found.out, found.why, found.rounds) == (
        (2,),
        ("Cat goes out after 3 rubbers: who stays has played fewer (Leeds & Dwight, law 15).",),
        (),
    )


def test_law_15_for_two_candidates_the_two_who_played_most_go_out():
    assert out(2, 1, 2, 1, wanted=2).out == (0, 2)
    assert out(1, 3, 2, 1, wanted=2).out == (1, 2)


def test_law_15_with_equal_rubbers_all_cut_and_the_lowest_goes_out():
    found = out(1, 1, 1, 1, seed=a_seed(rounds=1))
    (cards,) = found.rounds
    lowest = min(cards, key=lambda card: card.height)
    assert (found.out, found.why) == (
        (lowest.key,),
        (
            "All have played 1 rubber: they cut, the lowest goes out (Leeds & Dwight, law 15).",
            f"{NAMES[lowest.key]} cut {lowest.as_text} and goes out.",
        ),
    )


def test_players_who_must_cut_are_known_before_a_card_is_cut():
    found = out(2, 3, 2, 1, wanted=2)
    assert (found.out, found.must_cut) == ((1,), (0, 2))
    assert found.why[1] == (
        "Ann and Cat have played 2 rubbers: they cut, the lowest goes out (Leeds & Dwight, law 15)."
    )


def test_law_19_a_leavers_replacement_goes_out_when_the_leaver_would_have():
    found = out(2, 1, 1, 1, Ann="Dan")
    assert (found.out, found.why) == (
        (0,),
        (
            "Ann goes out after 2 rubbers: those of Dan count, whose place Ann took (Leeds & "
            "Dwight, law 19).",
        ),
    )


def test_no_player_goes_out_while_no_one_wants_to_come_in():
    found = out(3, 1, 1, 1, wanted=0)
    assert (found.out, found.must_cut, found.why) == ((), (), ())


@pytest.mark.parametrize("wanted", [-1, 4, 5])
def test_a_whole_table_cannot_go_out(wanted):
    with pytest.raises(ValueError):
        out(1, 1, 1, 1, wanted=wanted)


def test_counting_games_and_rounds_of_deals_is_marked_as_our_ruling():
    assert out(0, 1, turn="game").why == (
        "Ben goes out after 1 game: who stays has played fewer (Leeds & Dwight, law 15; that games "
        "count like rubbers is our ruling).",
    )
    assert out(0, 0, turn="round").why == (
        "No one has played a whole round of deals yet: they cut, the lowest goes out (Leeds & "
        "Dwight, law 15; that rounds of deals count like rubbers is our ruling).",
    )


def test_law_8_the_jack_is_the_highest_card_and_then_the_ace():
    ranks = sorted(RANKS, key=lambda rank: -Card(0, rank, "S").height)
    assert ranks == ["J", "A", "K", "Q", "10", "9", "8", "7"]


def test_laws_13_and_14_only_players_whose_equal_cards_matter_cut_again():
    found = out(0, 0, 0, 0, seed=a_seed(rounds=2))
    first, second = found.rounds
    lowest = min(card.height for card in first)
    again = [card.key for card in first if card.height == lowest]
    assert [card.key for card in second] == again
    assert found.why[1].endswith(
        "cut equal cards: they cut again (Leeds & Dwight, laws 13 and 14)."
    )
    assert found.out == (min(second, key=lambda card: card.height).key,)


def test_the_cards_are_those_of_the_pack_in_play():
    for lowest, ranks in (("9", "J A K Q 10 9"), ("6", "J A K Q 10 9 8 7 6")):
        shown = {
            card.rank
            for seed in range(100)
            for cards in cut(range(4), wanted=1, high=False, seed=seed, lowest=lowest).rounds
            for card in cards
        }
        assert shown == set(ranks.split())


def test_law_13_two_who_both_go_out_do_not_cut_again():
    for seed in range(500):
        drawn = cut(range(4), wanted=2, high=False, seed=seed, lowest="7")
        heights = sorted(card.height for card in drawn.rounds[0])
        assert (len(drawn.rounds) == 1) == (heights[1] != heights[2])


@given(TABLES, st.data(), SEEDS)
def test_the_number_asked_for_goes_out_and_none_played_less_than_one_who_stays(turns, data, seed):
    wanted = data.draw(st.integers(0, len(turns) - 1))
    found = out(*turns, wanted=wanted, seed=seed)
    stay = [turns[key] for key in range(len(turns)) if key not in found.out]
    assert len(set(found.out)) == len(found.out) == wanted
    assert min((turns[key] for key in found.out), default=9) >= max(stay)
    assert found.must_cut == ()


@given(TABLES, SEEDS)
def test_the_same_seed_cuts_the_same_cards(turns, seed):
    assert out(*turns, seed=seed) == out(*turns, seed=seed)


@given(TABLES, SEEDS)
def test_an_announcement_before_the_cut_holds_after_it(turns, seed):
    before, after = out(*turns), out(*turns, seed=seed)
    assert set(before.out) <= set(after.out) <= {*before.out, *before.must_cut}


def test_every_player_can_be_cut_out():
    assert {out(1, 1, 1, 1, seed=seed).out[0] for seed in range(100)} == {0, 1, 2, 3}
