"""A phone that was in the cellar, and what the table told meanwhile."""

import pytest

from scoring.common.refused import Refused
from tests.cast import PHONE, a_table, again, everything, log, log_all, notation

CELLAR = ("Eve! 5", "Cat+Dan 4", "Ann 2")


def comes_back(table, *told, after):
    """Log hands as a phone in the cellar would, which had seen the hand `after` last."""
    records = []
    for hand in told:
        records.append(log(table, hand, after=after))
        after = records[-1].pk
    return records


def a_cellar(*meanwhile):
    """A table whose one phone told CELLAR while the other told `meanwhile`."""
    table = a_table("Ben+Dan 3")
    seen = again(table).sitting.latest
    others = log_all(table, *meanwhile)
    return table, others, comes_back(table, *CELLAR, after=seen)


def states(records):
    return [again(record).state for record in records]


def hands(table, *told):
    return [notation.read(hand, tuple(table.sitting.names)) for hand in told]


def refused(why, do, **what):
    """Do what must be refused; nothing may have been stored."""
    stored = everything()
    with pytest.raises(Refused, match=why):
        do(**what, actor=PHONE)
    assert everything() == stored
