"""Pages of a club with ten years behind it: season, player-page, session-page."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.bench.figures import Figure
from tests.bench.ten_years import club_file, inside

# Behind the name of a figure stands the club, unless that is the big one.
CLUBS = {"": 1_000_000, " (tenth)": 100_000}
"""How many hands they played."""
GOALS = {"season": 50.0, "player-page": 80.0, "session-page": 50.0}
"""The milliseconds that we allow ourselves: a bare view takes about one."""


def pages(names: list[str]) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of these pages, of the big club and of one that played a tenth in the same
    time."""
    for club, hands in CLUBS.items():
        found = json.loads(inside(club_file(hands), "pages", *names))
        for name, measured in found.items():
            yield name + club, Figure(**measured, goal=GOALS[name])
