"""An evening in minutes: tables, phones in threads, and a server that is killed now and then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from tests.bench.line import Answer
from tests.server import Server
from tests.soak import history
from tests.soak.opening import sit_down
from tests.soak.table import Table
from tests.soak.tally import Tally, compare


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What an evening is made of; `pace` is the seconds from one hand of a table to its next."""

    tables: int = 40
    hands: int = 60
    phones: int = 200
    kills: int = 4
    pace: float = 2.0
    patience: float = 180.0
    """Seconds after the last hand in which everything must be sent and decided."""
    seed: int = 1


class Evening:
    """The evening as it goes on: its tables, and the answers its phones saw."""

    def __init__(self, server: Server, plan: Plan, say: Callable[[str], None]) -> None:
        self.server, self.plan, self._say, self._random = server, plan, say, Random(plan.seed)
        self.fives, self.posts = [], []
        self._ended = threading.Event()
        self.tables = [self._table(no) for no in range(plan.tables)]

    def _table(self, no: int) -> Table:
        plan, random = self.plan, Random(f"{self.plan.seed} {no}")
        number = max(1, plan.phones // plan.tables + (no < plan.phones % plan.tables))
        captain, *phones = sit_down(self.server.port, self._seen, random, number + 1)
        writers = random.choice((1, 2, 2))
        at = {"hands": plan.hands, "pace": plan.pace, "random": random}
        return Table(captain=captain, phones=phones, writers=writers, **at)

    def _seen(self, answer: Answer) -> None:
        """Note an answer that a phone saw."""
        if answer.status >= 500:
            self.fives.append(answer)
        if b"\r\nbowerbook: queue" in answer.head.lower():
            self.posts.append(answer.ms)

    def play(self) -> Tally:
        """Play it to its end, and hold the server's book against what was played."""
        start = time.monotonic()
        with self._phones():
            self._until_played()
            for table in self.tables:
                table.come_home()
            self._until_tidy()
        self._say(self._speed(time.monotonic() - start))
        return self._tally()

    # -- phones
    # --------------------------------------------------------------------------------------

    @contextmanager
    def _phones(self):
        """Let all phones do what phones do, meanwhile."""
        phones = [(table, phone) for table in self.tables for phone in table.phones]
        threads = [threading.Thread(target=self._live, args=pair, daemon=True) for pair in phones]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._ended.set()
            for thread in threads:
                thread.join(70)

    def _live(self, table: Table, phone) -> None:
        random, beat = Random(phone.new_id()), min(0.5, self.plan.pace / 4)
        while not self._ended.wait(random.uniform(0.5, 1.5) * beat):
            try:
                if phone in table.writers:
                    table.play()
                    phone.flush()
                if not phone.offline and random.random() < 0.2:
                    phone.look()
                    if phone.waiting:
                        table.decide(phone)
            except (OSError, ValueError):
                continue  # the network, or half an answer: it stays in the queue

    # -- the evening
    # ---------------------------------------------------------------------------------

    def _until_played(self) -> None:
        """Wait for the last hand, and kill the server on the way."""
        whole, plan = self.plan.tables * self.plan.hands, self.plan
        kills = sorted(self._random.uniform(0.1, 0.95) * whole for _ in range(plan.kills))
        end, told = time.monotonic() + 300 + plan.hands * plan.pace * 5, 0
        while not all(table.over for table in self.tables) and time.monotonic() < end:
            played = sum(table.played for table in self.tables)
            if kills and played >= kills[0]:
                kills.pop(0)
                self._kill(played)
            if played >= told + whole / 10:
                told = played
                self._say(f"{played} of {whole} hands played, {self._told()} tellings acknowledged")
            time.sleep(0.05)

    def _kill(self, played: int) -> None:
        self.server.kill()
        time.sleep(self._random.random())
        self.server.restart()
        self._say(f"the server was killed after {played} hands, and answers again")

    def _until_tidy(self) -> None:
        """Wait until every telling was answered and every waiting hand decided."""
        end, open_tables = time.monotonic() + self.plan.patience, list(self.tables)
        while open_tables and time.monotonic() < end:
            open_tables = [table for table in open_tables if not _tidy(table)]
            time.sleep(0.2)
        refused = sum(len(table.record.refused) for table in self.tables)
        self._say(
            f"{self._told()} tellings acknowledged, {refused} refused; "
            f"something is left open at {len(open_tables)} tables"
        )

    def _told(self) -> int:
        return sum(len(table.record.acknowledged) for table in self.tables)

    def _speed(self, seconds: float) -> str:
        times = sorted(self.posts)
        half, most = (times[int(len(times) * part)] for part in (0.5, 0.99))
        per_second = sum(table.played for table in self.tables) / seconds
        return (
            f"{seconds:.0f} s, {per_second:.0f} hands a second; an answer to a telling took "
            f"{half:.0f} ms, 99 of 100 at most {most:.0f} ms, the slowest {times[-1]:.0f} ms"
        )

    def _tally(self) -> Tally:
        for table in self.tables:
            table.captain.net.end()  # the server may have ended it, idle for so long
        sheets = {table.path: table.captain.sheet() for table in self.tables}
        books, whole = history.read(self.server, sheets), Tally()
        for no, table in enumerate(self.tables, start=1):
            found = compare(table.record, books[table.path])
            for fault in found.faults and (*found.faults, *table.record.refused):
                self._say(f"table {no} ({table.path}): {fault}")
            whole += found
        return whole


def _tidy(table: Table) -> bool:
    """Return whether all is sent and decided at a table."""
    try:
        return table.tidy()
    except OSError:
        return False  # the connection ended when the server was killed
