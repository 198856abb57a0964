"""Requests through the whole server: log-hand, hand, poll, poll-open, two-hundredth-hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from operator import truediv
from statistics import quantiles

from tests.bench.figures import Figure, in_turn
from tests.bench.line import Answer, Line
from tests.bench.phone import Phone
from tests.bench.screens import processor_seconds
from tests.server import Server

CONNECTIONS = 8
EVENING = 32
"""Hands of a usual evening; then the table is a new one."""


def at_once(phones: list[Phone], ask: Callable[[Phone], Answer], times: int) -> list[float]:
    """Return the milliseconds of `times` requests from every phone, all phones at the same time."""

    def one(phone: Phone) -> list[float]:
        return [ask(phone).ms for _ in range(times)]

    with ThreadPoolExecutor(len(phones)) as pool:
        return [ms for times in pool.map(one, phones) for ms in times]


def log_hand(ours: Server, floor: Server, *, rounds: int = 24, each: int = 8) -> Figure:
    """Logging a hand from eight phones at eight tables, against inserting one row."""
    phones = [Phone(ours, floor=floor, seed=no) for no in range(CONNECTIONS)]
    hands = 0

    def log() -> list[float]:
        nonlocal hands
        if hands + each > EVENING:
            hands = 0
            for phone in phones:
                phone.sit_down()
        hands += each
        return at_once(phones, Phone.log, each)

    return in_turn(log, lambda: at_once(phones, Phone.log_bare, each), goal=3.0, rounds=rounds)


def hand(ours: Server, floor: Server, *, turns: int = 8, each: int = 32) -> Figure:
    """The processor time of a hand from one phone that is known, against inserting one row behind
    the same middleware; beside it the quartiles of the turns' ratios, and how long 1, 8 and 80
    phones at once wait for theirs."""
    phone = Phone(ours, floor=floor)
    phone.log()

    spent: dict[Server, list[float]] = {ours: [], floor: []}

    def processor(server: Server, ask: Callable[[Phone], Answer]) -> list[float]:
        before = processor_seconds(server)
        at_once([phone], ask, each)
        spent[server].append((processor_seconds(server) - before) * 1000 / each)
        return spent[server][-1:]

    found = in_turn(
        lambda: processor(ours, Phone.log),
        lambda: processor(floor, Phone.log_bare),
        goal=2.0 if ours.database_url.startswith("sqlite") else 2.5,
        rounds=turns,
    )
    low, _, high = quantiles(map(truediv, spent[ours][1:], spent[floor][1:]), n=4)
    more = {"ratio_low": round(low, 2), "ratio_high": round(high, 2)}
    for number in (1, 8, 80):
        phones = [Phone(ours, seed=no) for no in range(number)]
        for phone in phones:
            phone.come_back()  # the first of them have been silent for long
        at_once(phones, Phone.log_until_saved, 1)
        waited = sorted(at_once(phones, Phone.log_until_saved, max(4, 128 // number)))
        for part in (50, 99):
            more[f"p{part}_of_{number}"] = round(waited[len(waited) * part // 100], 1)
    return replace(found, more=more)


def poll(ours: Server, floor: Server, *, rounds: int = 24, each: int = 16) -> Figure:
    """A poll with nothing new from eight pads, against a bare 304 that reads one row."""
    phones = [Phone(ours, floor=floor, seed=no) for no in range(CONNECTIONS)]
    for phone in phones:
        phone.log()
        phone.look()
    return in_turn(
        lambda: at_once(phones, Phone.poll, each),
        lambda: at_once(phones, Phone.poll_bare, each),
        goal=1.5,
        rounds=rounds,
    )


TEN_YEARS = """
from scoring.models import Club, ClubSession, Tournament
club = Club.objects.create(name="Open", open_parts=["results"])
evenings = ClubSession.objects.bulk_create(ClubSession(club=club) for _ in range(500))
played = evenings[:50]
Tournament.objects.bulk_create(Tournament(session=one, style="club", seed=1) for one in played)
print("club", club.pk)
"""


class Reader:
    """Somebody who has the open results of a club, and looks again."""

    def __init__(self, ours: Server, floor: Server, path: str) -> None:
        self.path, self._line, self._bare = path, Line(ours.port), Line(floor.port)
        head = self._line.get(path).head
        self.tag = re.search(rb"\r\netag: (\S+)", head, re.IGNORECASE)[1].decode()

    def look(self) -> Answer:
        """Ask whether there is anything new, which there is not; RuntimeError if it says so."""
        answer = self._line.get(self.path, If_None_Match=self.tag)
        if answer.status != 304:
            raise RuntimeError(f"a page that is the same was answered with {answer.status}")
        return answer

    def look_bare(self) -> Answer:
        """Ask the floor the same."""
        return self._bare.get("/unchanged", If_None_Match=self.tag)


def poll_open(ours: Server, floor: Server, *, rounds: int = 24, each: int = 16) -> Figure:
    """The open results of a club of ten years, unchanged, for eight readers, against a bare 304
    that reads one row."""
    club = re.search(r"club (\d+)", ours.manage("shell", "-c", TEN_YEARS))[1]
    readers = [Reader(ours, floor, f"/open/{club}/results/") for _ in range(CONNECTIONS)]
    return in_turn(
        lambda: at_once(readers, Reader.look, each),
        lambda: at_once(readers, Reader.look_bare, each),
        goal=1.5,
        rounds=rounds,
    )


def two_hundredth_hand(ours: Server, *, tables: int = 4, around: int = 5) -> Figure:
    """The 200th hand of a sitting, against the 10th: from five hands before to five after."""
    long, short = ([Phone(ours, seed=no) for no in range(tables)] for _ in range(2))
    at_once(long, Phone.log, 199 - around)
    at_once(short, Phone.log, 9 - around)
    return in_turn(
        lambda: [phone.log().ms for phone in long],
        lambda: [phone.log().ms for phone in short],
        goal=1.5,
        rounds=2 * around,
    )
