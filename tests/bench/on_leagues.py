"""The table and the averages of a league of fifty teams, of ten seasons stored and of one."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.ten_years import inside

GOALS = {"league-table": 50.0, "league-averages": 150.0}
"""A bare view takes a millisecond, and these are the milliseconds that we allow ourselves."""
STORED = {" (one season)": 1, "": 10}
"""Behind the name of a figure stands how many seasons there are, unless it is ten."""


def pages(names: list[str]) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of these names, of leagues that are built for them."""
    for stored, seasons in STORED.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "league.sqlite3"
            found = json.loads(inside(file, "league", str(seasons), *names))
        for name, measured in found.items():
            yield name + stored, Figure(**measured, goal=GOALS[name])
