"""Addresses share the threads of the server fairly."""

import asyncio
from threading import Event

import pytest

from clubsite.server import requests
from clubsite.server.line import Line


class Hall:
    """Requests in a line, each of which works until it is let go."""

    def __init__(self, threads, *, each):
        self.line = Line("test", threads, each=each)
        self.begun, self.let_go, self.tasks = [], {}, {}

    async def ask(self, name, *, address, dear=False, seconds=60):
        self.let_go[name] = Event()

        def work():
            self.begun.append(name)
            assert self.let_go[name].wait(30)
            return name

        run = self.line.run(work, address=address, dear=dear, seconds=seconds)
        self.tasks[name] = asyncio.ensure_future(run)
        await asyncio.sleep(0)

    async def done(self, name):
        self.let_go[name].set()
        return await self.tasks[name]

    async def end(self):
        for event in self.let_go.values():
            event.set()
        await asyncio.gather(*self.tasks.values())


async def until(holds):
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.001)


def played(story):
    asyncio.run(story())


def test_a_newcomer_is_next_although_another_address_has_many_requests():
    async def story():
        hall = Hall(1, each=1)
        for no in range(5):
            await hall.ask(f"many {no}", address="a")
        await hall.ask("one", address="b")
        for name in ("many 0", "many 1", "one", "many 2", "many 3", "many 4"):
            await until(lambda name=name: name in hall.begun)
            assert await hall.done(name) == name
        assert hall.begun == ["many 0", "many 1", "one", "many 2", "many 3", "many 4"]

    played(story)


def test_one_address_never_gets_all_threads():
    async def story():
        hall = Hall(3, each=2)
        for no in range(4):
            await hall.ask(f"many {no}", address="a")
        await hall.ask("one", address="b")
        await until(lambda: len(hall.begun) == 3)
        assert sorted(hall.begun) == ["many 0", "many 1", "one"]
        await hall.end()

    played(story)


def test_one_address_runs_one_expensive_request_at_a_time():
    async def story():
        hall = Hall(3, each=2)
        await hall.ask("sheet 1", address="a", dear=True)
        await hall.ask("sheet 2", address="a", dear=True)
        await hall.ask("other", address="b", dear=True)
        await hall.ask("page", address="b")
        await until(lambda: len(hall.begun) == 3)
        assert sorted(hall.begun) == ["other", "page", "sheet 1"]
        await hall.done("sheet 1")
        await until(lambda: "sheet 2" in hall.begun)
        await hall.end()

    played(story)


def test_a_page_does_not_wait_for_sheets_of_the_same_address():
    async def story():
        hall = Hall(3, each=2)
        for no in range(3):
            await hall.ask(f"sheet {no}", address="a", dear=True)
        await hall.ask("page", address="a")
        await until(lambda: len(hall.begun) == 2)
        assert sorted(hall.begun) == ["page", "sheet 0"]
        await hall.end()

    played(story)


def test_a_request_that_waited_too_long_is_answered_so_and_holds_up_no_other():
    async def story():
        hall = Hall(1, each=1)
        await hall.ask("first", address="a")
        await hall.ask("late", address="a", seconds=0)
        assert await hall.tasks["late"] is None
        await hall.ask("next", address="b")
        assert await hall.done("first") == "first"
        await until(lambda: "next" in hall.begun)
        await hall.end()
        assert hall.begun == ["first", "next"]

    played(story)


def test_a_request_that_fails_releases_its_thread():
    async def story():
        line = Line("test", 1, each=1)
        whose = {"address": "a", "dear": True, "seconds": 30}
        failed = await asyncio.gather(line.run(lambda: 1 // 0, **whose), return_exceptions=True)
        assert isinstance(failed[0], ZeroDivisionError)
        assert await line.run(lambda: "well", **whose) == "well"

    played(story)


@pytest.mark.parametrize(
    ("method", "path", "line", "dear"),
    [
        ("GET", "/", "_readers", False),
        ("GET", "/t/abcdefghijklmnop/score.pdf", "_readers", True),
        ("POST", "/t/abcdefghijklmnop/send", "_at_tables", False),
        ("POST", "/sign-in/", "_passwords", False),
        ("POST", "/clubs/1/people/", "_elsewhere", False),
    ],
)
def test_a_request_waits_in_its_line_as_one_of_its_household(monkeypatch, method, path, line, dear):
    seen = []

    class Recorder:
        def __init__(self, name):
            self.name = name

        async def run(self, _, *, address, dear, seconds):
            seen.append((self.name, address, dear))
            return "answered"

    for name in ("_readers", "_at_tables", "_passwords", "_elsewhere"):
        monkeypatch.setattr(requests, name, Recorder(name))
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": ""}
    environ["REMOTE_ADDR"] = "2001:db8:1:2:3::4"
    assert asyncio.run(requests._answer_in_turn(environ)) == "answered"
    assert [(name, is_dear) for name, _, is_dear in seen] == [(line, dear)]
    ((_, address, _),) = seen
    other = environ | {"REMOTE_ADDR": "2001:db8:1:2:ffff::9"}
    asyncio.run(requests._answer_in_turn(other))
    assert seen[1][1] == address
