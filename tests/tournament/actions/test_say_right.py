"""The director says that one telling is right: what the others told otherwise counts no more."""

from uuid import uuid4

import pytest

from scoring.common.refused import Refused
from scoring.tournament.actions.tables import say_right
from scoring.tournament.queries.now import played_tables
from tests.cast import PHONE, everything
from tests.tournament.cast import a_tournament, begun, ended, seats, tell

pytestmark = pytest.mark.django_db


def round_1(**what):
    return ended(begun(a_tournament(8, **what)))


def played(row):
    (found,) = played_tables([row], no=1)
    return found


def right(row, report):
    """It is said of this report; what table 1 came to."""
    at = played(row)
    told = next(one for one in at.said if one.order == report.pk)
    say_right(key=uuid4(), round_table=at.row, testimony=told, actor=PHONE)
    found = played(row).verdict
    return found.state, found.result and (dict(found.result.points), dict(found.result.lones))


def card(row, owner, side, points, lones=0):
    entrant = row.tournament.entrants.get(no=owner)
    what = {"points": {side: points}, "lones": {owner: lones} if lones else {}}
    return tell(row, 1, 0, 0, source="card", entrant=entrant, **what)


def test_lone_hands_of_a_wrong_entry_do_not_count():
    row = round_1()
    north = seats(row)[1]["N"]
    ours = tell(row, 1, 7, 5, source="table", side="NS")
    tell(row, 1, 5, 7, source="table", side="EW", lones={north: 1})
    assert right(row, ours) == ("confirmed", ({"NS": 7, "EW": 5}, {}))


def test_lone_hands_on_undisputed_cards_count():
    row = round_1()
    at = seats(row)[1]
    ours = card(row, at["N"], "NS", 7)
    card(row, at["S"], "NS", 8, lones=1)
    card(row, at["E"], "EW", 5, lones=2)
    assert right(row, ours) == ("confirmed", ({"NS": 7, "EW": 5}, {at["E"]: 2}))


def test_a_lone_hand_does_not_count_where_the_rules_forbid_it():
    row = round_1(style="classic")
    north = seats(row)[1]["N"]
    ours = tell(row, 1, 7, 5, source="table", side="NS", lones={north: 1})
    tell(row, 1, 6, 5, source="table", side="EW")
    assert right(row, ours) == ("confirmed", ({"NS": 7, "EW": 5}, {}))


def test_a_dispute_without_points_cannot_be_chosen_as_right():
    row = round_1()
    tell(row, 1, 7, 5, source="table", side="NS")
    objection = tell(row, 1, 0, 0, source="table", side="EW", objects=True, points={})
    stored = everything()
    with pytest.raises(Refused, match="has no points"):
        right(row, objection)
    assert everything() == stored
