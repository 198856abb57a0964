"""A progressive evening of a hundred people: director-page, next-round."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.ten_years import inside

GOALS = {"director-page": 60.0, "next-round": 150.0}
"""A bare view takes a millisecond, and these are the milliseconds that we allow ourselves."""


def evening(names: list[str]) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of these names, of an evening that is built for it."""
    with tempfile.TemporaryDirectory() as folder:
        found = json.loads(inside(Path(folder) / "evening.sqlite3", "evening", *names))
    for name, measured in found.items():
        yield name, Figure(**measured, goal=GOALS[name])
