"""Run web servers of the distribution by the files in deploy/."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server import PATIENCE, ROOT

NAME = "scores.example.org"


def recipe(name: str) -> str:
    """Return a file of deploy/."""
    return (ROOT / "deploy" / name).read_text()


def needs(*programs: str) -> pytest.MarkDecorator:
    """Leave a test out where one of these is missing, and say so."""
    missing = [name for name in programs if not shutil.which(name)]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed here")


def nginx_file(folder: Path, recipe: str) -> list[str | Path]:
    """Return the command that runs nginx by this recipe, with everything it keeps in a folder."""
    places = "client_body proxy fastcgi uwsgi scgi".split()
    kept = "".join(f"{place}_temp_path {folder}/{place};\n" for place in places)
    whose = "" if os.geteuid() else "user root;"  # otherwise it may not write there
    file = folder / "nginx.conf"
    file.write_text(
        f"{whose} daemon off; pid {folder}/pid; error_log stderr;\n"
        "worker_rlimit_nofile 20000; events { worker_connections 8192; }\n"
        f"http {{ access_log off;\n{kept}{recipe}}}\n"
    )
    return ["nginx", "-c", file, "-e", "stderr"]


@contextmanager
def running(
    command: list[str | Path], folder: Path, ask: Callable[[], object]
) -> Iterator[subprocess.Popen]:
    """Run a web server until the block ends. It is ready when `ask` raises no OSError. Its output
    is written to the folder."""
    home = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with open(folder / "said", "w") as said:
        process = subprocess.Popen(command, cwd=folder, env=home, stdout=said, stderr=said)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                ask()
                break
            except OSError:
                assert process.poll() is None, (folder / "said").read_text()
                assert time.monotonic() < end
                time.sleep(0.05)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
