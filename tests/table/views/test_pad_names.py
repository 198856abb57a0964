"""The names on a pad: one size for all, so that none looks meant."""

import re

import pytest

from tests.cast import a_phone, a_table, address

pytestmark = pytest.mark.django_db


def sizes(names):
    page = a_phone().get(address(a_table(names=names))).content.decode()
    return re.findall(r'<span class="name (name-\w+)">', page)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["Ann", "Ben", "Cat", "Dan", "Eve"], ["name-short"] * 5),
        (["Mia Fowler", "Catherine Fowler", "Lou Carter", "Rex Archer"], ["name-short"] * 4),
        (["Mia", "Maximilian-Emil", "Lou", "Rex"], ["name-middle"] * 4),
        (["Mia", "Featherstonehaugh", "Lou", "Rex"], ["name-long"] * 4),
        (
            ["Mia", "Ashby-Cole-Featherstonehaugh", "Lou", "Rex"],
            ["name-long", "name-longest"] + ["name-long"] * 2,
        ),
    ],
)
def test_all_names_have_the_size_of_the_longest_and_only_a_very_long_one_is_smaller(names, found):
    assert sizes(names) == found
