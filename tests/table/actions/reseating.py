"""Short ways to put seats right, and to read what became of them."""

import pytest

from scoring.common.refused import Refused
from scoring.table.actions.reseat import put_right
from scoring.table.queries.reseating import SEATS
from scoring.table.queries.settlement import statement_of
from tests.cast import FIVE, PHONE, again, everything

FOUR = FIVE[:4]
PLAYED = ["Ben+Dan 3", "Eve! 5", "Cat+Ann 5"]


def seen(sitting):
    return [player.pk for player in sitting.players]


def reseat(table, names, *, no=1, **what):
    sitting = again(table).sittings.get(no=no)
    what = {"stay_with": SEATS, "seen": seen(sitting), "actor": PHONE} | what
    return put_right(sitting=sitting, names=names, **what)


def refused(table, names, **what):
    """The sentence by which it is refused; nothing is stored."""
    stored = everything()
    with pytest.raises(Refused) as why:
        reseat(table, names, **what)
    assert everything() == stored
    return str(why.value)


def sittings(table):
    """Each sitting with a hand, or the latest: its number, its people, its totals."""
    found = list(again(table).sittings.all())
    return [
        (one.no, one.names, one.totals) for one in found if one.hands.exists() or one is found[-1]
    ]


def nets(table):
    found = statement_of(table.session)
    return {name: net.points for name, net in zip(found.names, found.nets, strict=True)}
