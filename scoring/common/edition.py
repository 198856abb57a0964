"""The edition of the database, a random id that every restore changes, even where versions stay
the same.

A thread of the server looks it up once a second (scoring/site/backup/keeper.py), so that no poll
needs a query. A page that is identified by a version adds the edition to it. A script that keeps
what it sent reads it in a header, and sends it again to another edition (static/queue/queue.js).
"""

from __future__ import annotations

from django.db.migrations.recorder import MigrationRecorder

from scoring.common.models import Restored

_known = ""
SIGNS = 6
"""How much of the edition stands behind a version that a page has seen."""


def edition() -> str:
    """Return the edition, as far as this process knows; empty before it was looked up."""
    return _known


def as_seen(version: int) -> str:
    """Return a version as a page says it, with the end of the edition: "12-9f3a2c"."""
    return f"{version}-{_known[-SIGNS:]}" if _known else str(version)


def version_seen(said: str) -> int:
    """Return the version that a page had seen, which is 0 if it was drawn before a restore: a
    restored site gives its versions again. Raise ValueError if it is no version."""
    version, _, of = said.partition("-")
    if not version.isascii() or not version.isdecimal():
        raise ValueError(said)
    return 0 if of and _known and of != _known[-SIGNS:] else int(version)


def look() -> str:
    """Ask the database, remember its answer, and return it. A database that was never restored is
    known by the microsecond in which it was made."""
    global _known
    latest = Restored.objects.order_by("-pk").values_list("edition", flat=True).first()
    _known = latest or _made_at()
    return _known


def _made_at() -> str:
    rows = MigrationRecorder.Migration.objects.order_by("pk")
    return "".join(f"{at:%Y%m%d%H%M%S%f}" for at in rows.values_list("applied", flat=True)[:1])
