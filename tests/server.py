"""The real server, as ./run starts it, on a free port with its own data."""

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import template
from tests.warm import Manage

ROOT = Path(__file__).resolve().parent.parent
# Another name of this machine, which only the tests' Chromium knows: plain http as in a club's
# hall.
HALL = "hall.test"
PATIENCE = 300
"""Seconds until a server that does not answer is given up, however busy the machine is."""


RUN = ("-m", "clubsite", "run", "--empty")
SERVE = ("-P", "-m", "clubsite.server")
"""The server alone, for a database that is migrated and static files that are collected."""


claims: list[socket.socket] = []
"""Sockets that reserve each port given to this process, until it ends."""


def free_port() -> int:
    """Return a free port, below those that the system gives to clients, so that no client takes it
    while the server is down.

    No other test gets it either, although its server needs a second until it listens. A UDP socket
    on the same number reserves it.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        claim = socket.socket(type=socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
        else:
            claims.append(claim)
            return port


class Server:
    """A running server, with a migrated database and data in a folder that stop() removes."""

    def __init__(self, database_url: str = "", *, demo: bool = False, **extra: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="bowerbook-server-")
        self.data_dir = Path(self._folder.name)
        self._extra = extra
        file = self.data_dir / "bowerbook.sqlite3"
        self.database_url = database_url or f"sqlite:///{file}"
        if demo:
            template.copy_demo(self.data_dir)
        elif self.database_url.startswith("sqlite") and template.in_common():
            template.copy_sqlite(Path(self.database_url.removeprefix("sqlite:///")))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.hall_url = f"http://{HALL}:{self.port}"
        self._process: subprocess.Popen | None = None
        self._manage: Manage | None = None
        self.restart()

    @property
    def environment(self) -> dict[str, str]:
        """The variables it runs with."""
        own = {
            "DATABASE_URL": self.database_url,
            "DATA_DIR": str(self.data_dir),
            "BIND": f"127.0.0.1:{self.port}",
            "TIME_ZONE": "UTC",
            "ALLOWED_HOSTS": f"127.0.0.1,localhost,{HALL}",
            "DJANGO_SETTINGS_MODULE": "clubsite.settings",
            # All phones of a test have one address, and start more tables than a hall.
            "START_LIMITS": "100000,100000",
            # Every server would begin with one, in a process that reads the whole project.
            "NIGHTLY_BACKUP": "no",
        }
        return {**os.environ, **own, **self._extra}

    @property
    def pid(self) -> int:
        """Its first process, which leads the group of all."""
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has written so far; every traceback is in here."""
        return (self.data_dir / "log").read_text()

    def manage(self, *words: str, typed: str = "") -> str:
        """Run a command of manage.py on its database and return what it prints."""
        if not self._manage:
            self._manage = Manage(self.environment)
        return self._manage(*words, typed=typed)

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut would."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def end(self) -> None:
        """End it as a host does. Return when it has ended."""
        if self._process:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def restart(self, *, root: Path = ROOT, words: tuple[str, ...] = RUN) -> None:
        """Start it on the same port and data, killed before if it runs; returns when it answers.
        The program may be another one than ours, in another folder."""
        self.kill()
        with open(self.data_dir / "log", "ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *words],
                cwd=root,
                env={**self.environment, "PYTHONPATH": str(root)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            try:
                connection.request("GET", "/")
                connection.getresponse()
                return
            except OSError:
                time.sleep(0.02)
            finally:
                connection.close()
        raise RuntimeError(f"the server did not start:\n{self.log}")

    def stop(self) -> None:
        """End it and remove its data."""
        self.kill()
        if self._manage:
            self._manage.end()
        self._folder.cleanup()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_) -> None:
        self.stop()


def start(database_url: str = "", *, demo: bool = False, **extra: str) -> Server:
    """Return a running server, on a new SQLite file unless a database is named; stop() or `with`
    ends it.

    A new file has the demo club on request. `extra` are more variables for it to run with.
    """
    return Server(database_url, demo=demo, **extra)
