"""The rules alone: engine, score-lines, score-mixed. Their floor is the time we allow ourselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from inspect import unwrap
from random import Random
from statistics import median
from unittest.mock import patch

from scoring.euchre import points
from scoring.euchre.books import find
from scoring.euchre.sheet import Entry, Sheet, document
from tests.bench.figures import Figure, timed
from tests.euchre.chance import any_sheet
from tests.server import ROOT
from tests.sheets.cast import FIVE, a_hand

CALL_ACE = find("call-ace")
HANDS, SHEETS, HANDS_A_SHEET = 100_000, 1000, 30


def engine(*, runs: int = 5) -> Figure:
    """100,000 Call-Ace hands of every kind, scored one by one, in one second at most."""
    random = Random(1)
    hands = [a_hand(random, len(FIVE)) for _ in range(HANDS)]

    def all_of_them() -> None:
        for hand in hands:
            points.score(hand, rules=CALL_ACE, seats=len(FIVE))

    with patch.object(
        points, "_scored", unwrap(points._scored)
    ):  # nothing is remembered of equal hands
        return within(1000, [timed(all_of_them)[0] for _ in range(runs)])


def score_lines(*, runs: int = 3) -> Figure:
    """1,000 sheets of 30 hands through `manage.py score --json --lines`, in three seconds at
    most."""
    random = Random(1)
    return _scored_within(3000, [_sheet(random) for _ in range(SHEETS)], runs)


def score_mixed(*, runs: int = 3) -> Figure:
    """1,000 sheets of 30 hands of all rule sets, with options and house rules, in four seconds at
    most."""
    random = Random(1)
    return _scored_within(4000, [any_sheet(random, HANDS_A_SHEET) for _ in range(SHEETS)], runs)


def _scored_within(allowed: float, sheets: list[Sheet], runs: int) -> Figure:
    lines = "\n".join(json.dumps(document(sheet)) for sheet in sheets)
    return within(allowed, [timed(lambda: _score(lines))[0] for _ in range(runs)])


def within(allowed: float, times: list[float]) -> Figure:
    """Return the median beside the milliseconds that are allowed."""
    return Figure(ours_ms=median(times), floor_ms=allowed, goal=1.0)


def _sheet(random: Random) -> Sheet:
    hands = tuple(Entry(hand=a_hand(random, len(FIVE))) for _ in range(HANDS_A_SHEET))
    return Sheet(rules=CALL_ACE, players=FIVE, hands=hands)


def _score(lines: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "manage.py", "score", "--json", "--lines"]
        done = subprocess.run(
            command,
            input=lines,
            cwd=ROOT,
            env={**os.environ, "DATA_DIR": data},
            capture_output=True,
            text=True,
            check=True,
        )
    if done.stdout.count("\n") != SHEETS:
        raise RuntimeError("not every sheet was answered")
