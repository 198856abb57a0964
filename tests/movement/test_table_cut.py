import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.movement import table_cut
from scoring.movement.mixes import CALL_ACE, PARTNERS, TableOf, mixes
from scoring.movement.table_cut import (
    ACE_LAST,
    RANKS,
    Manner,
    Seated,
    card_of,
    cut_for_tables,
    in_pack,
    law_of,
    left_equal,
    why_of,
)

FOUR = (TableOf(kind=PARTNERS, seats=4),)
ANN, BEN, CAT, DAN = 11, 12, 13, 14


@pytest.fixture
def cards(monkeypatch):
    """A function that says which ranks are shown, cut by cut, in the order in which people came."""

    def told(*cuts):
        def card(seed, cut, place, lowest):
            return cuts[cut - 1][place - 1], "S"

        monkeypatch.setattr(table_cut, "card_of", card)

    return told


def four_cut():
    return cut_for_tables([ANN, BEN, CAT, DAN], tables=FOUR, seed=1)


def sides(cut):
    """Who plays against whom, and who deals."""
    (table,) = cut.tables
    north, east, south, west = table.people
    return {north, south}, {east, west}, table.dealer


def who_cut(cut):
    """Who cut each time, and by which law."""
    return [({card.person for card in one.cards}, law_of(one)) for one in cut.cuts]


def test_law_8_the_jack_is_the_highest_card_then_the_ace_and_the_king():
    assert RANKS == ("J", "A", "K", "Q", "10", "9", "8", "7")


def test_law_11_the_two_highest_play_against_the_two_lowest_and_the_highest_deals(cards):
    cards(["7", "J", "9", "A"])
    cut = four_cut()
    assert sides(cut) == ({BEN, DAN}, {CAT, ANN}, BEN)
    assert cut.tables == (Seated(people=(BEN, CAT, DAN, ANN), dealer=BEN),)
    assert who_cut(cut) == [({ANN, BEN, CAT, DAN}, "Leeds & Dwight, law 11")]


def test_law_13_two_equal_middle_cards_are_cut_again(cards):
    cards(["A", "K", "K", "7"], [None, "8", "9", None])
    cut = four_cut()
    assert sides(cut) == ({ANN, CAT}, {BEN, DAN}, ANN)
    assert who_cut(cut)[1:] == [({BEN, CAT}, "Leeds & Dwight, law 13")]
    assert (
        why_of(cut.cuts[1], tables=1)
        == "Two kings between partners and adversaries: they cut again"
    )


@pytest.mark.parametrize(
    ("ranks", "partners", "told"),
    [
        (
            ["A", "A", "9", "7"],
            {ANN, BEN},
            "Equal are the two highest: partners need not be told apart (Leeds & Dwight, law 13).",
        ),
        (
            ["A", "K", "8", "8"],
            {ANN, BEN},
            "Equal are the two lowest: partners need not be told apart (Leeds & Dwight, law 13).",
        ),
        (
            ["A", "8", "8", "A"],
            {ANN, DAN},
            "Equal are the two highest and the two lowest: partners need not be told apart (Leeds "
            "& Dwight, law 13).",
        ),
    ],
)
def test_law_13_two_equal_highest_or_lowest_cards_are_not_cut_again(cards, ranks, partners, told):
    cards(ranks, ["K", "9", "8", "7"])
    cut = four_cut()
    assert sides(cut) == (partners, {ANN, BEN, CAT, DAN} - partners, ANN)
    assert left_equal(cut.cuts[0]) == told
    assert {one.deal for one in cut.cuts[1:]} <= {True}


def test_equal_highest_cards_are_cut_again_for_the_deal_by_our_ruling(cards):
    cards(["A", "A", "9", "7"], ["8", "8", None, None], ["7", "K", None, None])
    cut = four_cut()
    assert sides(cut) == ({ANN, BEN}, {CAT, DAN}, BEN)
    assert who_cut(cut)[1:] == [({ANN, BEN}, table_cut.TIES)] * 2
    assert "for the deal" in why_of(cut.cuts[1], tables=1)


def test_three_equal_highest_are_cut_again_for_partners_and_the_deal_at_once(cards):
    cards(["A", "A", "A", "7"], ["8", "Q", "9", None])
    cut = four_cut()
    assert sides(cut) == ({BEN, CAT}, {ANN, DAN}, BEN)
    assert who_cut(cut)[1:] == [({ANN, BEN, CAT}, "Leeds & Dwight, law 14")]


def test_law_14_two_lowest_of_three_equal_are_partners_if_the_fourth_is_highest(cards):
    cards(["Q", "Q", "A", "Q"], ["K", "10", None, "8"])
    cut = four_cut()
    assert sides(cut) == ({CAT, ANN}, {BEN, DAN}, CAT)
    assert who_cut(cut)[1:] == [({ANN, BEN, DAN}, "Leeds & Dwight, law 14")]
    assert (
        why_of(cut.cuts[1], tables=1)
        == "Three queens between partners and adversaries: they cut again"
    )


