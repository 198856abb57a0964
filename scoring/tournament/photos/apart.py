"""Read a picture in a process of its own, with bounds on its memory and time. A damaged file, or
one that is made to be dear, can't stop the site.

This module needs none of the libraries that read pictures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings

from scoring.tournament.pure.card_marks import RowMarks, row_of

MEMORY, SECONDS = 3 * 2**30, 150
"""Bytes, and seconds of the processor, for one file."""
PATIENCE = 2 * SECONDS
"""Seconds until the process is ended on a busy machine."""
MOST_PRINTED = 40_000_000
"""Bytes that the process may print. The site holds them in memory. A card has about 100 KB."""
UNREADABLE = "It can’t be read. It may be damaged or too large. Split it, or take a new picture."


@dataclass(frozen=True, kw_only=True)
class ReadCard:
    """A card or a slip in a picture. `kind`, `number`, `mark`, `slip` and `first` are those of its
    code."""

    kind: str
    number: int
    mark: str
    slip: bool = False
    first: int = 1
    placed: bool
    """False if the marks beside its rows were not found."""
    rows: tuple[tuple[RowMarks, bytes], ...]
    """The rows with any mark, each with its clipping."""


@dataclass(frozen=True, kw_only=True)
class ReadFile:
    """What a file shows, and why it could not be read, or not to its end."""

    cards: tuple[ReadCard, ...] = ()
    players: frozenset[str] = frozenset()
    """Whose large code is there, as "token/number"."""
    wrong: str = ""


def read_apart(path: Path) -> ReadFile:
    """Return the cards of a file."""
    command = [sys.executable, "-P", "-m", "scoring.tournament.photos", str(path)]
    # One thread, so that the other core is left to the site.
    more = {"PYTHONPATH": str(settings.BASE_DIR), "OPENBLAS_NUM_THREADS": "1"}
    with TemporaryFile() as printed:
        try:
            done = subprocess.run(
                command,
                env={**os.environ, **more},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return ReadFile(wrong=UNREADABLE)
        if done.returncode or os.fstat(printed.fileno()).st_size > MOST_PRINTED:
            return ReadFile(wrong=UNREADABLE)
        printed.seek(0)
        try:
            return _read(json.load(printed))
        except ValueError:  # a library in C may print to it as well
            return ReadFile(wrong=UNREADABLE)


def _read(document: dict) -> ReadFile:
    return ReadFile(
        cards=tuple(map(_card, document["cards"])),
        players=frozenset(document["players"]),
        wrong=document["wrong"],
    )


def _card(card: dict) -> ReadCard:
    rows = tuple((row_of(row), b64decode(clipping)) for row, clipping in card["rows"])
    about = {name: card[name] for name in ("kind", "number", "mark", "slip", "first", "placed")}
    return ReadCard(**about, rows=rows)
