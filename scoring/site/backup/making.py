"""Make a backup from one database snapshot, without stopping writes. The file is complete or
absent."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from scoring.common.on_disk import secure
from scoring.common.refused import Refused
from scoring.common.snapshot import one_snapshot
from scoring.site.backup.archive import Writing
from scoring.site.backup.rows import APPS, applied_in, lines, models_at
from scoring.site.condition import newer_steps

NAME = "bowerbook-{:%Y-%m-%d-%H%M%SZ}"
FORGOTTEN = 24 * 3600  # seconds
DRAFT = ".bowerbook-{}.part"
NO_BOOK = (
    "There is no score book here yet. Start the site once, with the same DATA_DIR or DATABASE_URL "
    "if you set one, then try again."
)
NEWER = (
    "The score book here belongs to a newer version of Bowerbook than this one ({}). Nothing was "
    "done: use that version."
)


def make_backup(*, folder: Path, now: datetime) -> Path:
    """Write the whole site into a new file in the folder, which is made if missing, and return it.

    It blocks no one, and never replaces another file. Raise Refused if there is no site, and
    OSError if the file can't be written.
    """
    with one_snapshot():
        loader = known_site()
        migrations = applied_in(loader)
        models = models_at(loader, migrations)
        with new_file(folder, NAME.format(now.astimezone(UTC))) as (out, made):
            writing = Writing(out, program=settings.VERSION, made_at=now)
            for model in models:
                writing.table(model._meta.db_table, lines(model))
            writing.end(migrations=migrations)
    return made[0]


def known_site() -> MigrationLoader:
    """Return what was done to the site's database; Refused where it is empty, or of a newer
    version."""
    loader = MigrationLoader(connection)
    ours = {key for key in loader.applied_migrations if key[0] in APPS}
    if not any(app == "scoring" for app, _ in ours):
        raise Refused(NO_BOOK)
    if newer_steps(loader):
        raise Refused(NEWER.format(settings.VERSION))
    return loader


@contextmanager
def new_file(folder: Path, name: str) -> Iterator[tuple[BinaryIO, list[Path]]]:
    """Yield a file to write, and a list into which its path comes once it is safe on the disk."""
    make_folder(folder)
    _tidy_up(folder)
    draft, made = folder / DRAFT.format(os.getpid()), []
    try:
        handle = os.open(draft, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600)
        with open(handle, "w+b") as out:
            yield out, made
            out.flush()
            os.fsync(out.fileno())
        made.append(_put(draft, folder, name))
    finally:
        draft.unlink(missing_ok=True)


def _tidy_up(folder: Path) -> None:
    """Delete partial files that a killed process left a day ago or earlier."""
    for draft in folder.glob(DRAFT.format("*")):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > FORGOTTEN:
                draft.unlink()


def make_folder(folder: Path) -> None:
    """Make a private folder for backups, unless it exists."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)


def _put(draft: Path, folder: Path, name: str) -> Path:
    """Give the draft its name, or that with a number when it is taken; return where it is."""
    number = 1
    while True:
        file = folder / (f"{name}.zip" if number == 1 else f"{name}-{number}.zip")
        with suppress(FileExistsError):
            # The name is taken first, since not every disk (a stick) knows links.
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            draft.replace(file)
            secure(folder)
            return file
        number += 1
