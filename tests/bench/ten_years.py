"""A club with ten years behind it, in a database file that is built once and kept in the system's temp folder.

`club_file(hands)` returns it. Two evenings a week, nine tables, each sitting of some forty hands: every hand can
have happened by the rules of its table, in no order that means anything. Statements, tallies, ratings and the
book are then computed from the hands by the site itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from uuid import UUID

from scoring.rules.rule_sets import find
from tests.rules.chance import any_hand
from tests.server import ROOT

HANDS_A_SITTING, SITTINGS_AN_EVENING = 40, 25
TABLES = ["call-ace"] * 4 + ["club-laws"] * 2 + ["keller"] * 3
SEATS = {"call-ace": 5, "club-laws": 4, "keller": 4}
PEOPLE, COME = 120, 40
FIRST, LAST = date(2016, 1, 1), date(2025, 12, 31)
KINDS = 2000
"""Different hands of each rule set."""


def club_file(hands: int) -> Path:
    """Return the SQLite file of a club that played so many hands, built when it is not there yet."""
    folder = Path(tempfile.gettempdir()) / "bowerbook-bench"
    file = folder / f"{hands}-{_fingerprint()}.sqlite3"
    if not file.exists():
        folder.mkdir(exist_ok=True)
        for old in folder.glob(f"{hands}-*"):
            old.unlink()
        unfinished = file.with_suffix(".part")
        run_on(unfinished, "tests.bench.ten_years", str(hands))
        unfinished.rename(file)
    return file


def run_on(file: Path, module: str, *words: str) -> str:
    """Run a module with this database and return what it prints."""
    own = {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            env={**os.environ, **own, "DATA_DIR": data},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return done.stdout


def _fingerprint() -> str:
    """Return what changes when another club would be built."""
    built_by = [Path(__file__), *sorted((ROOT / "scoring" / "migrations").glob("*.py"))]
    return sha256(b"".join(file.read_bytes() for file in built_by)).hexdigest()[:12]


def build(hands: int) -> None:
    """Build the club in the database of this process."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    evenings = hands // HANDS_A_SITTING // SITTINGS_AN_EVENING
    random, years = Random(1), (LAST - FIRST) / evenings
    people, hands_of = _club(), _Hands(random)
    club = people[0].club
    for no in range(evenings):
        _play(club, FIRST + no * years, _who_came(random, people, no / evenings), hands_of, random)
    _close_all(club)
    call_command("recount", missing=True, stdout=sys.stderr)
    _play(club, LAST + timedelta(days=1), people[-COME:], hands_of, random)


def _club() -> list:
    from django.contrib.auth import get_user_model

    from scoring.models import Club, Officer, Player, Season
    from scoring.rules.names import name_key

    club = Club.objects.create(name="The Left Bower Club")
    user = get_user_model().objects.create_user("bench")
    Officer.objects.create(club=club, user=user, role=Officer.Role.OWNER)
    Season.objects.create(
        club=club, name="2025", starts_on=date(2025, 1, 1), ends_on=LAST, order=["points_a_hand", "net_points"]
    )
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES][:PEOPLE]
    return Player.objects.bulk_create(Player(club=club, name=name, key=name_key(name)) for name in names)


FIRST_NAMES = "Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo".split()
LAST_NAMES = "Ashby Brown Cole Dwight Ellis Foster Grant Hoyle Irving Keller".split()


def _who_came(random: Random, people: list, of_the_years: float) -> list:
    """Return who came that evening: the club's people change slowly over the years."""
    first = int(of_the_years * (PEOPLE - 2 * COME))
    return random.sample(people[first : first + 2 * COME], COME)


def _play(club, day: date, people: list, hands_of: _Hands, random: Random) -> None:
    """Store an evening with its tables, sittings and hands; it is open."""
    from django.db import transaction

    from scoring.models import ClubSession, Table

    with transaction.atomic():
        session = ClubSession.objects.create(club=club, played_on=day)
        tables = Table.objects.bulk_create(
            Table(session=session, no=no, rules_key=key, stake_minor=5) for no, key in enumerate(TABLES, 1)
        )
        left = SITTINGS_AN_EVENING
        for no in range(1, SITTINGS_AN_EVENING):
            random.shuffle(people)
            _sit_down(tables[:left], no, iter(people), hands_of, random)
            left -= len(tables)
            if left <= 0:
                break


def _sit_down(tables: list, no: int, people: Iterator, hands_of: _Hands, random: Random) -> None:
    from scoring.models import Seat, Sitting

    evening = datetime.combine(tables[0].session.played_on, datetime.min.time(), tzinfo=ZONE)
    at = evening + timedelta(hours=18 + no)
    sittings = Sitting.objects.bulk_create(Sitting(table=table, no=no, started_at=at) for table in tables)
    Seat.objects.bulk_create(
        Seat(sitting=sitting, no=seat, player=next(people))
        for sitting in sittings
        for seat in range(SEATS[sitting.table.rules_key])
    )
    for sitting in sittings:
        hands_of.store(sitting, random)
