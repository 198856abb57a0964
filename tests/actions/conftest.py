import pytest

from scoring.table.actions.corrections import correct_hand
from scoring.table.actions.tables import move_deal
from tests.cast import PHONE, again


@pytest.fixture
def correct():
    """A function that corrects a hand, having seen all its corrections."""

    def correct(record, hand, *, why="", actor=PHONE, **what):
        what = {"revision": again(record).revision} | what
        return correct_hand(record=record, hand=hand, why=why, actor=actor, **what)

    return correct


@pytest.fixture
def move_the_deal():
    return lambda table, seat: move_deal(table=table, seat=seat)
