"""Leeds & Dwight, laws 12, 16, 17 and 19 to 21: the examples are worked from their words."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.movement.entry import Candidate, at_once, chairs, passes_to, places, who_enters

NAMES = ("Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit")
SEEDS = st.integers(0, 2**31)
KINDS = {
    "member": {"belongs": True},
    "fresh": {},
    "left behind": {"played_elsewhere": True, "broken_up": True},
    "from elsewhere": {"played_elsewhere": True},
    "late": {"in_time": False},
}
QUEUES = st.lists(st.sampled_from(sorted(KINDS)), max_size=7)


def queue(*kinds):
    """Candidates of these kinds, in the order in which they declared."""
    return [Candidate(key=key, name=NAMES[key], **KINDS[kind]) for key, kind in enumerate(kinds)]


def entry(*kinds, wanted=1, seats=4, most=4, seed=None):
    return who_enters(queue(*kinds), wanted=wanted, seats=seats, most=most, seed=seed)


def test_law_17_players_new_to_all_tables_come_in_before_others():
    found = entry("from elsewhere", "fresh")
    assert (found.enter, found.wait, found.must_cut) == ((1,), (0,), ())
    assert found.right == {
        0: "has played at another table (Leeds & Dwight, laws 17 and 20)",
        1: "has played at no other table (Leeds & Dwight, law 17)",
    }


def test_law_17_the_others_decide_by_cutting():
    others = ["from elsewhere"] * 3
    found = next(
        found
        for found in (entry(*others, seed=seed) for seed in range(99))
        if len(found.rounds) == 1
    )
    (cards,) = found.rounds
    highest = max(cards, key=lambda card: card.height)
    assert (found.enter, found.why) == (
        (highest.key,),
        (
            "Eve, Fay and Gus have the same right: they cut, the highest comes in (Leeds & Dwight, "
            "law 17).",
            f"{NAMES[highest.key]} cut {highest.as_text} and comes in.",
        ),
    )
    before = entry(*others)
    assert (before.enter, before.must_cut, before.rounds) == ((), (0, 1, 2), ())


def test_players_with_equal_rights_come_in_without_cutting_if_there_is_room_for_all():
    found = entry("from elsewhere", "from elsewhere", wanted=2, seed=3)
    assert (found.enter, found.rounds, found.why) == ((0, 1), (), ())


def test_law_12_members_of_the_table_come_in_again_before_others():
    assert entry("fresh", "member").enter == (1,)


def test_laws_12_and_19_a_table_with_six_members_is_full():
    found = entry("fresh", "member", "member", wanted=2)
    assert (found.enter, found.right[0]) == (
        (1, 2),
        "this table is full: six belong to it (Leeds & Dwight, laws 12 and 19)",
    )


def test_a_table_of_seven_can_have_nine_members_by_the_same_rule():
    found = entry("member", "member", "fresh", wanted=2, seats=7, most=7)
    assert found.right[2].startswith("this table is full: nine belong to it")


def test_law_20_a_player_who_cut_into_another_table_has_no_priority():
    assert entry("from elsewhere", "member").enter == (1,)
    assert entry("from elsewhere", "fresh").enter == (1,)


def test_law_21_players_left_behind_come_in_before_the_one_who_broke_up_their_table():
    breaker, *behind = "from elsewhere", "left behind", "left behind"
    assert entry(breaker, *behind, wanted=2).enter == (1, 2)


def test_law_21_players_left_behind_cut_if_there_is_not_room_for_all():
    found = entry("left behind", "left behind", "left behind", wanted=2, seed=1)
    assert (len(found.enter), len(found.rounds[0])) == (2, 3)
    assert found.why[0] == (
        "Eve, Fay and Gus have the same right: they cut, the two highest come in (Leeds & Dwight, "
        "law 21)."
    )


def test_law_16_a_player_who_declares_after_the_cut_waits():
    found = entry("late", "from elsewhere", wanted=2)
    assert (found.enter, found.wait, found.right[0]) == (
        (1,),
        (0,),
        "declared after the cards were cut (Leeds & Dwight, law 16)",
    )


def test_free_chairs_are_filled_before_any_player_goes_out():
    assert places(wish=1, seats=5, most=7) == (1, 0)
    assert places(wish=4, seats=5, most=7) == (4, 2)
    assert places(wish=9, seats=4, most=4) == (2, 2)
    assert places(wish=0, seats=4, most=4) == (0, 0)


def test_at_most_two_and_at_most_half_of_a_table_go_out_at_once():
    assert [at_once(most) for most in (2, 3, 4, 7)] == [1, 1, 2, 2]


def test_a_player_who_comes_in_takes_the_chair_of_one_who_goes_out():
    assert chairs([1, 2, 3, 4], out=[4, 2], enter=[8, 9]).players == (1, 8, 3, 9)
    assert chairs([1, 2, 3, 4], out=[2], enter=[8]).players == (1, 8, 3, 4)
    assert chairs([1, 2, 3, 4, 5], out=[], enter=[8, 9]).players == (1, 2, 3, 4, 5, 8, 9)
    assert chairs([1, 2, 3, 4, 5], out=[2], enter=[]).players == (1, 3, 4, 5)


CHANGES = st.integers(2, 7).flatmap(
    lambda seats: st.tuples(
        st.just(seats), st.sets(st.integers(0, seats - 1), max_size=seats - 1), st.integers(0, 7)
    )
)
"""So many seats, who leaves, and how many come."""


def due_after(seats, out, come, dealer):
    """The next dealer: the player in the first chair from the dealer's on that is not empty."""
    empty = sorted(out)[come:]
    chair = next(chair for by in range(seats) if (chair := (dealer + by) % seats) not in empty)
    return 10 + sorted(out).index(chair) if chair in out else chair


