"""Check the folder of the site's data, its disk, and its permissions."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from platformdirs import user_data_path

from scoring.common import machine
from scoring.common.dates import long_day
from scoring.common.machine import account
from scoring.site.condition import free_bytes

PLENTY = 1_000_000_000
"""Bytes that should be free, for a year's backups and the database's temporary data."""
SHARES = (
    "nfs",
    "cifs",
    "smb",
    "9p",
    "afs",
    "ncpfs",
    "glusterfs",
    "ceph",
    "fuse.sshfs",
    "fuse.rclone",
)
"""How the kinds of file systems begin that lie on another machine."""
MOUNTS = Path("/proc/self/mounts")
FILE = "bowerbook.sqlite3"
SERVICE = Path("/var/lib/bowerbook")
"""Where the unit of docs/deploy.md keeps its data."""


def data_folder() -> Iterator[str]:
    """DATA_DIR is a folder in which this account may write."""
    folder = settings.DATA_DIR
    if not folder.exists():
        yield (
            f"The data folder {folder} is not there. Is DATA_DIR the one that the site is started "
            "with? If it is, start the site once: it makes it."
        )
    elif not folder.is_dir():
        yield f"DATA_DIR names {folder}, which is a file. Name a folder."
    elif not os.access(folder, os.W_OK | os.X_OK):
        here, owner = account(machine.own_account()), account(folder.stat().st_uid)
        yield (
            f"{here} may not write into the data folder {folder}, which is {owner}'s. Type this as "
            f"{owner}, with sudo -u {owner}. If it is {here} that the site runs as, type: sudo "
            f"chown -R {here} {folder}"
        )


def another_book(places: Iterable[Path] | None = None) -> Iterator[str]:
    """No other score book was written to since ours, in any place where one usually lies."""
    ours = file_of_the_database()
    for folder in (
        (settings.BASE_DIR / "var", user_data_path("bowerbook", appauthor=False), SERVICE)
        if places is None
        else places
    ):
        other = folder / FILE
        if ours is None or not written(other) or same(other, ours):
            continue
        if written(other) > written(ours):
            yield (
                f"There is a newer score book: {other} was written to on {day(written(other))}, "
                f"and this one, {ours}, "
                f"{'on ' + day(written(ours)) if written(ours) else 'never'}. "
                f"If you mean the newer one, set DATA_DIR={folder}"
            )


def network_share(mounts: str | None = None) -> Iterator[str]:
    """Check that SQLite's file is on a local disk, as file locks fail on network shares."""
    file = file_of_the_database()
    if mounts is None:
        mounts = MOUNTS.read_text("utf-8") if MOUNTS.exists() else ""  # only Linux has the list
    kind = kind_of_disk(file, mounts) if file else ""
    if kind.startswith(SHARES):
        yield (
            f"The database {file} lies on a network share ({kind}), where it can be damaged. Set "
            "DATA_DIR to a folder on a disk of this machine, or use PostgreSQL."
        )


def room() -> Iterator[str]:
    """There is room for what is to come."""
    free = free_bytes(settings.DATA_DIR)
    if free < PLENTY:
        yield (
            f"Only {free // 1_000_000:,} MB are free where {settings.DATA_DIR} is. Make room: when "
            "the disk is full, no hand can be stored."
        )


def secret_key() -> Iterator[str]:
    """Check that only the site's account can read its signing key and its database."""
    kept = {settings.DATA_DIR / "secret_key": "the key that sign-ins rest on"}
    if book := file_of_the_database():
        kept[book] = "which holds names, hashes of passwords and the secret links"
    for file, what in kept.items():
        if others_read(file):
            yield f"Other accounts of this machine can read {file}, {what}. Type: chmod 600 {file}"


def others_read(file: Path) -> bool:
    """Return whether other users may read a file, by the permissions of its folder and its own."""
    if machine.WINDOWS or not os.access(file, os.F_OK):
        return False  # there a user's folder is the user's alone, whatever these bits say
    folder, others = file.parent.stat().st_mode, stat.S_IRGRP | stat.S_IROTH
    return bool(file.stat().st_mode & others and folder & (stat.S_IXGRP | stat.S_IXOTH))


def file_of_the_database() -> Path | None:
    """Return SQLite's file, None on PostgreSQL."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def written(file: Path) -> float:
    """Return when a database was last written to, or 0 if it doesn't exist. The latest writes are
    in the file beside it (WAL)."""
    files = [file, file.with_name(f"{file.name}-wal")]
    try:
        return max(one.stat().st_mtime for one in files if one.exists())
    except (ValueError, OSError):
        return 0


def same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def day(seconds: float) -> str:
    return long_day(datetime.fromtimestamp(seconds))


def kind_of_disk(file: Path, mounts: str) -> str:
    """Return what kind of file system a file lies on, by the kernel's list of what is mounted;
    empty when it does not say."""
    kinds = {}
    for line in mounts.splitlines():
        _, place, kind, *_ = line.split(" ")
        kinds[Path(place.replace("\\040", " "))] = kind
    folders = file.resolve().parents
    return next((kinds[folder] for folder in folders if folder in kinds), "")
