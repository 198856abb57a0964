"""A migrated database, made once per run and copied for each user."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
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


def manage(*words: str, **variables: str) -> None:
    """Run a command of manage.py with these variables."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings", **variables}
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


def migrate(database_url: str) -> None:
    """Make all tables in the database."""
    manage("migrate", "-v0", DATABASE_URL=database_url)


def copy_sqlite(to: Path) -> None:
    """Copy a migrated SQLite file there."""

    def make(file: Path) -> None:
        migrate(f"sqlite:///{file}")

    shutil.copyfile(made_once("empty.sqlite3", make), to)


def copy_demo(to: Path) -> None:
    """Copy what a site with the demo club keeps in its data folder."""

    def make(folder: Path) -> None:
        folder.mkdir()
        file = folder / "bowerbook.sqlite3"
        copy_sqlite(file)
        manage("demo", "--evenings=6", DATA_DIR=str(folder), DATABASE_URL=f"sqlite:///{file}")

    shutil.copytree(made_once("demo", make), to, dirs_exist_ok=True)


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """Return what is made in the folder of this run by the first that needs it."""
    folder = Path(os.environ["PROOF_FOLDER"])
    with alone(folder / f"{name}.lock"):
        if not (folder / name).exists():
            make(folder / f"new_{name}")
            (folder / f"new_{name}").rename(folder / name)
    return folder / name
