"""A club with ten years behind it: a database file, built once and kept in the system's temp
folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.server import ROOT

BUILT_BY = [
    ROOT / "tests/bench/build_club.py",
    ROOT / "tests/euchre/chance.py",
    *(ROOT / "scoring/migrations").glob("*.py"),
]
"""What would build another club."""


def club_file(hands: int) -> Path:
    """Return the SQLite file of a club that played so many hands (`build_club`), built when it is
    not there.

    It takes the place of one that was built otherwise.
    """
    folder = Path(tempfile.gettempdir()) / "bowerbook-bench"
    file = folder / f"{hands}-{_fingerprint()}.sqlite3"
    if not file.exists():
        folder.mkdir(exist_ok=True)
        for old in folder.glob(f"{hands}-*"):
            old.unlink()
        unfinished = file.with_suffix(".part")
        inside(unfinished, "build_club", str(hands))
        unfinished.rename(file)
    return file


def _fingerprint() -> str:
    return sha256(b"".join(file.read_bytes() for file in sorted(BUILT_BY))).hexdigest()[:12]


def inside(file: Path, module: str, *words: str) -> str:
    """Run `main(*words)` of a module of tests.bench in the site on this database; return what it
    prints."""
    own = {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.inside", module, *words],
            cwd=ROOT,
            env={**os.environ, **own, "DATA_DIR": data},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return done.stdout
