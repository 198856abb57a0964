"""Foster's banker: who holds the pool of a Call-Ace table, and what it should hold now."""

import pytest

from scoring.table.actions.tables import change_people
from tests.cast import (
    ANN,
    EVE_ALONE,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    close,
    everything,
    log_all,
)
from tests.html import refused, shown
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db
HOLDS = r'<p class="bank">(.*?)</p>'


def named(*hands, seat=ANN):
    table = a_table(*hands)
    a_phone().post(address(table, "bank"), {"seat": seat})
    return again(table)


def everywhere(table):
    """What the pad, the board and the score page tell of the pool."""
    pages = [a_phone().get(address(table, name)) for name in ("", "board", "score")]
    return [told for page in pages for told in shown(page, HOLDS)]


def heads(table):
    words = squeezed(whole(a_phone().get(address(table, "score.pdf")).content))
    return words.count(squeezed("Ann is the banker"))


def test_no_page_mentions_a_pool_until_a_table_names_its_banker():
    table = a_table(EVE_ALONE)
    assert (again(table).banker, everywhere(table), heads(table)) == (None, [], 0)


def test_every_page_says_what_the_bankers_pool_should_hold():
    table = named()
    told = "Ann is the banker. The pool should hold counters for 100 of 100: 4 blue."
    assert everywhere(table) == [told] * 3
    log_all(table, EVE_ALONE, "Ben+Dan 3")
    assert (
        everywhere(table)
        == [
            "Ann is the banker. "
            "After hand 2 the pool should hold counters for 93 of 100: 3 blue, 3 red, 3 white."
        ]
        * 3
    )
    assert heads(table) == 1


def test_an_empty_pool_shows_what_more_is_owed():
    table = named(*[EVE_ALONE] * 20)
    assert everywhere(table)[0] == (
        "Ann is the banker. After hand 20 the pool should hold counters for 0 of 100."
    )
    log_all(table, "Ben+Dan 3")
    assert everywhere(table)[0] == (
        "Ann is the banker. The pool is empty after hand 21. Players won 2 more than it held. "
        "Foster doesn’t say what happens then. The score still counts them."
    )


def test_a_table_can_have_no_banker_again_and_a_banker_who_leaves_is_removed():
    table = named()
    a_phone().post(address(table, "bank"), {"seat": "nobody"})
    assert (again(table).banker, everywhere(table)) == (None, [])
    other = named(EVE_ALONE)
    change_people(table=other, names=["Ben", "Cat", "Dan", "Eve"])
    assert everywhere(again(other)) == []


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("5", "There is no such seat at this table."),
        ("Ann", "There is no such seat at this table."),
        ("", "There is no such seat at this table."),
    ],
)
def test_a_seat_that_does_not_exist_cannot_be_banker(seat, told):
    table = a_table()
    before = everything()
    assert refused(address(table, "bank"), {"seat": seat}) == (409, told)
    assert everything() == before


def test_other_games_and_closed_evenings_have_no_banker():
    four = a_table(names=["Ann", "Ben", "Cat", "Dan"], rules_key="keller")
    assert b"banker" not in a_phone().get(address(four)).content
    told = "A banker pays in Call-Ace only."
    assert refused(address(four, "bank"), {"seat": "0"}) == (409, told)
    session = an_evening()
    table = a_table(EVE_ALONE, session=session)
    close(session)
    assert refused(address(table, "bank"), {"seat": "0"})[0] == 409
    assert again(table).banker is None
