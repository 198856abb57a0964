"""What a disk has after a power cut, from the system calls of a process that stores hands. strace
records the calls; what was written and not synced may be on the disk or not.

`python -m tests.power_cut` is that process: it logs hands, and names each when it is acknowledged.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.template import ROOT

CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"
CALL = re.compile(r"(\w+)\((?:\d+<|\")([^>\"]*)[>\"](?:, \"([^\"]*)\")?((?:, \d+)*)\) += \d")
SECTOR = 512
"""Bytes that a disk writes all or not at all."""
ENDS = ("", "-wal", "-journal")
"""The book's files. The index of its log (-shm) is made again when the book is next opened."""


def can_record(folder: Path) -> bool:
    """Whether this machine has strace and lets it watch a process."""
    if not shutil.which("strace"):
        return False
    command = ["strace", "-o", str(folder / "trial"), "true"]
    return subprocess.run(command, capture_output=True).returncode == 0


def record(book: Path, *, hands: int, synchronous: str = "") -> list[str]:
    """Return the system calls of a process that logs so many hands in the book. `synchronous`
    replaces the site's setting."""
    trace = book.with_suffix(".trace")
    watch = ["strace", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(trace)]
    subprocess.run(
        [*watch, sys.executable, "-m", "tests.power_cut", str(hands), synchronous],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{book}"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return trace.read_text().splitlines()


class Disk:
    """The book's files, as the process sees them and as the disk has them."""

    def __init__(self, book: Path, content: bytes) -> None:
        self._of = {
            "".join(f"\\x{one:02x}" for one in f"{book}{end}".encode()): end for end in ENDS
        }
        """Which file a path is, as the calls name it."""
        self._synced = dict.fromkeys(ENDS, b"") | {"": content}
        self._since: dict[str, list[tuple[int, bytes | None]]] = {end: [] for end in ENDS}
        """What was written since, and where; None for a file that was cut off there."""

    def did(self, call: str, path: str, said: bytes, numbers: list[int]) -> bool:
        """Take over a call. Return whether it changed what a power cut may leave."""
        if path not in self._of:
            return False
        end = self._of[path]
        if call == "pwrite64":
            self._since[end].append((numbers[-1], said))
        elif call == "ftruncate":
            self._since[end].append((numbers[0], None))
        elif call == "unlink":
            self._synced[end], self._since[end] = b"", []
        elif call in ("fsync", "fdatasync"):
            self._synced[end] = _written(self._synced[end], self._since[end])
            self._since[end] = []
        return True

    def cut(self, to: Path, random: Random | None) -> Path:
        """Write what the disk has if the power goes now, and return the book. Without `random`,
        nothing that was not synced is on it."""
        for end in ENDS:
            kept = _some(self._since[end], random) if random else []
            Path(f"{to}{end}").write_bytes(_written(self._synced[end], kept))
        Path(f"{to}-shm").unlink(missing_ok=True)
        return to


def _written(content: bytes, changes: list[tuple[int, bytes | None]]) -> bytes:
    now = bytearray(content)
    for at, said in changes:
        if len(now) < at:
            now.extend(bytes(at - len(now)))
        now[at : at + len(said) if said is not None else None] = said or b""
    return bytes(now)


def _some(changes: list[tuple[int, bytes | None]], random: Random) -> list:
    """Return the sectors of these changes that reached the disk, by chance."""
    sectors = [
        (at + part, said and said[part : part + SECTOR])
        for at, said in changes
        for part in range(0, len(said or b"?"), SECTOR)
    ]
    return [one for one in sectors if random.random() < 0.5]


def moments(disk: Disk, calls: list[str]) -> Iterator[list[str]]:
    """Let a disk follow the calls. Yield the hands acknowledged so far, whenever a power cut would
    leave something else than before."""
    acknowledged: list[str] = []
    for line in calls:
        found = CALL.match(line)
        if found is None:
            continue
        call, path, said, numbers = found.groups()
        text = _bytes(said or "")
        if call == "write" and text.startswith(b"acknowledged "):
            acknowledged.append(text.split()[1].decode())
            yield acknowledged
        elif disk.did(call, path, text, [int(one) for one in numbers.split(", ")[1:]]):
            yield acknowledged


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _log(hands: int, synchronous: str) -> None:
    import django

    django.setup()
    from django.db import connection

    from tests.cast import a_casual_table, log

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_autocheckpoint=30")  # the log is moved into the book meanwhile
        if synchronous:
            cursor.execute(f"PRAGMA synchronous={synchronous}")
    table = a_casual_table()
    for _ in range(hands):
        hand = log(table)
        os.write(1, f"acknowledged {hand.pk.hex}\n".encode())


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubsite.settings"
    _log(int(sys.argv[1]), sys.argv[2])
