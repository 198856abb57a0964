"""Seating plans for tests, with eight people who came one after the other."""

from datetime import UTC, datetime
from itertools import count

import pytest

from scoring.common.refused import Refused
from scoring.evening.actions.plans import make_plan, move
from scoring.models import Attendance
from scoring.people.actions.people import add_players
from tests.cast import PHONE, again, an_evening, everything

EIGHT = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
FOUR = {"rules_key": "keller", "house": None, "options": {}, "stake_minor": 25, "seats": [None] * 4}
CLUB = FOUR | {"rules_key": "club-laws"}
FIVE = FOUR | {"rules_key": "call-ace", "seats": [None] * 5}


def an_evening_of(names, session=None):
    """An evening to which these people came, in this order."""
    session = session or an_evening()
    minutes = count()
    for player in add_players(club=session.club, names=names):
        arrived = datetime(2026, 11, 20, 19, microsecond=next(minutes), tzinfo=UTC)
        Attendance.objects.create(session=session, player=player, arrived_at=arrived)
    return session


def a_plan(names=EIGHT, tables=(FOUR, FOUR), way="books", session=None, seen=None):
    session = session or an_evening_of(names)
    players = [player.pk for player in session.club.players.named(names)]
    return make_plan(
        session=session, way=way, players=players, tables=tables, seen=seen, actor=PHONE
    )


def pk(plan, name):
    return plan.session.club.players.get(name=name).pk


def seats(plan):
    """Return the names of the players, table by table. None is an empty seat."""
    names = dict(plan.session.club.players.values_list("pk", "name"))
    return [[names.get(key) for key in table["seats"]] for table in again(plan).tables]


def by_hand(*told, names=EIGHT, tables=(FOUR, FOUR)):
    """A plan in which these sit, seat by seat from the first; "-" leaves one empty."""
    plan = a_plan(names, tables, way="hand")
    free = [
        (table, seat) for table, one in enumerate(plan.tables) for seat in range(len(one["seats"]))
    ]
    for name, place in zip(told, free, strict=False):
        if name != "-":
            plan = move(plan=plan, player=pk(plan, name), to=place, seen=plan.edition, actor=PHONE)
    return plan


def change(plan, name, to, seen=None):
    return move(plan=plan, player=pk(plan, name), to=to, seen=seen or plan.edition, actor=PHONE)


def refusal(verb, **what):
    """Why the verb is refused; nothing may have been stored."""
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(**what)
    assert everything() == stored
    return str(why.value)
