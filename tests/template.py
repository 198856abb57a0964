"""A database with all its tables, made once for a whole run and copied for whoever needs one."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def alone(file: Path):
    """Let the processes of a run do something in turn."""
    with open(file, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def keep_in_common() -> Path | None:
    """Name a folder of all processes of this run, which inherit it; return it if it is new."""
    if in_common():
        return None
    os.environ["PROOF_FOLDER"] = tempfile.mkdtemp(prefix="bowerbook-proof-")
    return Path(os.environ["PROOF_FOLDER"])


def in_common() -> bool:
    """Whether this is a run of tests; a benchmark's server makes its own tables."""
    return "PROOF_FOLDER" in os.environ


def migrate(database_url: str) -> None:
    """Make all tables in the database."""
    environment = {**os.environ, "DATABASE_URL": database_url}
    environment["DJANGO_SETTINGS_MODULE"] = "clubsite.settings"
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def copy_sqlite(to: Path) -> None:
    """Copy a migrated SQLite file there."""
    folder = Path(os.environ["PROOF_FOLDER"])
    template = folder / "template.sqlite3"
    with alone(folder / "template.lock"):
        if not template.exists():
            new = folder / "new.sqlite3"
            migrate(f"sqlite:///{new}")
            new.rename(template)
    shutil.copyfile(template, to)
