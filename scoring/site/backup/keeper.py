"""The background thread of a server. Once a second it checks whether the database was replaced by a
restore, and now and then whether the night's backup is due. When it starts it looks for closed
evenings that an older version has not counted.

A process with a lower priority makes the backup, and counts the evenings.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from scoring.club.queries.tallies import closed_sessions
from scoring.common import edition
from scoring.site.backup.nightly import is_due

EVERY = 1.0  # seconds
GLANCE = 0.05
"""Seconds that it waits for more output of a command, or its end."""
SELDOM = timedelta(minutes=1)
"""How often it is asked whether a backup is due."""
AFTER_A_FAILURE = timedelta(hours=1)

log = logging.getLogger(__name__)


def command(*words: str) -> subprocess.Popen:
    """Start a command of manage.py with this site's variables, in its own process, with its output
    in a pipe."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "django", *words],
        env={**os.environ, "PYTHONPATH": str(settings.BASE_DIR), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


class Keeper:
    """Asked once a second, with the time, it does what there is to do."""

    def __init__(self, start: Callable[..., subprocess.Popen] = command) -> None:
        self._start = start
        self._child: subprocess.Popen | None = None
        self._failed = ""
        self._not_before: datetime | None = None
        self._looked_for_uncounted = False

    def look(self, now: datetime) -> None:
        """Look whether the book is another one, after evenings that are not counted, and after the
        night's backup."""
        with suppress(DatabaseError):  # whoever asks for a page is told; this looks again
            edition.look()
            if self._child is None and not self._looked_for_uncounted:
                self._count_what_is_missing()
        if self._child is not None:
            self._look_after_the_child(now)
        elif settings.NIGHTLY_BACKUP and not self._is_too_soon(now):
            self._not_before = now + SELDOM
            if is_due(now=now):
                self._child = self._start("backup", "--nightly")
                self._failed = "The night’s backup failed."

    def _count_what_is_missing(self) -> None:
        if closed_sessions(uncounted=True).exists():
            self._child = self._start("recount", "--missing", "--beside")
            self._failed = "Older club nights could not be counted."
        self._looked_for_uncounted = True

    def _is_too_soon(self, now: datetime) -> bool:
        """Whether it looked just now, or failed; not because the clock was ahead then."""
        return self._not_before is not None and (
            now < self._not_before <= now + max(SELDOM, AFTER_A_FAILURE)
        )

    def _look_after_the_child(self, now: datetime) -> None:
        try:  # its output is read while it runs, as it would wait for ever at a full pipe
            said = self._child.communicate(timeout=GLANCE)[0].strip()
        except subprocess.TimeoutExpired:
            return
        if self._child.returncode:
            log.error("%s %s", self._failed, said)
            self._not_before = now + AFTER_A_FAILURE
        self._child = None


def start_keeping() -> None:
    """Look up the edition, which the first answer names, and start the thread; it ends with the
    process."""
    with suppress(DatabaseError):
        edition.look()
    connection.close()
    threading.Thread(target=_keep_on, name="keeper", daemon=True).start()


def _keep_on() -> None:
    keeper, pause = Keeper(), threading.Event()
    while True:
        try:
            keeper.look(timezone.now())
        except Exception:  # it must go on, whatever it was
            log.exception("The keeper of backups stumbled.")
        close_old_connections()
        pause.wait(EVERY)
