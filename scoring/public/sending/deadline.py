"""A deadline for work that waits for another machine: a name server, a push service, a mail server.

A socket's own time-out starts anew with every byte, so it lets a slow machine take for ever.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """Return what `work` returns. Raise TimeoutError after so many seconds; the work then goes on
    in its thread until its socket is cut, or the system gives up looking for a name."""
    result: Future[Result] = Future()
    Thread(target=_carry_out, args=(work, result), daemon=True).start()
    return result.result(timeout=seconds)


def _carry_out(work: Callable[[], Result], result: Future[Result]) -> None:
    try:
        result.set_result(work())
    except BaseException as wrong:
        result.set_exception(wrong)


def cut(line: socket.socket | None) -> None:
    """End the work that waits for this socket in another thread; closing alone would not."""
    with suppress(OSError, AttributeError):
        line.shutdown(socket.SHUT_RDWR)
