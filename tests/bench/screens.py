"""A thousand screens and more: four full halls whose phones listen while two hundred tables log."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock, Thread
from urllib.request import urlopen

from tests.bench.figures import Figure
from tests.bench.hall import full_halls, ringer
from tests.bench.line import BROWSER, LENGTH
from tests.bench.phone import Phone
from tests.server import Server

ENTRANTS, TABLES = 200, 50
"""Of a hall, which is full."""
A_HAND = 150
"""Seconds that a table plays at a hand."""
BURST = 10.0
"""In the middle all tables log within these seconds besides."""
IDLE_SECONDS = 15
WITHIN_MS = 500.0
TAG = re.compile(rb"\r\nhx-ptag: (\S+)", re.IGNORECASE)
LISTEN = re.compile(r'data-listen="([^"]+)"')
SHOWN = re.compile(r'hx-ptag="([^"]+)"')


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """How many tables and screens there are, and for how many seconds hands arrive, how many of
    them a second. 0 is the speed of play."""

    tables: int = 200
    screens: int = 2004
    seconds: int = 90
    hands: int = 0

    @property
    def halls(self) -> int:
        return -(-self.tables // TABLES)

    @property
    def phones(self) -> int:
        """Of each hall, its players' and their friends'; its pads and big screen come besides."""
        return (self.screens - self.halls) // self.halls - TABLES

    def due(self, random: Random) -> list[tuple[float, int]]:
        """Return when hands are due, in seconds, each with the number of its table."""
        if self.hands:
            return [(n / self.hands, n % self.tables) for n in range(self.seconds * self.hands)]
        tables, share = range(self.tables), self.seconds / A_HAND
        some = [(self.seconds * random.random(), no) for no in tables if random.random() < share]
        return some + [(self.seconds / 2 + BURST * random.random(), no) for no in tables]


def crowd_of(text: str) -> Crowd:
    """Return the crowd that "1000,5000,60,80" says: its tables, screens, seconds, and hands a
    second. Raise ValueError for anything else."""
    tables, screens, seconds, hands = map(int, text.split(","))
    return Crowd(tables=tables, screens=screens, seconds=seconds, hands=hands)


@dataclass
class Seen:
    """What the screens came to see, each by its own loop."""

    bells: dict[int, float] = field(default_factory=dict)
    """When each screen said that the bell has rung."""
    heard: set[int] = field(default_factory=set)
    errors: Counter = field(default_factory=Counter)
    asked: int = 0


class Screen:
    """A page that listens, and asks for what is new when it is told so, as static/news.js does."""

    def __init__(self, no: int, port: int, path: str, listen: str, tag: str, seen: Seen) -> None:
        self.no, self._port, self._path, self._listen = no, port, path, listen
        self._seen, self._random = seen, Random(no)
        self._tag = tag

    async def live(self) -> None:
        """Listen for as long as the bench lasts."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(self._message(self._listen))
        asking = None
        while line := await reader.readline():
            if not line.startswith(b"data: "):
                continue
            said = json.loads(line[6:])
            self._seen.heard.add(self.no)
            if said["over"]:
                self._seen.bells.setdefault(self.no, time.perf_counter())
            if self._tag.startswith(f"{said['tag']}-") or self._tag == said["tag"]:
                continue
            if asking is None or asking.done():
                asking = asyncio.create_task(self._ask(said.get("spread", 0)))
        self._seen.errors["a stream ended"] += 1

    async def _ask(self, spread: int) -> None:
        await asyncio.sleep(spread / 1000 * self._random.random())
        self._seen.asked += 1
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(self._message(f"{self._path}?poll", f"HX-PTag: {self._tag}\r\n"))
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(LENGTH.search(head)[1]) if LENGTH.search(head) else 0)
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            self._seen.errors["a screen was not answered"] += 1
            return
        if head[9:12] not in (b"200", b"304"):
            self._seen.errors[f"a screen was answered with {head[9:12].decode()}"] += 1
        elif found := TAG.search(head):
            self._tag = found[1].decode()

    def _message(self, path: str, more: str = "") -> bytes:
        told = "".join(f"{name}: {value}\r\n" for name, value in BROWSER.items())
        return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{told}{more}\r\n".encode()


