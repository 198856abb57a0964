from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.evening.pure.sign_ups import Waiting, in_order
from tests import proof


def names(*people):
    return [Waiting(key=no, people=number) for no, number in enumerate(people, start=1)]


def test_the_first_to_sign_up_have_places_and_the_first_to_wait_moves_up_first():
    before = in_order(names(1, 1, 1, 1), places=2)
    assert (before.have, before.wait) == ((1, 2), (3, 4))
    assert [before.place_in_line(key) for key in (1, 3, 4)] == [None, 1, 2]
    after = in_order(names(1, 1, 1, 1)[1:], places=2)
    assert (after.have, after.wait) == ((2, 3), (4,))


def test_a_pair_waits_for_two_places_and_no_one_behind_overtakes():
    found = in_order(names(1, 2, 1), places=2)
    assert (found.have, found.wait, found.people, found.waiting) == ((1,), (2, 3), 1, 3)


def test_a_place_is_free_for_a_new_sign_up_only_while_no_one_waits():
    assert [in_order(names(*people), places=3).free for people in ((1,), (1, 2), (1, 1, 2))] == [
        *(2, 0, 0),
    ]
    assert in_order(names(1), places=None).free is None


def test_without_a_limit_all_have_a_place():
    assert in_order(names(1, 2, 2), places=None).have == (1, 2, 3)


@given(people=st.lists(st.sampled_from([1, 2]), max_size=30), places=st.integers(0, 40))
@settings(max_examples=proof.examples(40))
def test_places_are_given_in_order_while_there_is_room(people, places):
    all_of_them = names(*people)
    found = in_order(all_of_them, places=places)
    assert [*found.have, *found.wait] == [one.key for one in all_of_them]
    assert found.people <= places
    if found.wait:
        assert found.people + people[len(found.have)] > places
