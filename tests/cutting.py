"""Tables that people cut into and out of."""

import pytest

from scoring.common.refused import Refused
from scoring.evening.actions.cutting import cut_in, declare
from scoring.evening.queries.cutting import change_at, turns_at
from tests.cast import FIVE, PHONE, a_table, again, everything

FOUR = FIVE[:4]
# Three games, all won by Ann and Cat.
A_RUBBER = ["Ann! 5", "Ann 3"] * 3
# Each of the five has dealt once.
A_ROUND = ["Ann+Cat 3", "Ben+Dan 3", "Eve! 5", "Cat+Ann 5", "Dan+Eve 3"]


def a_rubber_table(*hands, **what):
    """Return a table of the four by the club's laws, with these hands logged."""
    return a_table(*hands, **{"names": FOUR, "rules_key": "club-laws"} | what)


def waits(table, *names):
    """Let these people declare that they wish to enter; return their candidacies."""
    return [declare(table=table, name=name) for name in names]


def key(table, name):
    return table.session.club.players.get(name=name).pk


def made(table, **what):
    """Make the change that people see now, and return who sits there then."""
    change = change_at(again(table))
    seen = {"sitting": change.sitting.pk, "seen": [one.pk for one in change.candidates]}
    cut_in(table=table, actor=PHONE, **seen | what)
    return again(table).sitting.names


def turns(table):
    """How many turns each has played running."""
    found = turns_at(again(table))
    return {one.name: found.counts[one.pk] for one in found.sitting.players}


def refused(verb, **what):
    """The sentence by which a verb refuses; it stores nothing."""
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(**what)
    assert everything() == stored
    return str(why.value)
