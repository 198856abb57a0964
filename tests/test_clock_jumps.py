"""A clock that jumps back an hour or forward a year in the middle of an evening. No hand is lost or
reordered, and no one is locked out."""

from datetime import datetime, timedelta
from itertools import cycle
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.evening.actions.cutting import declare
from scoring.models import HandRecord, Round
from scoring.table.actions.agreed import say
from scoring.table.actions.corrections import correct_hand, put_back, take_back
from scoring.table.actions.reseat import put_right
from scoring.table.queries.agreed import said_of
from scoring.table.queries.history import as_it_stood, history_of
from scoring.tournament.actions.rounds import end_round, pause_round, start_round
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    BEN_WITH_DAN,
    CAT_IS_EUCHRED,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    log,
    log_unseen,
    reopen,
    told_hands,
    totals,
    undone,
)
from tests.tournament.cast import a_tournament, drawn

pytestmark = pytest.mark.django_db

OURS, THEIRS = Actor(phone="K7"), Actor(phone="M3")
STEADY = [timedelta()]
JUMPS = {
    "back an hour": [timedelta(), timedelta(hours=-1)],
    "forward a year and back": [timedelta(days=365), timedelta()],
    "to and fro": [timedelta(), timedelta(days=365), timedelta(hours=-1), timedelta(hours=2)],
}


@pytest.fixture
def clock(monkeypatch):
    """Replace the one place where Django reads the time. Each call adds a minute, and one of
    `jumps` in turn."""

    class Clock(datetime):
        start, jumps, looks = datetime.now(tz=timezone.get_default_timezone()), cycle(STEADY), 0

        @classmethod
        def now(cls, tz=None):
            cls.looks += 1
            return cls.start.astimezone(tz) + cls.looks * timedelta(minutes=1) + next(cls.jumps)

        @classmethod
        def jump(cls, jumps):
            cls.jumps, cls.looks = cycle(jumps), 0

    monkeypatch.setattr("django.utils.timezone.datetime", Clock)
    return Clock


def an_evening_is_played():
    """Do everything at a table whose order matters, and return the result."""
    table = a_table(EVE_ALONE, asks_agreement=True)
    for name in ("Zoe", "Yan", "Xia"):
        declare(table=table, name=name)
    second = log(table, BEN_WITH_DAN, actor=OURS)
    correct_hand(record=second, hand=CAT_IS_EUCHRED, revision=0, why="", actor=THEIRS)
    correct_hand(record=again(second), hand=BEN_WITH_DAN, revision=1, why="", actor=OURS)
    said = [say(record=second, agrees=agrees, revision=2, actor=THEIRS) for agrees in (True, False)]
    say(record=second, agrees=True, revision=2, actor=THEIRS)
    waits = [log_unseen(table, hand) for hand in (ANN_MARCHES_WITH_CAT, EVE_ALONE, BEN_WITH_DAN)]
    order = [waits.index(record) for record in again(table).sitting.hands.waiting()]
    HandRecord.objects.filter(pk__in=[one.pk for one in waits]).delete()
    third, fourth = (log(table, hand) for hand in (ANN_MARCHES_WITH_CAT, EVE_ALONE))
    for record in (fourth, third):
        take_back(record=record, actor=OURS)
    offered = a_phone().get(address(table)).content.decode().count(f'data-id="{third.pk}"')
    put_back(record=third, actor=OURS)
    before = [player.pk for player in again(table).sitting.players]
    put_right(
        sitting=again(table).sitting,
        names=["Eve", *FIVE[:4]],
        stay_with="people",
        seen=before,
        actor=OURS,
    )
    spoken = said_of(HandRecord.objects.filter(pk=second.pk))[second.pk].state
    say(record=second, agrees=False, why="now", revision=again(second).revision, actor=THEIRS)
    since = said_of(HandRecord.objects.filter(pk=second.pk))[second.pk].state
    closing = close(table.session)
    reopen(table.session)
    log(table, BEN_WITH_DAN)
    close(table.session)
    history = history_of(again(table))
    for no in range(1, len(history.events) + 1):
        as_it_stood(history, no)
    pages = [a_phone().get(address(table, page)).status_code for page in ("", "score", "history")]
    now = as_it_stood(history, len(history.events))
    return {
        "hands": told_hands(table),
        "totals": totals(table),
        "as it stood": [sitting.totals for sitting in now],
        "waiting": order,
        "offered": offered > 0,
        "agreed": [len(said), spoken, since],
        "wait to come in": [one.player.name for one in table.candidates.all()],
        "signed": closing.document["names"],
        "pages": pages,
    }


def test_an_evening_has_the_same_results_although_its_clock_jumps(clock):
    found = {}
    for name, jumps in {"not at all": STEADY, **JUMPS}.items():
        with undone():
            clock.jump(jumps)
            found[name] = an_evening_is_played()
    expected = found["not at all"]
    print(expected)
    assert expected["waiting"] == [0, 1, 2]
    assert expected["wait to come in"] == ["Zoe", "Yan", "Xia"]
    assert expected["pages"] == [200, 200, 200]
    assert found == dict.fromkeys(found, expected)


def test_the_clock_of_a_round_resumes_after_the_machine_clock_is_set_back(clock):
    made = a_tournament(["Ann", "Ben", "Cat", "Dan"])
    drawn(made)
    start_round(tournament=made, no=1, actor=PHONE)
    pause_round(tournament=made, no=1, paused=True)
    clock.jump([timedelta(hours=-1)])
    pause_round(tournament=made, no=1, paused=False)
    row = Round.objects.get()
    assert (row.paused_at, row.paused_seconds, row.seconds_played(timezone.now()) >= 0) == (
        None,
        0,
        True,
    )
    end_round(tournament=made, no=1, how=Round.End.BELL, actor=PHONE)
    assert not Round.objects.get().playing


def test_a_hand_sent_twice_with_a_clock_jump_between_is_stored_once(clock):
    table, id = a_table(), uuid4()
    for jump in (timedelta(days=365), timedelta(), timedelta(hours=-1)):
        clock.jump([jump])
        log(table, BEN_WITH_DAN, id=id, after=None)
    assert told_hands(table) == [BEN_WITH_DAN]
