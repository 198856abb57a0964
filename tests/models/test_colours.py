import pytest

from scoring.actions.table.tables import change_people
from tests.cast import a_table, again, log

pytestmark = pytest.mark.django_db


def colours(table):
    sitting = again(table).sitting
    return dict(zip(sitting.names, sitting.colours, strict=True))


def now_sit(table, *names):
    log(table)
    change_people(table=again(table), names=list(names))
    return colours(table)


def test_a_player_keeps_their_colour_when_people_change():
    table = a_table(names=["Ann", "Ben", "Cat", "Dan", "Eve"])
    assert colours(table) == {"Ann": 0, "Ben": 1, "Cat": 2, "Dan": 3, "Eve": 4}
    assert now_sit(table, "Fay", "Dan", "Eve", "Cat") == {"Fay": 0, "Dan": 3, "Eve": 4, "Cat": 2}


def test_nobody_shares_a_colour_when_somebody_comes_back():
    table = a_table(names=["Ann", "Ben", "Cat", "Dan"])
    now_sit(table, "Fay", "Ben", "Cat", "Dan")
    assert sorted(now_sit(table, "Fay", "Ben", "Ann", "Dan").values()) == [0, 1, 2, 3]
