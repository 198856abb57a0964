"""A soak must be able to fail: each kind of broken book is told as what it is."""

from dataclasses import replace

import pytest

from scoring.euchre.hand import Hand
from tests.soak.tally import History, Row, Tally, compare
from tests.soak.truth import Record, facts

EVE_ALONE, BEN_WITH_DAN = Hand(maker=4, alone=4, tricks=5), Hand(maker=1, partner=3, tricks=3)
TOTALS = (0, 1, 0, 1, 5)


def a_record():
    """Two hands played; the second told on two phones; a slip taken back."""
    hands = {"eve": EVE_ALONE, "ben": BEN_WITH_DAN, "ben-2": BEN_WITH_DAN, "slip": EVE_ALONE}
    record = Record(deals=[EVE_ALONE, BEN_WITH_DAN], told=hands)
    record.deal_of = {"eve": 0, "ben": 1, "ben-2": 1, "slip": None}
    record.acknowledged = {id: ("hand", id) for id in hands} | {"undo": ("take-back", "slip")}
    record.tellings.update(record.acknowledged.values())
    return record


def a_row(id, state="counted", *changes, hand=None):
    return Row(id=id, state=state, facts=facts(hand or a_record().told[id]), changes=changes)


SLIP = a_row("slip", "taken-back", "taken back")
TWICE = a_row("ben-2", "taken-back", "left out")
RIGHT = History(rows=(a_row("eve"), a_row("ben"), TWICE, SLIP), totals=TOTALS, scored=TOTALS)


def found(*rows, totals=TOTALS, scored=TOTALS):
    tally = compare(a_record(), History(rows=rows or RIGHT.rows, totals=totals, scored=scored))
    return tally.line(0)


def line(stored=5, lost=0, doubled=0, wrong=0):
    return (
        f"acknowledged 5, stored {stored}, lost {lost}, doubled {doubled}, wrong totals "
        f"{wrong}, 5xx 0"
    )


def test_a_record_without_faults_passes():
    tally = compare(a_record(), RIGHT)
    assert (tally.line(0), tally.passed(0), tally.faults) == (line(), True, ())


def test_either_of_two_entries_may_be_the_one_that_counts():
    rows = (a_row("eve"), a_row("ben", "taken-back", "left out"), a_row("ben-2"), SLIP)
    assert found(*rows) == line()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param((a_row("eve"), TWICE, SLIP), line(stored=4, lost=1), id="gone"),
        pytest.param(
            (a_row("eve"), a_row("ben", "waiting"), TWICE, SLIP), line(lost=1), id="waiting"
        ),
        pytest.param(
            (a_row("eve"), a_row("ben"), SLIP), line(stored=4, lost=1), id="gone from history"
        ),
        pytest.param(
            (a_row("eve"), a_row("ben", hand=EVE_ALONE), TWICE, SLIP),
            line(stored=4, lost=1),
            id="other facts",
        ),
        pytest.param(
            (a_row("eve"), a_row("ben"), TWICE, a_row("slip")),
            line(stored=4, lost=1, doubled=1),
            id="not undone",
        ),
        pytest.param(
            (a_row("eve"), a_row("ben"), a_row("ben-2"), SLIP), line(doubled=1), id="one hand twice"
        ),
        pytest.param((*RIGHT.rows, a_row("eve")), line(doubled=1), id="one row twice"),
        pytest.param(
            (*RIGHT.rows, replace(a_row("eve"), id="nobody")), line(doubled=1), id="told by nobody"
        ),
        pytest.param(
            (a_row("eve"), a_row("ben"), TWICE, a_row("slip", "taken-back", *["taken back"] * 2)),
            line(doubled=1),
            id="undone twice",
        ),
    ],
)
def test_a_broken_record_is_reported(rows, said):
    assert found(*rows) == said


@pytest.mark.parametrize("where", ["totals", "scored"])
def test_a_seat_with_wrong_points_is_reported(where):
    assert found(**{where: (0, 1, 0, 2, 4)}) == line(wrong=2)


def test_tables_are_added_up_and_one_fault_fails_all():
    good = compare(a_record(), RIGHT)
    bad = compare(a_record(), replace(RIGHT, totals=(0, 0, 0, 0, 0)))
    both = good + bad
    assert both.line(1) == "acknowledged 10, stored 10, lost 0, doubled 0, wrong totals 3, 5xx 1"
    assert [good.passed(0), good.passed(1), bad.passed(0), both.passed(0), Tally().passed(0)] == [
        True,
        *[False] * 4,
    ]
