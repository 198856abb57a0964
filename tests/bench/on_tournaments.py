"""A progressive evening of a hundred people, and one of five hundred: director-page, next-round,
director-500, next-round-500."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.ten_years import inside

GOALS = {"director-page": 60.0, "next-round": 150.0, "director-500": 150.0, "next-round-500": 500.0}
"""A bare view takes a millisecond, and these are the milliseconds that we allow ourselves."""

CALLED = {
    100: {"director-page": "director-page", "next-round": "next-round"},
    500: {"director-page": "director-500", "next-round": "next-round-500"},
}
"""By how many people there are: what is measured, and the name of its figure."""


def evening(names: list[str]) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of these names, of evenings that are built for them."""
    for people, called in CALLED.items():
        if asked := [one for one, name in called.items() if name in names]:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "evening.sqlite3"
                found = json.loads(inside(file, "evening", str(people), *asked))
            for one, measured in found.items():
                yield called[one], Figure(**measured, goal=GOALS[called[one]])
