"""What the dearest addresses cost that need no account, whatever a stranger has stored, and what
those of an owner cost."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.ten_years import inside

ALLOWED_MS = 150.0
"""Of processor, for each address."""


def dearest() -> Iterator[tuple[str, Figure]]:
    """Yield the dearest addresses. Their floor is what we allow; `bare` is how many times a bare
    view behind the same middleware they cost."""
    with tempfile.TemporaryDirectory() as folder:
        found = json.loads(inside(Path(folder) / "strangers.sqlite3", "strangers"))
    for ms, bare, name in found:
        more = {"bare": round(ms / bare, 1)}
        yield name, Figure(ours_ms=ms, floor_ms=ALLOWED_MS, goal=1.0, more=more)
