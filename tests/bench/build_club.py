"""Build a club with ten years behind it: two evenings a week of forty people at nine tables.

Every hand can have happened by the rules of its table, in no order that means anything. They go
into the database row by row; statements, tallies, ratings and the book are computed from them as
the site does it.
"""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime, time
from itertools import islice
from random import Random
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction

from scoring.common.names import name_key
from scoring.euchre.books import find
from scoring.models import (
    Closing,
    Club,
    ClubSession,
    HandRecord,
    Link,
    Officer,
    Player,
    Season,
    Seat,
    Sitting,
    Table,
)
from scoring.table.queries.settlement import statement_of
from tests.euchre.chance import any_hand

HANDS, SITTINGS = 40, 25
"""Of a sitting, and of an evening."""
TABLES = [("call-ace", 5)] * 4 + [("club-laws", 4)] * 2 + [("keller", 4)] * 3
FIRST_NAMES = "Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo".split()
LAST_NAMES = "Ashby Brown Cole Dwight Ellis Foster Grant Hoyle Irving Keller".split()
COME = 40
"""People who come to an evening, of the eighty who are about in a year."""
FIRST, LAST = date(2016, 1, 1), date(2025, 12, 31)
KINDS = 2000
"""Different hands of each rule set."""


def main(hands: str) -> None:
    """Build it in the database of this process; the last evening, at 31 December 2025, is open."""
    call_command("migrate", verbosity=0)
    number, random = int(hands) // HANDS // SITTINGS, Random(1)
    people, pool = _people(), _pool(random)
    for no in range(number):
        when = (LAST - FIRST) * no / number
        came = random.sample(_about(people, no / number), COME)
        session = _play(people[0].club, FIRST + when, came, pool, random)
        if no < number - 1:
            _close(session)
    call_command("recount", missing=True, stdout=sys.stderr)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _people() -> list[Player]:
    club = Club.objects.create(name="The Left Bower Club")
    user = get_user_model().objects.create_user("bench")
    Officer.objects.create(club=club, user=user, role=Officer.Role.OWNER)
    year = {"starts_on": date(2025, 1, 1), "ends_on": LAST}
    Season.objects.create(club=club, name="2025", order=["points_a_hand", "net_points"], **year)
    names = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
    return Player.objects.bulk_create(
        Player(club=club, name=name, key=name_key(name)) for name in names
    )


def _about(people: list[Player], of_the_years: float) -> list[Player]:
    """Return who belongs to the club then: people change slowly."""
    first = int(of_the_years * (len(people) - 2 * COME))
    return people[first : first + 2 * COME]


def _pool(random: Random) -> dict[str, list[list]]:
    """Return hands of each rule set as the columns of their rows."""
    pool = {}
    for key, seats in dict(TABLES).items():
        records = [HandRecord(id=UUID(int=0)) for _ in range(KINDS)]
        for record in records:
            record.hand = any_hand(random, find(key), seats, wrong=0.01)
        pool[key] = [_columns(record) for record in records]
    return pool


FIELDS = [field.column for field in HandRecord._meta.concrete_fields]
VALUES = ", ".join(["%s"] * len(FIELDS))
INSERT = f"INSERT INTO {HandRecord._meta.db_table} ({', '.join(FIELDS)}) VALUES ({VALUES})"
ID, SITTING, PLACE = (FIELDS.index(column) for column in ("id", "sitting_id", "place"))


def _columns(record: HandRecord) -> list:
    fields = HandRecord._meta.concrete_fields
    return [field.get_db_prep_save(getattr(record, field.attname), connection) for field in fields]


@transaction.atomic
def _play(club: Club, day: date, people: list[Player], pool: dict, random: Random) -> ClubSession:
    """Store an evening with its sittings, one after the other at each table, and their hands."""
    session = ClubSession.objects.create(club=club, played_on=day)
    tables = Table.objects.bulk_create(
        Table(session=session, no=no, rules_key=key, stake_minor=5)
        for no, (key, _) in enumerate(TABLES, 1)
    )
    Link.objects.bulk_create(
        Link(table=table, right=right)
        for table in tables
        for right in (Link.Right.WRITE, Link.Right.WATCH)
    )
    for no in range(SITTINGS):
        if no % len(tables) == 0:
            random.shuffle(people)
            standing = iter(people)
        table, (key, seats) = tables[no % len(tables)], TABLES[no % len(tables)]
        hour = time(18 + no // len(tables))
        sitting = Sitting.objects.create(
            table=table,
            no=no // len(tables) + 1,
            started_at=datetime.combine(day, hour, tzinfo=UTC),
        )
        Seat.objects.bulk_create(
            Seat(sitting=sitting, no=seat, player=player)
            for seat, player in enumerate(islice(standing, seats))
        )
        _deal(sitting.pk, random.choices(pool[key], k=HANDS), random)
    return session


def _deal(sitting: int, hands: list[list], random: Random) -> None:
    rows = []
    for place, hand in enumerate(hands, 1):
        row = hand.copy()
        row[ID], row[SITTING], row[PLACE] = f"{random.getrandbits(128):032x}", sitting, place
        rows.append(row)
    with connection.cursor() as cursor:
        cursor.executemany(INSERT, rows)


@transaction.atomic
def _close(session: ClubSession) -> None:
    """Close an evening long ago: what people signed, and everything was paid."""
    at = datetime.combine(session.played_on, time(23), tzinfo=UTC)
    document = statement_of(session).as_json()
    Closing.objects.create(
        session=session, no=1, document=document, closed_at=at, closed_by="bench"
    )
    ClubSession.objects.filter(pk=session.pk).update(closed_at=at)