def test_law_14_two_highest_of_three_equal_partner_and_deal_if_the_fourth_is_lowest(
    cards,
):
    cards(["Q", "Q", "7", "Q"], ["8", "10", None, "K"])
    cut = four_cut()
    assert sides(cut) == ({DAN, BEN}, {ANN, CAT}, DAN)
    assert len(cut.cuts) == 2


def test_equal_cards_in_a_second_cut_are_cut_again_if_they_decide_partners(cards):
    cards(["Q", "Q", "7", "Q"], ["8", "J", None, "8"], ["9", None, None, "10"])
    cut = four_cut()
    assert sides(cut) == ({BEN, DAN}, {ANN, CAT}, BEN)
    assert [law for _, law in who_cut(cut)] == [
        "Leeds & Dwight, law 11",
        "Leeds & Dwight, law 14",
        "Leeds & Dwight, law 13",
    ]


def test_four_equal_cards_are_cut_again_by_our_ruling(cards):
    cards(["9", "9", "9", "9"], ["J", "A", "K", "Q"])
    cut = four_cut()
    assert sides(cut) == ({ANN, BEN}, {CAT, DAN}, ANN)
    assert who_cut(cut)[1] == ({ANN, BEN, CAT, DAN}, "our ruling: the laws do not say")


def test_tables_are_cut_for_first_and_then_each_four_cut_for_partners(cards):
    room = [1, 2, 3, 4, 5, 6, 7, 8]
    no = [None] * 4
    cards(
        ["7", "8", "9", "10", "Q", "K", "A", "J"],
        [*no, "7", "8", "9", "J"],
        ["J", "9", "8", "7", *no],
    )
    cut = cut_for_tables(room, tables=FOUR * 2, seed=1)
    assert [set(table.people) for table in cut.tables] == [{5, 6, 7, 8}, {1, 2, 3, 4}]
    assert [table.dealer for table in cut.tables] == [8, 1]
    assert [(one.what, one.table) for one in cut.cuts] == [
        ("tables", None),
        ("partners", 0),
        ("partners", 1),
    ]


def test_equal_cards_are_cut_again_only_where_they_decide_between_two_tables(cards):
    tables = (TableOf(kind=CALL_ACE, seats=4),) * 2
    cards(["J", "J", "J", "9", "9", "7", "7", "7"], [*[None] * 3, "8", "10", *[None] * 3])
    cut = cut_for_tables(range(8), tables=tables, seed=1)
    assert [table.people for table in cut.tables] == [(0, 1, 2, 4), (3, 5, 6, 7)]
    assert why_of(cut.cuts[1], tables=2) == "Two 9s between two tables: they cut again"


BRITANNICA = Manner(
    ranks=in_pack(ACE_LAST, "7"),
    deals=False,
    law="Britannica, p. 654",
    ties="our ruling, as in Leeds & Dwight, laws 13 and 14",
)


def test_in_another_book_the_ace_is_lowest_and_the_deal_is_not_cut_with_partners(
    cards,
):
    cards(["A", "J", "9", "K"])
    cut = cut_for_tables([ANN, BEN, CAT, DAN], tables=FOUR, seed=1, manners=[BRITANNICA])
    assert sides(cut) == ({DAN, BEN}, {CAT, ANN}, None)
    assert why_of(cut.cuts[0], tables=1) == (
        "The four cut for partners: the two highest play against the two lowest; the ace is the "
        "lowest card"
    )
    assert who_cut(cut) == [({ANN, BEN, CAT, DAN}, "Britannica, p. 654")]


def test_in_another_book_equal_cards_are_cut_again_by_our_ruling(cards):
    cards(["K", "9", "9", "A"], [None, "7", "8", None])
    cut = cut_for_tables([ANN, BEN, CAT, DAN], tables=FOUR, seed=1, manners=[BRITANNICA])
    assert sides(cut) == ({ANN, CAT}, {BEN, DAN}, None)
    assert law_of(cut.cuts[1]) == "our ruling, as in Leeds & Dwight, laws 13 and 14"


def test_in_another_book_equal_partners_stay_equal_and_the_deal_is_not_cut(cards):
    cards(["K", "K", "9", "A"])
    (only,) = cut_for_tables([ANN, BEN, CAT, DAN], tables=FOUR, seed=1, manners=[BRITANNICA]).cuts
    assert left_equal(only) == (
        "Equal are the two highest: partners need not be told apart (our ruling, as in Leeds & "
        "Dwight, laws 13 and 14)."
    )


@pytest.mark.parametrize(
    ("lowest", "ranks"),
    [
        ("6", {"J", "A", "K", "Q", "10", "9", "8", "7", "6"}),
        ("8", {"J", "A", "K", "Q", "10", "9", "8"}),
        ("9", {"J", "A", "K", "Q", "10", "9"}),
    ],
)
def test_the_cards_cut_are_those_of_the_pack_in_play(lowest, ranks):
    shown = {card_of(1905, cut, place, lowest) for cut in range(30) for place in range(30)}
    assert {rank for rank, _ in shown} == ranks
    assert len(shown) == 4 * len(ranks)