@given(CHANGES, st.data())
def test_the_deal_goes_to_the_dealers_chair_or_the_next_one_taken(change, data):
    seats, out, come = change
    dealer, after = (data.draw(st.integers(0, seats - 1)) for _ in range(2))
    new = range(10, 10 + come)
    found = chairs(range(seats), out=out, enter=new, after=after)
    deals, due = found.players[found.passes_to[dealer]], due_after(seats, out, come, dealer)
    # Only a player who came besides, into the dealer's own gap, sits before that chair.
    assert deals == due or (dealer in sorted(out)[come:] and deals - 10 >= len(out))
    assert found.players[passes_to(dealer, range(seats), found.players)] == deals or (
        come > len(out) and dealer in out
    )


@given(CHANGES, st.data())
def test_a_list_of_names_alone_passes_the_deal_on_as_the_page_does(change, data):
    seats, out, come = change
    dealer = data.draw(st.integers(0, seats - 1))
    found = chairs(range(seats), out=out, enter=range(10, 10 + come))
    assert passes_to(dealer, range(seats), found.players) == found.passes_to[dealer]


def test_of_two_neighbours_across_the_first_chair_the_first_is_followed():
    assert chairs(range(5), out=[0, 4], enter=[9]).players == (9, 1, 2, 3)
    assert [passes_to(dealer, range(5), (9, 1, 2, 3)) for dealer in (0, 4, 3)] == [0, 0, 3]


@given(QUEUES, st.integers(2, 7), st.data(), SEEDS)
def test_no_player_both_enters_and_waits_and_no_more_enter_than_there_are_places(
    kinds, most, data, seed
):
    seats = data.draw(st.integers(2, most))
    wish = sum(kind != "late" for kind in kinds)
    coming, going = places(wish=wish, seats=seats, most=most)
    found = entry(*kinds, wanted=coming, seats=seats, most=most, seed=seed)
    assert sorted((*found.enter, *found.wait)) == list(range(len(kinds)))
    assert len(found.enter) == coming
    assert seats - going + coming <= most
    out = range(10, 10 + going)
    after = chairs(range(10, 10 + seats), out=out, enter=found.enter).players
    assert len(after) == len(set(after)) == seats - going + coming
    assert not set(after) & set(range(10, 10 + going))


@given(QUEUES, SEEDS)
def test_no_player_comes_in_before_one_with_a_better_right(kinds, seed):
    found = entry(*kinds, wanted=min(2, len(kinds) - kinds.count("late")), seed=seed)
    ranks = {one.key: one.rank for one in queue(*kinds)}
    assert max((ranks[key] for key in found.enter), default=0) <= min(
        (ranks[key] for key in found.wait), default=9
    )


@given(QUEUES, SEEDS)
def test_the_same_seed_lets_the_same_people_in(kinds, seed):
    wanted = min(2, len(kinds))
    assert entry(*kinds, wanted=wanted, seed=seed) == entry(*kinds, wanted=wanted, seed=seed)
