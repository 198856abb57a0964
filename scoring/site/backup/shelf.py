"""BACKUP_DIR: the backups of this site, the verified ones, and those that can be deleted.

Facts about them are in backups.json beside them, not in the database, which they must outlive. A
restore must not reset them. Files that are not in it were brought by a person, and are never
deleted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scoring.common.machine import locked
from scoring.common.on_disk import secure
from scoring.site.backup import BadBackup
from scoring.site.backup.archive import Reading, is_ours, read_manifest, seal_in
from scoring.site.backup.making import make_folder
from scoring.site.backup.proving import Held, held_by
from scoring.site.backup.pruning import Dated, may_go

KNOWN = "backups.json"
LOCK = ".lock"
NIGHT, HAND, UPGRADE, RESTORE, BROUGHT = "night", "hand", "upgrade", "restore", "brought"
"""Why a backup was made: at night, on request, before an upgrade, or before a restore; or it was
brought from elsewhere."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A backup on the shelf."""

    name: str
    made_at: datetime
    """Of when its data are."""
    why: str
    seal: str
    """Its seal. A file of the same name with another seal is another backup."""
    proven_at: datetime | None = None
    """When it was last proven to be restorable."""
    held: Held | None = None

    @property
    def file(self) -> Path:
        return settings.BACKUP_DIR / self.name

    @property
    def size(self) -> int:
        """In bytes."""
        return self.file.stat().st_size

    @property
    def is_ours(self) -> bool:
        """Whether this site signed it. Only its manifest is read."""
        try:
            return is_ours(read_manifest(self.file))
        except (BadBackup, OSError):
            return False

    @property
    def reason(self) -> str:
        """Why it was made, in words."""
        return {
            NIGHT: "made by itself",
            HAND: "made by hand",
            UPGRADE: "made before an upgrade",
            RESTORE: "made before a restore",
            BROUGHT: "brought from elsewhere",
        }.get(self.why, self.why)

    @property
    def is_there(self) -> bool:
        """Whether the file is the one that is meant; it is not read through."""
        try:
            return seal_in(self.file) == self.seal
        except (BadBackup, OSError):
            return False


def shelf() -> list[Kept]:
    """Return the backups in BACKUP_DIR that this site knows and that are there, newest first."""
    found = [one for one in _read() if one.is_there]
    return sorted(found, key=lambda one: (one.made_at, one.name), reverse=True)


def unknown() -> list[str]:
    """Return the names of other ZIP files in BACKUP_DIR, which a person put there."""
    known = {one.name for one in shelf()}
    return sorted({file.name for file in settings.BACKUP_DIR.glob("*.zip")} - known)


def last_verified() -> datetime | None:
    """Return of when the newest backup is that was proven to be restorable and is still there;
    None when there is none."""
    return max((one.made_at for one in shelf() if one.proven_at), default=None)


def put_down(file: Path, *, why: str, made_at: datetime, held: Held | None = None) -> Kept | None:
    """Remember a backup that was made or brought, if it lies on the shelf."""
    if not on_the_shelf(file):
        return None
    kept = Kept(name=file.name, made_at=made_at, why=why, seal=seal_in(file), held=held)
    with _changing() as known:
        known[file.name] = kept
    return kept


def put_down_proven(backup: Reading, *, now: datetime) -> None:
    """Remember that a backup on the shelf was proven."""
    file = backup.file
    if not on_the_shelf(file):
        return
    seal = seal_in(file)
    with _changing() as known:
        before = known.get(file.name)
        if before is None or before.seal != seal:
            before = Kept(name=file.name, made_at=backup.manifest.made_at, why=BROUGHT, seal=seal)
        known[file.name] = replace(before, proven_at=now, held=held_by(backup))


def on_the_shelf(file: Path) -> bool:
    """Whether a file lies in BACKUP_DIR itself."""
    return file.resolve().parent == settings.BACKUP_DIR.resolve()


def prune() -> list[str]:
    """Delete backups of nights that are no longer worth their room; return their names."""
    with _changing() as known:
        ours = [one for one in known.values() if one.why == NIGHT and one.is_there]
        newest = max((one.made_at for one in known.values() if _counts(one)), default=None)
        dated = [
            Dated(name=one.name, at=timezone.localtime(one.made_at), proven=bool(one.proven_at))
            for one in ours
        ]
        gone = [name for name in may_go(dated) if known[name].made_at != newest]
        for name in gone:
            known[name].file.unlink(missing_ok=True)
            del known[name]
    return gone


def _counts(one: Kept) -> bool:
    return one.proven_at is not None and one.is_there


@contextmanager
def only_one() -> Iterator[bool]:
    """Yield whether this process is the only one that makes a backup of the shelf; no other is
    while it does."""
    make_folder(settings.BACKUP_DIR)
    with locked(settings.BACKUP_DIR / ".making", wait=False) as alone:
        yield alone


@contextmanager
def _changing() -> Iterator[dict[str, Kept]]:
    """Yield the facts about backups, by name, to be changed under a lock."""
    make_folder(settings.BACKUP_DIR)
    with locked(settings.BACKUP_DIR / LOCK):
        known = {one.name: one for one in _read()}
        yield known
        _write([one for one in known.values() if one.file.exists()])


def _read() -> list[Kept]:
    try:
        said = json.loads((settings.BACKUP_DIR / KNOWN).read_text(encoding="utf-8"))
        return [_kept(one) for one in said]
    except (OSError, ValueError, TypeError, KeyError):
        return []  # nothing is known, and so nothing is deleted


def _kept(said: dict) -> Kept:
    proven = said["proven_at"]
    return Kept(
        name=Path(said["name"]).name,
        made_at=datetime.fromisoformat(said["made_at"]).astimezone(UTC),
        why=said["why"],
        seal=said["seal"],
        proven_at=datetime.fromisoformat(proven).astimezone(UTC) if proven else None,
        held=Held(**said["held"]) if said["held"] else None,
    )


def _write(known: list[Kept]) -> None:
    draft = settings.BACKUP_DIR / f".{KNOWN}.part"
    said = [asdict(one) for one in sorted(known, key=lambda one: one.name)]
    with open(draft, "w", encoding="utf-8") as out:
        json.dump(said, out, indent=1, default=datetime.isoformat)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(settings.BACKUP_DIR / KNOWN)
    secure(settings.BACKUP_DIR)
