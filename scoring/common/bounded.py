"""Read a file that may come from anywhere with bounded memory, as a whole or line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from errno import EBADF, EFBIG
from typing import BinaryIO

LARGEST_FILE = 16 * 1024 * 1024
LONGEST_LINE = 4 * 1024 * 1024
"""Bytes. No sheet, league, tournament or row of a club comes near these."""


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """Return the file of this name to read; "-" is standard input. Raise OSError."""
    if name != "-":
        return open(name, "rb")
    if sys.stdin is None:
        raise OSError(EBADF, "standard input is closed")
    return nullcontext(sys.stdin.buffer)


def read_whole(file: BinaryIO, *, most: int = LARGEST_FILE) -> bytes:
    """Return all of a file. Raise OSError if it is larger."""
    data = file.read(most + 1)
    if len(data) > most:
        raise OSError(EFBIG, f"larger than {most // 1024**2} MB")
    return data


def read_lines(file: BinaryIO, *, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield the lines of a file. Raise OSError for a longer one, before it is in memory."""
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise OSError(EFBIG, f"a line that is longer than {longest // 1024**2} MB")
        yield line


def read_named(name: str) -> bytes:
    """Return all of the file of this name; "-" is standard input. Raise OSError."""
    with opened(name) as file:
        return read_whole(file)
