"""Scored hands are remembered for everybody who looks, but nothing in people's own words."""

from dataclasses import replace

import pytest

from scoring.euchre.hand import PENALTY, TO_OTHERS, Irregularity
from tests.cast import BEN_WITH_DAN, EVE_ALONE, a_table, again, log

pytestmark = pytest.mark.django_db


def played(table):
    return again(table).sitting.played


def test_hands_are_scored_once_until_there_is_another():
    table = a_table(BEN_WITH_DAN)
    before = played(table)
    assert played(table) is before
    log(table, EVE_ALONE)
    assert [one.no for one in played(table)] == [1, 2]
    assert played(table)[:1] == before


def test_the_reason_of_a_penalty_is_not_remembered():
    talk = Irregularity(kind=PENALTY, by=0, points=1, to=TO_OTHERS, why="Cat talked")
    table = a_table(replace(BEN_WITH_DAN, irregularities=(talk,)))
    assert played(table) == played(table)
    assert played(table) is not played(table)