def test_several_tables_are_cut_for_with_the_first_tables_pack():
    manners = [Manner(lowest="9", ranks=in_pack(RANKS, "9")), Manner()]
    low = [
        cut_for_tables(range(8), tables=FOUR * 2, seed=seed, manners=manners).cuts
        for seed in range(30)
    ]
    for_tables = {
        card.rank for cuts in low for one in cuts if one.table is None for card in one.cards
    }
    at_the_second = {
        card.rank for cuts in low for one in cuts if one.table == 1 for card in one.cards
    }
    assert (for_tables, at_the_second) == (set(in_pack(RANKS, "9")), set(RANKS))


def test_six_in_two_sides_cut_for_partners_three_against_three(cards):
    cards(["7", "J", "9", "A", "8", "A"])
    manner = Manner(deals=False, law="our ruling", ties="our ruling")
    six = [TableOf(kind="six", seats=6)]
    found = cut_for_tables(range(6), tables=six, seed=1, manners=[manner])
    (cut,), (table,) = found.cuts, found.tables
    assert (table.people, table.dealer) == ((1, 2, 3, 4, 5, 0), None)
    assert why_of(cut, tables=1) == (
        "The six cut for partners: the three highest play against the three lowest"
    )
    assert left_equal(cut) == (
        "Equal are some of the three highest: partners need not be told apart (our ruling)."
    )


def test_at_call_ace_players_sit_by_their_cards_and_do_not_cut_for_the_deal(cards):
    cards(["9", "J", "9", "A", "7"])
    cut = cut_for_tables([1, 2, 3, 4, 5], tables=(TableOf(kind=CALL_ACE, seats=5),), seed=1)
    assert cut.tables == (Seated(people=(2, 4, 1, 3, 5), dealer=None),)


def test_law_11_the_last_in_the_room_wait_when_not_all_can_sit():
    cut = cut_for_tables(range(10), tables=FOUR * 2, seed=1)
    assert cut.waiting == (8, 9)
    assert all(card.person not in (8, 9) for one in cut.cuts for card in one.cards)


def test_more_seats_than_people_are_refused():
    with pytest.raises(ValueError):
        cut_for_tables([1, 2, 3], tables=FOUR, seed=1)


def test_a_card_can_be_checked_with_any_sha_256_calculator():
    # printf 1905-1-1 | sha256sum ends in 7d, which is 125: three times 32, and 29. J♠ is card 24,
    # 9♠ card 29.
    assert card_of(1905, 1, 1) == ("9", "S")


def test_every_card_of_the_pack_can_be_cut():
    assert len({card_of(1905, cut, place) for cut in range(20) for place in range(20)}) == 32


@st.composite
def rooms(draw):
    """People and one of their mixes."""
    people = draw(st.integers(2, 40))
    return people, draw(st.sampled_from(mixes(people)))


SEEDS = st.integers(0, 2**31 - 1)


@given(rooms(), SEEDS)
def test_every_player_sits_once_or_waits(room, seed):
    people, mix = room
    cut = cut_for_tables(range(people), tables=mix.tables, seed=seed)
    seated = [person for table in cut.tables for person in table.people]
    assert sorted([*seated, *cut.waiting]) == list(range(people))
    assert [len(table.people) for table in cut.tables] == [table.seats for table in mix.tables]


@given(rooms(), SEEDS)
def test_the_same_seed_shows_the_same_cards(room, seed):
    people, mix = room
    assert cut_for_tables(range(people), tables=mix.tables, seed=seed) == cut_for_tables(
        range(people), tables=mix.tables, seed=seed
    )


def last_card(cut, person, table=None):
    """The cards that somebody showed for the tables, or at one: their first, and each after a
    tie."""
    found = [one for one in cut.cuts if one.table == table]
    return [RANKS.index(card.rank) for one in found for card in one.cards if card.person == person]


@given(rooms(), SEEDS)
def test_every_table_is_ordered_before_the_next_by_its_cards(room, seed):
    people, mix = room
    cut = cut_for_tables(range(people), tables=mix.tables, seed=seed)
    shown = [[last_card(cut, person) for person in table.people] for table in cut.tables]
    for before, after in zip(shown, shown[1:], strict=False):
        assert max(before) < min(after)


@given(rooms(), SEEDS)
def test_the_dealers_side_is_ordered_before_the_other_by_its_cards(room, seed):
    people, mix = room
    cut = cut_for_tables(range(people), tables=mix.tables, seed=seed)
    for no, table in enumerate(cut.tables):
        if table.dealer is not None:
            shown = [last_card(cut, person, no) for person in table.people]
            one, other = shown[::2], shown[1::2]
            assert max(one) < min(other)
            assert one == sorted(one)
            assert table.dealer == table.people[0]


@given(rooms(), SEEDS)
def test_only_equal_cards_are_cut_again(room, seed):
    people, mix = room
    cuts = cut_for_tables(range(people), tables=mix.tables, seed=seed).cuts
    for no, again in enumerate(cuts):
        if again.what == "again":
            who = {card.person for card in again.cards}
            assert any(
                {card.person for card in before.cards if card.rank == again.equal} == who
                for before in cuts[:no]
            )
