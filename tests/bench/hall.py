"""The bell: rung at the head table, seen on every screen of a full hall."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from tests.bench.figures import Figure
from tests.bench.line import Line
from tests.server import ROOT, Server

PHONES = 200
"""Of players: each of a hundred people twice, or their neighbour's."""
WITHIN_MS = 2000.0
TAG = re.compile(rb"\r\nhx-ptag: (\S+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """How often a screen asks, and by what one sees on it that the round is over."""

    every: float
    says: bytes


PLAYER = Kind(every=1.0, says=b'data-bell="1"')
WALL = Kind(every=1.0, says=b'data-bell="1"')
PAD = Kind(every=1.5, says=b"The bell has rung")


def bell(ours: Server) -> Figure:
    """Return how long after the ring the last of 226 screens says it, against the two seconds we
    allow."""
    (hall,) = full_halls(ours)
    screens = [(hall["wall"], WALL), *((path, PAD) for path in hall["pads"])]
    screens += [(hall["players"][no % len(hall["players"])], PLAYER) for no in range(PHONES)]
    started = Event()
    with ThreadPoolExecutor(len(screens)) as pool:
        waiting = [
            pool.submit(_seen_at, ours.port, path, kind, no / len(screens), started)
            for no, (path, kind) in enumerate(screens)
        ]
        time.sleep(5)
        ring, rung = ringer(ours, hall), time.perf_counter()
        ring()
        started.set()
        last = max(seen.result() for seen in waiting)
    return Figure(ours_ms=(last - rung) * 1000, floor_ms=WITHIN_MS, goal=1.0)


def full_halls(server: Server, *what: int) -> list[dict]:
    """Return the screens of full halls: how many people in each, and how many halls."""
    command = [sys.executable, "-m", "tests.bench.full_hall", *map(str, what)]
    done = subprocess.run(
        command, cwd=ROOT, env=server.environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def ringer(server: Server, hall: dict) -> Callable[[], None]:
    """Return what rings as the head table's phone does, whose pad is open."""
    line, path = Line(server.port), hall["pads"][0]
    page = line.get(path)
    csrf = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page.body)[1].decode()
    cookie = re.search(rb"csrftoken=\w+", page.head)[0].decode()
    values = {"csrfmiddlewaretoken": csrf, "round_table": hall["round_table"]}

    def ring() -> None:
        answer = line.post(f"{path}round/bell", values, Cookie=cookie)
        if answer.status not in (200, 302):
            raise RuntimeError(f"the bell was answered with {answer.status}: {answer.body[:300]}")

    return ring


def _seen_at(port: int, path: str, kind: Kind, phase: float, rung: Event) -> float:
    """Ask as often as this screen does, from its own moment on; return when it said that the bell
    rang."""
    line = Line(port)
    tag = TAG.search(line.get(path).head)[1].decode()
    due = time.perf_counter() + phase * kind.every
    while True:
        time.sleep(max(0.0, due - time.perf_counter()))
        answer = line.get(f"{path}?poll", HX_PTag=tag)
        if answer.status == 200 and kind.says in answer.body:
            return time.perf_counter()
        if answer.status == 200:
            tag = TAG.search(answer.head)[1].decode()
        due += kind.every
        if rung.is_set() and time.perf_counter() > due + 30:
            raise RuntimeError(f"{path} never told the bell")
