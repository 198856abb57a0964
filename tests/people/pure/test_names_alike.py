"""Names that may be one person's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.people.pure.names_alike import Likenesses, alike, near

ONE_PERSON = [
    ("Zoe", "Zoë"),
    ("Malgorzata", "Małgorzata"),
    ("Ann Bell", "AnnBell"),
    ("Ann-Marie", "Ann Marie"),
    ("O'Neil", "ONeill"),
    ("Philip", "Phillip"),
    ("Ana", "Anna"),
    ("Cathrine", "Catherine"),
    ("Cathrein", "Cathrien"),
    ("Zoe Bell 2", "Zoë Bell 2"),
]
TWO_PEOPLE = [
    ("Ann", "Ann"),
    ("Ann", "ANN"),
    ("Ann", "Anna"),
    ("Ann", "Dan"),
    ("An", "Ann"),
    ("Jon", "John"),
    ("Daniel", "Daniela"),
    ("Maria Bell", "Marie Bell"),
    ("Robert", "Rupert"),
    ("Karin", "Marin"),
    ("John Smith A", "John Smith B"),
    ("J. Smithers", "K. Smithers"),
    ("Smithers 1", "Smithers 2"),
    ("Ann Bell", "Ben Bell"),
    ("Catherine Bell", "Catherina Ball"),
    ("Catherine Ford", "Catherine Fords"),
]


@pytest.mark.parametrize(("one", "other"), ONE_PERSON)
def test_two_names_that_differ_by_a_slip_may_be_one_person(one, other):
    assert (alike(one, other), alike(other, one)) == (True, True)


@pytest.mark.parametrize(("one", "other"), TWO_PEOPLE)
def test_names_that_people_keep_apart_are_two_persons(one, other):
    assert (alike(one, other), alike(other, one)) == (False, False)


def test_among_mostly_known_names_endings_and_slips_in_short_names_are_similar():
    for one, other, found in (
        ("Evelin", "Eveline", True),
        ("Bne", "Ben", True),
        ("Harriett", "Harriet", True),
        ("Ann", "Anna", True),
        ("Zoe", "Zoë", True),
        ("Ben", "Len", False),
        ("Ben", "BEN", False),
        ("Smithers 1", "Smithers 2", False),
    ):
        assert (one, near(one, other), near(other, one)) == (one, found, found)
    assert Likenesses(["Ben", "Eveline"], most_are_known=True).like("Bne") == [0]


def test_similar_names_are_found_among_many():
    names = ["Ann", "Catherine", "Zoë", "Ben", "Zoe", "Cathrine", "Cat"]
    known = Likenesses(names)
    assert list(known.pairs()) == [(1, 5), (2, 4)]
    assert (known.like("zoé"), known.like("ZOË"), known.like("Dan")) == ([2, 4], [4], [])


letters = st.sampled_from("abé -'12.")
names = st.text(letters, min_size=1, max_size=8) | st.tuples(
    st.just("Catherin"), st.text(letters, max_size=3)
).map("".join)


@given(st.lists(names, max_size=12))
def test_a_search_among_many_names_finds_what_comparing_every_pair_finds(many):
    each = [
        (one, other)
        for one in range(len(many))
        for other in range(one + 1, len(many))
        if alike(many[one], many[other])
    ]
    assert list(Likenesses(many).pairs()) == each
