"""The database: its program, whether it answers, whether it is of this version."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max, Min
from django.utils import timezone

from scoring.common.dates import day_and_time, long_day
from scoring.euchre.wording import counted
from scoring.site.backup.shelf import last_verified
from scoring.site.backup.upgrading import why_newer
from scoring.site.condition import steps_missing, why_no_database
from scoring.table.models import HandRecord

SOUND = (3, 51, 3)
"""The first SQLite that does not damage a database when its log is reset (decision 7)."""
THREADS = 10
"""The threads of one process, which may use the database at once."""
TIME_FOR_A_BACKUP = timedelta(days=2)
KEPT_FREE = 3
"""Connections that PostgreSQL reserves for its administrator."""


def old_sqlite() -> Iterator[str]:
    """SQLite is new enough."""
    if connection.vendor != "sqlite" or connection.Database.sqlite_version_info >= SOUND:
        return
    if settings.ONE_FILE:
        remedy = "Use the file of a newer release, or PostgreSQL."
    elif platform.system() == "Linux" and platform.machine() in {"x86_64", "AMD64"}:
        remedy = f"Type: {sys.executable} -m pip install pysqlite3"
    elif platform.system() == "Linux":
        # Debian has the fault in all its versions, and there is no other wheel for a Raspberry Pi.
        remedy = (
            "Use PostgreSQL. On Debian or Raspberry Pi OS, type: sudo apt install postgresql; sudo "
            "-u postgres createuser --pwprompt bowerbook; sudo -u postgres createdb --owner "
            "bowerbook bowerbook. Then set DATABASE_URL=postgres://bowerbook:PASSWORD@localhost/"
            "bowerbook, and move your data with a backup."
        )
    else:
        remedy = "Use a newer Python from python.org, or PostgreSQL."
    yield (
        f"This Python has SQLite {connection.Database.sqlite_version}. In rare cases it damages "
        "the database when two people save at the same moment. Keep backups on another disk. "
        f"SQLite {'.'.join(map(str, SOUND))} and later don’t have this fault. {remedy}"
    )


def no_answer() -> Iterator[str]:
    """The database answers."""
    if why := (why_no_connection() or why_no_database()):
        first = _in_a_line(why)
        if connection.vendor == "postgresql":
            yield f"PostgreSQL does not answer: {first}. Does it run, and is DATABASE_URL right?"
        else:
            yield f"The score book cannot be opened: {first}."


def _in_a_line(why: str) -> str:
    """Return the first line of what a database says. If it is a heading for several hosts, return
    what is said of each."""
    first, *more = (line.strip("- \t") for line in why.splitlines())
    hosts = [line for line in more if line.startswith("host:")]
    return ("; ".join(hosts) or first).rstrip(".")


def why_no_connection() -> str:
    """Return why PostgreSQL refuses connections. Its pool would try for half a minute, and not know
    why."""
    if connection.vendor != "postgresql":
        return ""
    try:
        asked = connection.get_connection_params() | {"connect_timeout": 5}
        connection.Database.connect(**asked).close()
    except connection.Database.Error as cause:
        return str(cause).strip()
    return ""


def migrations() -> Iterator[str]:
    """The database is of this version, neither older nor newer."""
    if newer := why_newer():
        yield newer
    elif missing := steps_missing():
        yield (
            f"The database is {counted(missing, 'step')} behind this version. Start the site, "
            f"which brings it up to date; or type: {settings.MANAGE_COMMAND} migrate"
        )


def pool() -> Iterator[str]:
    """PostgreSQL has a connection for each thread of each process."""
    if connection.vendor != "postgresql":
        return
    each, processes = connection.settings_dict["OPTIONS"]["pool"]["max_size"], settings.PROCESSES
    if each < THREADS:
        yield (
            f"DATABASE_POOL is {each}, and each process has {THREADS} threads that may "
            f"each need a connection. Set DATABASE_POOL={THREADS}"
        )
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        most = int(cursor.fetchone()[0])
    if each * processes > most - KEPT_FREE:
        yield (
            f"{processes} processes may open {each} connections each, {each * processes} in all, "
            f"and PostgreSQL allows {most}. Set "
            f"DATABASE_POOL={max(1, (most - KEPT_FREE) // processes)}, or in postgresql.conf "
            f"max_connections = {each * processes + 10}"
        )


def clock() -> Iterator[str]:
    """The machine's clock is not behind what has happened."""
    installed = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
    logged = HandRecord.objects.aggregate(last=Max("logged_at"))["last"]
    for what, when in (("this version was installed", installed), ("a hand was logged", logged)):
        if when and when > timezone.now() + timedelta(minutes=5):
            yield (
                f"This machine’s clock is wrong: it says {day_and_time(timezone.now())} UTC, "
                f"and {what} later than that, on {day_and_time(when.astimezone(UTC))} UTC. Set "
                "the clock."
            )
            return


def backups() -> Iterator[str]:
    """Check that there is a verified backup of all data older than two days. A site that is younger
    is well without one, although its demo club played long ago."""
    verified, before = last_verified(), timezone.now() - TIME_FOR_A_BACKUP
    made = MigrationRecorder(connection).migration_qs.aggregate(at=Min("applied"))["at"]
    if made > before:
        return
    hands = HandRecord.objects.filter(logged_at__lt=before)
    if verified:
        hands = hands.filter(logged_at__gt=verified)
    if first := hands.aggregate(first=Min("logged_at"))["first"]:
        yield (
            f"No backup in {settings.BACKUP_DIR} that was verified holds the hands logged since "
            f"{long_day(first.astimezone(UTC))}. The site makes one every night while it runs; to "
            "make one now, type: "
            f"{settings.MANAGE_COMMAND} backup --verify"
        )
