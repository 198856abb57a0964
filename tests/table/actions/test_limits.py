"""Limits of what one table takes, and an evening that a stranger can begin."""

import pytest

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions import sessions
from scoring.people.actions import people
from scoring.table.actions import agreed, changes, hands, help_calls, limits, reseat, tables
from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.tables import change_people, open_table
from scoring.table.models import play
from tests.cast import (
    DAN_REVOKES,
    FIVE,
    PHONE,
    a_casual_table,
    a_club,
    a_table,
    again,
    an_evening,
    close,
    log,
    log_unseen,
    reopen,
)
from tests.table.actions import reseating

pytestmark = pytest.mark.django_db

FOUR, OTHERS = FIVE[:4], ["Ann", "Ben", "Cat", "Fay"]


def to_and_fro(table, times):
    """Let other people sit there, then the first ones again."""
    for no in range(times):
        change_people(table=again(table), names=FOUR if no % 2 else OTHERS)


def undone_and_restored(table, times):
    """Undo the latest hand, then restore it."""
    for no in range(times):
        record = table.sitting.hands.latest("place")
        (put_back if no % 2 else take_back)(record=record, actor=PHONE)


def disputed(table, times):
    """Let phones say by turns that a hand is right and that it is wrong."""
    agreed.ask_agreement(table=table, asks=True)
    record = log(table)
    for no in range(times):
        about = {"agrees": bool(no % 2), "revision": 0, "actor": Actor(phone="M3")}
        agreed.say(record=again(record), **about)


def seats_corrected(table, times):
    for no in range(times):
        reseating.reseat(table, [*FIVE[:4], ("Eve", "Fay")[(no + 1) % 2]])


def called(table, times):
    for _ in range(times):
        call = help_calls.call_for_help(table=table, about="laws", actor=PHONE)
        help_calls.settle(call=call, actor=PHONE)


def waiting(table, times):
    for _ in range(times):
        log_unseen(table)


def closed(table, times):
    for no in range(times):
        if no:
            reopen(again(table).session)
        close(again(table).session)


def more_tables(table, times):
    """Open tables of the same people."""
    for _ in range(times):
        names = table.sitting.names
        open_table(session=again(table).session, names=names, though_seated=True)


def more_people(table, times):
    for no in range(times):
        change_people(table=again(table), names=[*FOUR, f"Guest {no}"])


def revoked(table, times):
    for _ in range(times):
        log(table, DAN_REVOKES)


def logged(table, times):
    for _ in range(times):
        log(table)


@pytest.mark.parametrize(
    ("module", "limit", "most", "do", "times"),
    [
        (hands, "MOST_WAITING", 2, waiting, 2),
        (limits, "MOST_IRREGULAR", 2, revoked, 2),
        (changes, "MOST_CORRECTIONS", 3, undone_and_restored, 3),
        (agreed, "MOST_WORDS", 2, disputed, 2),
        (tables, "MOST_SITTINGS", 3, to_and_fro, 2),
        (reseat, "MOST_RESEATINGS", 2, seats_corrected, 2),
        (help_calls, "MOST_CALLS", 2, called, 2),
    ],
)
def test_a_table_takes_no_more_than_its_limit(monkeypatch, module, limit, most, do, times):
    monkeypatch.setattr(module, limit, most)
    evening = an_evening(a_club())
    do(a_table("Ben+Dan 3", session=evening), times)
    with pytest.raises(Refused, match="This table is full"):
        do(a_table("Ben+Dan 3", session=evening), times + 1)


@pytest.mark.parametrize(
    ("module", "limit", "most", "do", "times"),
    [
        (play, "MOST_CHANGES", 4, logged, 1),
        (limits, "MOST_HANDS_OF_FRIENDS", 3, logged, 2),
        (tables, "MOST_TABLES_OF_FRIENDS", 2, more_tables, 1),
        (people, "MOST_OF_FRIENDS", 6, more_people, 1),
        (sessions, "MOST_CLOSINGS_OF_FRIENDS", 2, closed, 2),
    ],
)
def test_an_evening_of_friends_takes_no_more_than_its_limit(
    monkeypatch, module, limit, most, do, times
):
    monkeypatch.setattr(module, limit, most)
    do(a_casual_table("Ben+Dan 3"), times)
    with pytest.raises(Refused, match="evening"):
        do(a_casual_table("Ben+Dan 3"), times + 1)
