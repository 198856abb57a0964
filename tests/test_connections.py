"""Limits of a connection: how long a phone may take, and how much it may send."""

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from clubsite.server.connections import (
    HEAD_SECONDS,
    IDLE_SECONDS,
    LONGEST_HEAD,
    STUCK_SECONDS,
    Connection,
)

HEAD = b"GET / HTTP/1.1\r\nHost: there\r\n"


async def nothing(scope, receive, send):
    """An application that is never called, because the clock runs no tasks."""


class Clock:
    """A loop's clock that is set by hand. Scheduled calls wait until then."""

    def __init__(self):
        self.now, self.due = 0.0, {}

    def call_later(self, seconds, work, *args):
        handle = asyncio.TimerHandle(self.now + seconds, work, args, asyncio.new_event_loop())
        self.due[id(handle)] = handle
        return handle

    def create_task(self, coroutine, **_):
        coroutine.close()
        return asyncio.Future(loop=asyncio.new_event_loop())

    def wait(self, seconds):
        self.now += seconds
        for key, handle in list(self.due.items()):
            if handle.cancelled() or handle.when() <= self.now:
                del self.due[key]
                handle.cancelled() or handle._run()


class Transport(asyncio.Transport):
    """A transport that records the data written, and whether it is still open."""

    def __init__(self):
        super().__init__()
        self.written, self.open, self.cut_off = b"", True, False

    def write(self, data):
        self.written += data

    def close(self):
        self.open = False

    def pause_reading(self):
        """Do nothing. The body is read when asked for."""

    def resume_reading(self):
        """The answer is complete."""

    def abort(self):
        self.open, self.cut_off = False, True

    def is_closing(self):
        return not self.open


class Caller:
    """A phone at a connection of its own."""

    def __init__(self):
        kept = {"timeout_keep_alive": IDLE_SECONDS, "log_config": None}
        config = uvicorn.Config(nothing, http=Connection, ws="none", interface="asgi3", **kept)
        config.load()
        self.clock, self.line = Clock(), Transport()
        self.server = Connection(config, ServerState(), {}, _loop=self.clock)
        self.server.connection_made(self.line)

    def say(self, text):
        self.server.data_received(text)

    def is_answered(self):
        self.server.cycle.response_complete = True
        self.server.on_response_complete()

    def open_after(self, seconds, *, dripping=b""):
        """Whether it is still open that much later, when every second a little is said."""
        for _ in range(int(seconds)):
            self.clock.wait(1)
            if self.line.open and dripping:
                self.say(dripping)
        return self.line.open


@pytest.fixture
def caller():
    return Caller()


@pytest.mark.parametrize("said", [b"", b"\r\n", b"GET", HEAD])
def test_a_connection_that_sends_no_whole_request_in_time_is_closed(caller, said):
    if said:
        caller.say(said)
    assert caller.open_after(HEAD_SECONDS - 2)
    assert not caller.open_after(3)


def test_a_dripping_head_is_given_no_more_time(caller):
    caller.say(HEAD + b"X-Drip: ")
    assert caller.open_after(HEAD_SECONDS - 2, dripping=b"a")
    assert not caller.open_after(3, dripping=b"a")


def test_a_complete_request_may_take_long_to_be_answered(caller):
    caller.say(HEAD + b"\r\n")
    assert caller.open_after(10 * HEAD_SECONDS)


def test_an_idle_connection_may_wait_but_its_next_request_must_arrive_in_time(caller):
    caller.say(HEAD + b"\r\n")
    caller.is_answered()
    assert caller.open_after(IDLE_SECONDS - 2)
    caller.say(HEAD)
    assert caller.open_after(HEAD_SECONDS - 2, dripping=b"x")
    assert not caller.open_after(3, dripping=b"x")


def test_an_idle_connection_without_another_request_ends(caller):
    caller.say(HEAD + b"\r\n")
    caller.is_answered()
    assert not caller.open_after(IDLE_SECONDS + 1)


def test_empty_lines_do_not_keep_an_idle_connection_open(caller):
    caller.say(HEAD + b"\r\n")
    caller.is_answered()
    assert not caller.open_after(HEAD_SECONDS + 1, dripping=b"\r\n")


def test_a_head_without_an_end_is_refused_when_it_is_too_long(caller):
    caller.say(HEAD + b"X-Long: ")
    while caller.line.open and len(caller.line.written) == 0:
        caller.say(b"a" * 4096)
        assert caller.server._head <= LONGEST_HEAD + 4096
    assert caller.line.written.startswith(b"HTTP/1.1 431 ")
    assert not caller.line.open


def test_a_long_body_does_not_count_as_a_long_head(caller):
    caller.say(b"POST / HTTP/1.1\r\nHost: there\r\nContent-Length: 200000\r\n\r\n")
    for _ in range(10):
        caller.say(b"a" * 20_000)
    assert (caller.line.open, caller.line.written) == (True, b"")


def test_a_reader_that_does_not_take_the_answer_is_cut_off(caller):
    caller.say(HEAD + b"\r\n")
    caller.server.pause_writing()
    assert caller.open_after(STUCK_SECONDS - 1)
    assert not caller.open_after(1)


def test_a_slow_reader_that_takes_the_answer_in_pieces_may_take_long(caller):
    caller.say(HEAD + b"\r\n")
    for _ in range(5):
        caller.server.pause_writing()
        assert caller.open_after(STUCK_SECONDS - 1)
        caller.server.resume_writing()


def test_a_closed_connection_is_cut_off_when_its_last_bytes_are_not_read(caller):
    caller.say(HEAD + b"\r\n")
    caller.is_answered()
    assert not caller.open_after(IDLE_SECONDS)
    assert not caller.line.cut_off
    caller.open_after(STUCK_SECONDS)
    assert caller.line.cut_off
