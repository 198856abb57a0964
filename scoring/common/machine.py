"""What differs between Linux, macOS and Windows: file locks, priorities, accounts, limits, and the
start of another program.

All code of the product asks here. `tests/test_windows.py` runs it without the modules that Windows
lacks (docs/decisions/0069-one-module-for-the-machine.md).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

WINDOWS = os.name == "nt"
AGAIN = timedelta(milliseconds=50)
"""The pause before another try for a lock, where the system can't wait for one."""
PLAIN, PLAIN_ON_WINDOWS = "%-", "%#"
"""What begins a day or an hour without a leading zero, as in `%-d`."""


@contextmanager
def locked(file: Path, *, wait: bool = True) -> Iterator[bool]:
    """Lock a file among processes, and make it if missing. Yield whether the lock was had; without
    `wait` it is not while another process has it. The lock ends with the process, even if killed.
    """
    with open(file, "ab") as lock:
        hold, let_go = _locks()
        while not (had := hold(lock.fileno(), wait)) and wait:
            time.sleep(AGAIN.total_seconds())
        try:
            yield had
        finally:
            if had:
                let_go(lock.fileno())


def _locks() -> tuple[Callable[[int, bool], bool], Callable[[int], None]]:
    """Return a function that tries to lock an open file, and one that unlocks it."""
    try:
        import fcntl
    except ImportError:
        return _locks_of_windows()

    def hold(number: int, wait: bool) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    return hold, lambda number: fcntl.flock(number, fcntl.LOCK_UN)


def _locks_of_windows() -> tuple[Callable[[int, bool], bool], Callable[[int], None]]:
    import msvcrt

    files: Any = msvcrt  # typeshed has its names on Windows alone

    def try_to(how: int) -> Callable[[int], bool]:
        def done(number: int) -> bool:
            os.lseek(number, 0, os.SEEK_SET)
            try:
                files.locking(number, how, 1)
            except OSError:
                return False
            return True

        return done

    hold, let_go = try_to(files.LK_NBLCK), try_to(files.LK_UNLCK)
    return lambda number, wait: hold(number), lambda number: let_go(number) and None


def become(command: Sequence[str | Path]) -> NoReturn:
    """Replace this process with a command. Windows can't: there it waits, and ends as the command
    does."""
    if not WINDOWS:
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            continue  # the command gets Ctrl-C too, and ends in its own time


def give_way(by: int = 19) -> None:
    """Let other processes go first. By 19 this one works only while the others rest."""
    if hasattr(os, "nice"):
        os.nice(by)


def bound_itself(*, memory: int, seconds: int, written: int) -> None:
    """Limit the memory and each written file (bytes) and the processor time of this process.
    Windows has no such limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (written, written))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def allow_open_files(wanted: int) -> None:
    """Allow this process to have this many open files and connections, as far as it may."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def own_account() -> int:
    """Return the number of the account of this process; 0 where accounts have none, as of every
    file there."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def account(number: int) -> str:
    """Return the name of an account; its number where a container has no name for it."""
    try:
        import pwd

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return str(number)


def write_days_plainly() -> None:
    """Let `%-d` and `%-H` write a day and an hour without a leading zero on Windows too, where they
    are `%#d` and `%#H`, and others an error. Dates are written by `time.strftime`."""
    written = time.strftime
    if WINDOWS:
        time.strftime = lambda how, *when: written(how.replace(PLAIN, PLAIN_ON_WINDOWS), *when)
