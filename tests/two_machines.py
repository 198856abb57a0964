"""Measure two machines on one PostgreSQL behind nginx, as docs/deploy.md describes, and play an
evening in which each is killed once: `.venv/bin/python -m tests.two_machines`."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from unittest import mock

from tests import postgres
from tests.bench.phone import Phone
from tests.server import PATIENCE, Server, free_port
from tests.soak.evening import Evening, Plan
from tests.soak.tally import Tally
from tests.web_servers import nginx_file, recipe, running

KEY = "one key, which every machine knows and nobody else"
SILENT = 7.0
"""Seconds without a word after which a screen gives a stream up, as static/listener.js does."""
SHOWN = re.compile(r'hx-ptag="([^"]+)"')
PLAN = Plan(tables=12, hands=40, phones=48, kills=1, pace=1.0, seed=36)


class Screen:
    """A page that listens, polls when notified, and listens again when its stream ends, as
    static/news.js does."""

    def __init__(self, port: int, path: str) -> None:
        self._port, self._path, self._random, self._ended = port, path, Random(path), Event()
        page = self._page()
        self._address = re.search(r'data-listen="([^"]+)"', page)[1]
        self._shown, self._heard = SHOWN.search(page)[1], ""
        self.heard_at = 0.0
        """The time of its last notification, by time.monotonic()."""
        self.blind: list[float] = []
        """For each stream that ended, the seconds until the page was brought without one."""
        self.deaf: list[float] = []
        """For each stream that ended, the seconds until another one said something."""
        Thread(target=self._live, daemon=True).start()

    def end(self) -> None:
        """Switch it off; it goes when it next hears something."""
        self._ended.set()

    def is_up_to_date(self) -> bool:
        """Whether it shows the page as it is now, and a stream said that this is the latest."""
        now = SHOWN.search(self._page())[1]
        return self._shown == now and now.startswith(f"{self._heard}-")

    def _live(self) -> None:
        lost = None
        while not self._ended.is_set():
            with suppress(OSError, HTTPException, ValueError):
                self._listen(lost)
            lost = time.monotonic()
            while not self._ended.is_set():
                self._ended.wait(1.5 * self._random.random())
                with suppress(OSError, HTTPException):
                    self._ask()
                    self.blind.append(time.monotonic() - lost)
                    break
            self._ended.wait(self._random.uniform(1, 3) - (time.monotonic() - lost))

    def _listen(self, lost: float | None) -> None:
        stream = self._get(self._address, timeout=SILENT)
        while not self._ended.is_set() and stream.status == 200 and (line := stream.readline()):
            if not line.startswith(b"data: "):
                continue
            self._heard, self.heard_at = json.loads(line[6:])["tag"], time.monotonic()
            if lost:
                self.deaf.append(self.heard_at - lost)
                lost = None
            if not self._shown.startswith(f"{self._heard}-"):
                self._ask()

    def _ask(self) -> None:
        answer = self._get(f"{self._path}?poll", **{"HX-PTag": self._shown})
        answer.read()
        if answer.status not in (200, 304):
            raise ConnectionError(f"a screen was answered with {answer.status}")
        self._shown = answer.headers.get("HX-PTag") or self._shown

    def _page(self) -> str:
        return self._get(self._path).read().decode()

    def _get(self, path: str, timeout: float = 60, **headers: str) -> HTTPResponse:
        line = HTTPConnection("127.0.0.1", self._port, timeout=timeout)
        line.request("GET", path, headers=headers)
        return line.getresponse()


class Site:
    """The machines, used as one server. To kill and restart it means one machine after the other,
    while screens and phones go on with the rest."""

    def __init__(self, port: int, machines: list[Server], beside: dict[str, int]) -> None:
        self.port, self.machines, self._beside = port, machines, beside
        self.screens: list[Screen] = []
        self._killed = 0.0

    @property
    def data_dir(self) -> Path:
        """Where the first machine keeps its own."""
        return self.machines[0].data_dir

    @property
    def log(self) -> str:
        """What all of them have written so far."""
        return "".join(one.log for one in self.machines)

    def manage(self, *words: str, typed: str = "") -> str:
        """Run a command of manage.py on one of them and return what it prints."""
        return self.machines[0].manage(*words, typed=typed)

    def kill(self) -> None:
        """Kill the first machine, as a power cut would."""
        self._kill(self.machines[0])

    def restart(self) -> None:
        """Restart a machine when all screens have heard from the others. When nginx has noticed,
        kill and restart each of those in the same way."""
        for machine in self.machines:
            if machine is not self.machines[0]:
                self._kill(machine)
            wait_until(lambda: all(one.heard_at > self._killed for one in self.screens))
            machine.restart()
            wait_until(partial(self._is_asked_again, machine))

    def _is_asked_again(self, machine: Server) -> bool:
        """Ask nginx for a page; return whether this machine was asked for it."""
        before = machine.log.count(" GET / ")
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", "/")
        line.getresponse().read()
        line.close()
        return machine.log.count(" GET / ") > before

    def _kill(self, machine: Server) -> None:
        machine.kill()
        self._killed = time.monotonic()

    def processor(self) -> dict[str, float]:
        """Return the seconds of processor that each part has taken so far."""
        running = [one.pid for one in self.machines]
        taken = {name: seconds_of(pid) for name, pid in self._beside.items()}
        return {"machines": sum(map(seconds_of, running)), **taken}


def wait_until(how: Callable[[], bool]) -> None:
    """Wait until this is so; RuntimeError if it never is."""
    end = time.monotonic() + PATIENCE
    while not how():
        if time.monotonic() > end:
            raise RuntimeError("waited in vain")
        time.sleep(0.05)


def seconds_of(pid: int) -> float:
    """Return the seconds of processor of a process, and of all it has started."""
    stats = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                said = (folder / "stat").read_text().rpartition(")")[2].split()
                stats[int(folder.name)] = int(said[1]), sum(map(int, said[11:15]))
    family = {pid}
    while more := {one for one, (parent, _) in stats.items() if parent in family} - family:
        family |= more
    ticks = sum(stats[one][1] for one in family if one in stats)
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_site(number: int = 2) -> Iterator[Site]:
    """Yield this number of machines, each with one process and its own folder. PostgreSQL is set up
    as a club runs it, with acknowledged writes on the disk."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(postgres, "QUICK", ["max_connections=200"]))
        cluster = stack.enter_context(postgres.Cluster())
        cluster.start()
        given = {"SECRET_KEY": KEY, "BEHIND_PROXY": "yes", "WEB_CONCURRENCY": "1"}
        given["LOG_REQUESTS"] = "yes"
        machines = [stack.enter_context(Server(cluster.url, **given)) for _ in range(number)]
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="nginx-")))
        port = free_port()
        command = nginx_file(folder, before(machines, port))
        ask = lambda: socket.create_connection(("127.0.0.1", port)).close()  # noqa: E731
        nginx = stack.enter_context(running(command, folder, ask))
        yield Site(port, machines, {"nginx": nginx.pid, "PostgreSQL": cluster.pid})


