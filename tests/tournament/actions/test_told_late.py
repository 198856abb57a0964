"""What comes when the next round is drawn or told: no result that stands changes unseen."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import HandRecord
from scoring.table.actions.corrections import correct_hand, put_back, take_back
from scoring.table.actions.waiting import decide_waiting
from scoring.tournament.actions import rounds
from scoring.tournament.actions.tables import decide
from scoring.tournament.queries.now import played_tables
from tests.cast import PHONE, again, an_organiser, everything, log
from tests.tournament.cast import a_tournament, begun, drawn, ended, latest, played_to, seats, tell

pytestmark = pytest.mark.django_db

OVER = "Round 1 is over. Ask the director to change the score."


@pytest.fixture
def row():
    """Round 1 of eight, over: at each table north makes three tricks, then east three, then
    five."""
    row = begun(a_tournament(8))
    for one in row.tables.all():
        north, east = again(one.table).sitting.names[:2]
        log(one.table, f"{north} 3")
        log(one.table, f"{east} 3")
        log(one.table, f"{east} 5")
    return ended(row)


def points(row, table=2):
    (played,) = played_tables([row], no=table)
    return played.verdict.result.points


def hand(row, place):
    return HandRecord.objects.get(
        sitting__round_table__round=row, sitting__round_table__no=2, place=place
    )


def waiting(row):
    """A hand of table 2 that its phone tells only now: north made three tricks once more."""
    first = hand(row, 1)
    return log(first.sitting.table, first.hand, sitting=first.sitting_id)


def put_right(record, actor):
    return correct_hand(
        record=record,
        hand=replace(record.hand, tricks=3),
        revision=record.revision,
        why="",
        actor=actor,
    )


CHANGES = {
    "taken back": lambda row, actor: take_back(record=hand(row, 3), key=uuid4(), actor=actor),
    "put right": lambda row, actor: put_right(hand(row, 3), actor),
    "put back": lambda row, actor: put_back(record=hand(row, 1), key=uuid4(), actor=actor),
}
COME_TO = {
    "taken back": {"NS": 0, "EW": 1},
    "put right": {"NS": 0, "EW": 2},
    "put back": {"NS": 1, "EW": 3},
}


@pytest.mark.parametrize("change", CHANGES)
def test_once_the_next_round_is_published_only_the_director_changes_a_hand(row, change):
    take_back(record=hand(row, 1), actor=PHONE)
    begun(row.tournament)
    stored = everything()
    with pytest.raises(Refused, match=OVER):
        CHANGES[change](row, PHONE)
    assert everything() == stored
    CHANGES[change](row, Actor(user=an_organiser()))
    assert points(row) == COME_TO[change]


def test_once_the_next_round_is_published_only_the_director_counts_a_waiting_hand(row):
    begun(row.tournament)
    record = waiting(row)
    with pytest.raises(Refused, match=OVER):
        decide_waiting(record=record, keep=True, actor=PHONE)
    assert points(row) == {"NS": 1, "EW": 3}
    decide_waiting(record=record, keep=True, actor=Actor(user=an_organiser()))
    assert points(row) == {"NS": 2, "EW": 3}


def test_once_the_next_round_is_published_a_phone_can_leave_out_a_waiting_hand(row):
    begun(row.tournament)
    record = decide_waiting(record=waiting(row), keep=False, actor=PHONE)
    assert (record.state, points(row)) == ("taken-back", {"NS": 1, "EW": 3})


def test_an_unpublished_round_is_discarded_when_a_hand_is_undone(row):
    tournament = row.tournament
    first = seats(drawn(tournament))
    take_back(record=hand(row, 3), actor=PHONE)
    assert latest(tournament) == row
    take_back(record=hand(row, 2), actor=PHONE)
    assert seats(drawn(tournament)) != first


def test_an_unpublished_round_stays_if_a_hand_changes_no_result(row):
    tell(row, 2, 4, 6)
    second = drawn(row.tournament)
    take_back(record=hand(row, 3), actor=PHONE)
    assert latest(row.tournament) == second


def test_a_round_cannot_be_unpublished_while_late_entries_would_change_results():
    tournament = a_tournament(8)
    first = ended(begun(tournament))
    for no in (1, 2):
        tell(first, no, 7, 5, source="table", side="NS")
    second = drawn(tournament)
    rounds.publish_round(tournament=tournament, no=2)
    tell(first, 2, 3, 9, source="table", side="NS")
    stored = everything()
    sentence = "Round 1, table 2: a new score came after the round. Decide which is right first."
    with pytest.raises(Refused, match=sentence):
        rounds.take_back(tournament=tournament, no=2, step="published")
    assert (everything(), points(first)) == (stored, {"NS": 7, "EW": 5})
    decide(
        key=uuid4(),
        round_table=first.tables.get(no=2),
        points={"NS": 7, "EW": 5},
        lones={},
        actor=PHONE,
    )
    rounds.take_back(tournament=tournament, no=2, step="published")
    assert (again(second).published_at, points(first)) == (None, {"NS": 7, "EW": 5})


def test_a_round_can_be_unpublished_if_late_entries_agree():
    tournament = a_tournament(8)
    first = played_to(tournament, 1)
    second = drawn(tournament)
    rounds.publish_round(tournament=tournament, no=2)
    tell(first, 2, 5, 7, source="table", side="NS")
    rounds.take_back(tournament=tournament, no=2, step="published")
    assert again(second).published_at is None
