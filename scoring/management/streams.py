"""Standard output of a command, in UTF-8 for any reader, and without a traceback if the reader
stops."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandParser


class Parser(CommandParser):
    """Of a subcommand: it ends with 1 for what cannot be, as every error there does."""

    def error(self, message: str):
        self.exit(1, f"{self.prog}: {message}\n")


def in_words(wrong: Exception) -> str:
    """Return what went wrong with a file or a database, without a full stop."""
    if isinstance(wrong, OSError) and wrong.strerror:
        return f"{wrong.filename}: {wrong.strerror}" if wrong.filename else wrong.strerror
    return str(wrong).strip().partition("\n")[0].rstrip(".")


@contextmanager
def written_out() -> Iterator[None]:
    """Write UTF-8 within; end with 1 when the reader goes away, with a sentence when the disk is
    full."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        yield
        sys.stdout.flush()
    except OSError as cause:
        # What is still buffered cannot be written either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1 if isinstance(cause, BrokenPipeError) else f"standard output: {cause.strerror}")