class Hall:
    """All screens of the halls, in an event loop of their own."""

    def __init__(self, server: Server, halls: list[dict], phones: int) -> None:
        self._port, self.seen = server.port, Seen()
        paths = [
            path
            for hall in halls
            for path in [
                hall["wall"],
                *hall["pads"],
                *(hall["players"][no % ENTRANTS] for no in range(phones)),
            ]
        ]
        found = {path: _loaded(server.port, path) for path in dict.fromkeys(paths)}
        self.screens = [
            Screen(no, server.port, path, *found[path], self.seen) for no, path in enumerate(paths)
        ]
        Thread(target=lambda: asyncio.run(self._live()), daemon=True).start()

    async def _live(self) -> None:
        await asyncio.gather(*(screen.live() for screen in self.screens))

    def wait(self, how: Callable[[], bool], seconds: float) -> None:
        """Wait until this is so; what is not so then is counted as an error."""
        end = time.perf_counter() + seconds
        while not how():
            if time.perf_counter() > end:
                self.seen.errors["waited in vain"] += 1
                return
            time.sleep(0.05)


def _loaded(port: int, path: str) -> tuple[str, str]:
    """Load a page; return where it listens, and its tag."""
    with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        page = answer.read().decode()
    return LISTEN.search(page)[1], SHOWN.search(page)[1]


def thousand_screens(server: Server, crowd: Crowd = Crowd()) -> Figure:
    """Return what one hand in a hundred takes to be acknowledged, against the half second that we
    allow; beside it, when the last screen said that the bell has rung, and what the server took."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    halls = full_halls(server, ENTRANTS, crowd.halls)
    hall = Hall(server, halls, crowd.phones)
    seen, everybody = hall.seen, len(hall.screens)
    hall.wait(lambda: len(seen.heard) == everybody, 60)
    pads = [path for one in halls for path in one["pads"]]
    tables = [Phone(server, path=path, seed=no) for no, path in enumerate(pads)]
    idle, *_ = processor_share(server, lambda: time.sleep(IDLE_SECONDS))
    quiet = seen.asked
    processor, took, hands = processor_share(server, lambda: logged(tables, crowd))
    asked = seen.asked - quiet
    bells = [ringer(server, one) for one in halls]
    rung = time.perf_counter()
    with ThreadPoolExecutor(crowd.halls) as heads:
        for one in [heads.submit(ring) for ring in bells]:
            one.result()
    hall.wait(lambda: len(seen.bells) == everybody, 30)
    last = (max(seen.bells.values()) - rung) * 1000
    hall.wait(lambda: time.perf_counter() > rung + 15, 30)
    more = {
        "hands": len(hands),
        "screens": everybody,
        "bell_ms": round(last),
        "processor": processor,
        "idle": idle,
        "ms_a_hand": round((processor - idle) * took * 1000 / len(hands), 1),
        "ms_a_screen_a_minute": round(idle * 60_000 / everybody, 2),
        "asked_a_hand": round(asked / len(hands), 1),
        "memory_mb": round(memory_mb(server)),
        "asked": seen.asked,
        "errors": seen.errors.total(),
    }
    return Figure(
        ours_ms=sorted(hands)[int(len(hands) * 0.99)], floor_ms=WITHIN_MS, goal=1.0, more=more
    )


def logged(tables: list[Phone], crowd: Crowd) -> list[float]:
    """Log at all tables for a while, each at its own times; return the hands' milliseconds until
    they were saved."""
    began, free = time.perf_counter(), {id(table): Lock() for table in tables}

    def log(table: Phone) -> float:
        with free[id(table)]:
            table.come_back()
            return table.log_until_saved().ms

    with ThreadPoolExecutor(64) as phones:
        sent = []
        for at, no in sorted(crowd.due(Random(1))):
            time.sleep(max(0.0, began + at - time.perf_counter()))
            sent.append(phones.submit(log, tables[no]))
        return [one.result() for one in sent]


def processes(server: Server) -> Iterator[Path]:
    """Yield the folders of /proc of all processes of a server."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                if os.getpgid(int(folder.name)) == server.pid:
                    yield folder


def processor_share(server: Server, work: Callable[[], object]) -> tuple[float, float, object]:
    """Return how much of one core the server took while this was done, for how many seconds, and
    what came of it."""
    before, began = processor_seconds(server), time.perf_counter()
    done = work()
    took = time.perf_counter() - began
    return round((processor_seconds(server) - before) / took, 3), took, done


def processor_seconds(server: Server) -> float:
    """Return the seconds of processor that a server has taken so far."""
    threads = (one for folder in processes(server) for one in folder.glob("task/*/schedstat"))
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


def memory_mb(server: Server) -> float:
    """Return the memory that a server holds, what its processes share counted once."""
    rows = [(folder / "smaps_rollup").read_text() for folder in processes(server)]
    return sum(int(re.search(r"^Pss:\s+(\d+)", one, re.M)[1]) for one in rows) / 1024
