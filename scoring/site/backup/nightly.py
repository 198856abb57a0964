"""The automatic backup: one a night, verified, with older ones pruned."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scoring.site.backup.making import make_backup
from scoring.site.backup.proving import prove
from scoring.site.backup.restoring import holds_something
from scoring.site.backup.shelf import (
    NIGHT,
    Kept,
    only_one,
    prune,
    put_down,
    put_down_proven,
    shelf,
)

NIGHT_BEGINS = 4
"""The hour, in the club's time zone, from which a night's backup is due, when evenings are over."""


def is_due(*, now: datetime) -> bool:
    """Whether no backup of the site's own was made and verified since the night last began. A
    laptop that slept through it is late, and catches up."""
    made = _of_tonight(now)
    return made is None or made.proven_at is None


def _of_tonight(now: datetime) -> Kept | None:
    # One that was made while the clock was ahead says nothing of the nights until then.
    made = (one for one in shelf() if one.why == NIGHT and one.made_at <= now)
    newest = next(made, None)
    return newest if newest and newest.made_at >= _last_night(now) else None


def _last_night(now: datetime) -> datetime:
    here = timezone.localtime(now)
    begins = here.replace(hour=NIGHT_BEGINS, minute=0, second=0, microsecond=0)
    return begins if begins <= here else begins - timedelta(days=1)


def make_the_nightly(*, now: datetime) -> Path | None:
    """Make the night's backup if it is due, prove it, let older ones go, and return it.

    None when nothing is due, another process is at it, or there is nothing to lose. Raises what
    make_backup and prove do; a backup that cannot be proven stays, and is not counted. One whose
    process was killed before it was proven is proven now.
    """
    with only_one() as alone:
        if not alone or not is_due(now=now) or not holds_something():
            return None
        unproven = _of_tonight(now)
        if unproven:
            file = unproven.file
        else:
            file = make_backup(folder=settings.BACKUP_DIR, now=now)
            put_down(file, why=NIGHT, made_at=now)
        put_down_proven(prove(file), now=timezone.now())
        prune()
        return file
