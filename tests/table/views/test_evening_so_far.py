"""What the evening came to beside the sitting, for who joined and who left too."""

import pytest

from scoring.common.discs import colour_of
from scoring.people.actions.people import add_players
from scoring.table.actions.tables import change_people
from tests.cast import (
    FIVE,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    close,
    log,
    signed_in,
)
from tests.html import discs, shown

pytestmark = pytest.mark.django_db

EVENING = r'<table class="evening-so-far">.*?</table>'


@pytest.fixture
def table():
    """Ben and Dan score; then Eve leaves, Fay comes, and scores with Ben."""
    table = a_table("Ben+Dan 3")
    change_people(table=table, names=[*FIVE[:4], "Fay"])
    return table


def evening(table, page):
    return shown(a_phone().get(address(table, page)), EVENING)


def test_evening_totals_are_left_out_while_one_sitting_is_all_there_is(table):
    assert evening(table, "score") == evening(table, "") == []


def test_score_page_and_pad_show_evening_totals_for_everyone_who_sat_here(table):
    log(table, "Ben+Fay 3")
    rows = (
        "Player Points made Money Ben 2 +£1.50 Fay 1 +£0.75 Dan 1 +£0.25 "
        "Eve 0 −£0.50 Ann 0 −£1.00 Cat 0 −£1.00"
    )
    assert evening(table, "score") == [f"Totals so far {rows}"]
    assert evening(table, "") == [rows]


def test_another_table_counts_towards_the_totals_of_players_who_sat_here():
    session = an_evening()
    log(a_table(session=session, names=["Ann", "Zoe", "Yves", "Xenia"]), "Ann+Zoe 3")
    table = a_table("Ben+Dan 3", session=session)
    (said,) = evening(table, "score")
    assert said == (
        "Totals so far Player Points made Money "
        "Ben 1 +£0.75 Dan 1 +£0.75 Ann 1 £0.00 Cat 0 −£0.50 Eve 0 −£0.50"
    )


def test_a_closed_pad_includes_players_who_left(table):
    log(table, "Ben+Fay 3")
    close(again(table).session)
    (said,) = evening(table, "")
    assert said.startswith("Final totals Player Points made Money Ben 2")
    assert said.endswith("Eve 0 −£0.50 Ann 0 −£1.00 Cat 0 −£1.00")


def test_evening_lists_have_the_discs_of_the_pad_even_if_two_share_a_colour():
    first, *_, last = add_players(club=a_club(), names=[*FIVE, "Fay", "Gus", "Hal"])
    assert colour_of(first.colour) == colour_of(last.colour)
    names = [first.name, "Ben", "Cat", "Dan", last.name]
    table = a_table("Ben+Dan 3", names=names, session=an_evening(first.club))
    change_people(table=table, names=[first.name, "Ben", "Cat", "Eve", last.name])
    log(table, f"Ben+{last.name} 3")
    on_the_pad = {initial: colour for colour, initial in discs(a_phone().get(address(table)))}
    assert on_the_pad["A"] != on_the_pad["H"]
    settled = signed_in().get(f"/sessions/{table.session_id}/settlement")
    close(again(table).session)
    closed = signed_in().get(f"/sessions/{table.session_id}/")
    for page in (settled, closed):
        assert {initial: colour for colour, initial in discs(page)}.items() <= on_the_pad.items()
