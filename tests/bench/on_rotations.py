"""A planned rotation: 15 players, all fifteen rounds, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

from tests.bench.figures import Figure, in_turn, timed
from tests.server import ROOT

COMMAND = [sys.executable, "manage.py", "movement", "rotation", "--players", "15", "--json"]
ALLOWED_MS = 2000.0


def rotation_15(*, rounds: int = 5) -> Figure:
    """The whole rotation by `manage.py movement`, Python's start included, against the seconds
    allowed."""
    return in_turn(_planned, lambda: [ALLOWED_MS], goal=1.0, rounds=rounds)


def _planned() -> list[float]:
    return timed(lambda: subprocess.run(COMMAND, cwd=ROOT, capture_output=True, check=True))