def before(machines: list[Server], port: int) -> str:
    """Return our file for nginx before these machines, without the certificate."""
    given = re.sub(r" *ssl_certificate.*\n", "", recipe("nginx-machines.conf"))
    given = given.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    given = given.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    for no in (1, 2):
        if no > len(machines):
            given = re.sub(rf" *server 10.0.0.1{no}:8000.*\n", "", given)
        else:
            given = given.replace(f"10.0.0.1{no}:8000", f"127.0.0.1:{machines[no - 1].port}")
    return given


# -- an evening
# -----------------------------------------------------------------------------------------


def evening(site: Site, plan: Plan, say: Callable[[str], None]) -> tuple[Evening, Tally]:
    """Play an evening with two screens at each table, until all of them show its end."""
    played = Evening(site, plan, say)
    site.screens = [Screen(site.port, table.path) for table in played.tables for _ in range(2)]
    wait_until(lambda: all(one.heard_at for one in site.screens))
    try:
        tally = played.play()
        wait_until(lambda: all(one.is_up_to_date() for one in site.screens))
    finally:
        for one in site.screens:
            one.end()
    return played, tally


# -- what they can take
# -----------------------------------------------------------------------------------------


def hammered(site: Site, *, tables: int = 16, seconds: float = 12.0) -> str:
    """Let tables log one hand after the other for a while; return what came of it, in words."""
    phones = [Phone(site, seed=no) for no in range(tables)]
    before, began = site.processor(), time.perf_counter()

    def log(phone: Phone) -> list[float]:
        times = []
        while time.perf_counter() < began + seconds:
            times.append(phone.log().ms)
        return times

    own = time.process_time()
    with ThreadPoolExecutor(tables) as pool:
        times = sorted(ms for found in pool.map(log, phones) for ms in found)
    took, number = time.perf_counter() - began, len(times)
    shares = {name: now - before[name] for name, now in site.processor().items()}
    shares["the phones"] = time.process_time() - own
    each = ", ".join(f"{name} {1000 * one / number:.2f}" for name, one in shares.items())
    return (
        f"{number / took:.0f} hands a second, half within {times[number // 2]:.0f} ms, 99 of 100 "
        f"within {times[number * 99 // 100]:.0f} ms; ms of processor a hand: {each}"
    )


def main() -> int:
    """Measure one machine and two, then play an evening. Return 0 if no hand was lost or
    doubled."""
    for number in (1, 2):
        with running_site(number) as site:
            print(f"machines: {number}: {hammered(site)}", flush=True)
    with running_site() as site:
        played, tally = evening(site, PLAN, lambda words: print(words, flush=True))
        blind, deaf = (
            sorted(sum(both, []))
            for both in zip(*((one.blind, one.deaf) for one in site.screens), strict=True)
        )
    print(
        f"{len(blind)} streams ended; their screens had the page again after {blind[0]:.1f} to "
        f"{blind[-1]:.1f} s, and a stream after {deaf[0]:.1f} to {deaf[-1]:.1f} s"
    )
    print(tally.line(len(played.fives)))
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
