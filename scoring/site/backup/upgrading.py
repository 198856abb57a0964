"""Upgrades of the database: make a backup before one, and refuse a database that a newer version
has upgraded."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.conf import settings

from scoring.common.refused import Refused
from scoring.site.backup.archive import read_manifest
from scoring.site.backup.making import make_backup
from scoring.site.backup.restoring import holds_something
from scoring.site.backup.shelf import UPGRADE, put_down, shelf
from scoring.site.condition import newer_steps

NEWER = (
    "A newer version of Bowerbook than this one, {version}, has upgraded the score book. Install "
    "the newer version again, and nothing is lost. Or go back without what was entered since the "
    "upgrade: "
)
RESTORE = "restore the backup that the upgrade made, {command} restore {file} --yes"
ANY = "restore a backup from before the upgrade."


def why_newer() -> str:
    """Return that a newer version has upgraded the database, and what to do; empty when none
    has."""
    if not newer_steps():
        return ""
    made = next((one.file for one in shelf() if one.why == UPGRADE), None)
    restore = RESTORE.format(command=settings.TYPED_COMMAND, file=made) if made else ANY
    return NEWER.format(version=settings.VERSION) + restore


def refuse_newer() -> None:
    """Raise Refused for a database that a newer version has upgraded."""
    if why := why_newer():
        raise Refused(why)


def back_up_first(*, now: datetime) -> Path | None:
    """Return a backup of the database as it is, to go back to after an upgrade; None if it holds no
    data. Raise what make_backup does; then nothing may be upgraded.

    If the upgrade itself fails, each start tries it again. The backup of the first is then enough.
    """
    if not holds_something():
        return None
    before = next((one.file for one in shelf() if one.why == UPGRADE), None)
    file = make_backup(folder=settings.BACKUP_DIR, now=now)
    if before and _content(before) == _content(file):
        file.unlink()
        return before
    put_down(file, why=UPGRADE, made_at=now)
    return file


def _content(file: Path) -> tuple:
    """Return what tells a backup from one with other data or of another version."""
    manifest = read_manifest(file)
    return manifest.migrations, manifest.members
