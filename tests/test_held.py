"""Pictures of all directors share a bounded room on the server."""

import asyncio

import pytest

from clubsite.server import requests
from clubsite.server.held import Held
from scoring.common import pictures_sent
from tests.html import text

HERE = "/sessions/1/tournament/pictures/add"


def test_one_address_leaves_room_for_others():
    held = Held(in_all=100, of_one=60)
    assert [held.take("a", 30), held.take("a", 30), held.take("a", 1)] == [True, True, False]
    assert [held.take("b", 40), held.take("c", 1), held.size] == [True, False, 100]


def test_room_is_free_again_once_it_is_given_back():
    held = Held(in_all=100, of_one=60)
    held.take("a", 60)
    held.give_back("a", 60)
    assert (held.size, held.take("a", 60)) == (0, True)


def sent(parts, *, address=HERE, break_off=False):
    """Send pictures in these parts. Return the status and the text of the answer, and how much was
    held before the last part."""
    path, _, query = pictures_sent.signed(address).partition("?")
    scope = {
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"content-type", b"multipart/form-data")],
        "server": ("localhost", 80),
        "client": ("192.0.2.1", 5000),
        "scheme": "http",
        "http_version": "1.1",
    }
    left, said, before = list(parts), [], []

    async def receive():
        before.append(requests.pictures_held.size)
        if not left and break_off:
            return {"type": "http.disconnect"}
        return {"body": left.pop(0), "more_body": bool(left) or break_off, "type": "http.request"}

    async def send(message):
        said.append(message)

    asyncio.run(requests.answer(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in said)
    return said[0]["status"] if said else None, text(body.decode()), before[-1]


@pytest.fixture
def room(monkeypatch):
    """A server with room for 100 bytes of pictures, 60 from one address."""
    held = Held(in_all=100, of_one=60)
    monkeypatch.setattr(requests, "pictures_held", held)
    return held


def test_pictures_without_room_are_refused_with_a_sentence_and_not_held(room):
    room.take("198.51.100.7", 60)
    status, said, _ = sent([b"x" * 30, b"x" * 30, b"x" * 30])
    assert (status, "Send yours again in a minute" in said) == (503, True)
    assert room.size == 60


def test_pictures_too_large_are_refused_as_such_and_not_held(room, monkeypatch):
    monkeypatch.setattr(pictures_sent, "LARGEST", 50)
    status, said, _ = sent([b"x" * 30, b"x" * 30])
    assert (status, room.size) == (413, 0)


def test_pictures_that_break_off_are_held_no_longer(room):
    assert sent([b"x" * 30, b"x" * 20], break_off=True) == (None, "", 50)
    assert room.size == 0


def test_pictures_are_held_until_they_are_answered(room, monkeypatch):
    during = []

    async def answered(environ):
        during.append((room.size, environ["wsgi.input"].read()))
        return requests.TOO_SLOW

    monkeypatch.setattr(requests, "_answer_in_turn", answered)
    sent([b"x" * 30, b"y" * 10])
    assert (during, room.size) == ([(40, b"x" * 30 + b"y" * 10)], 0)


def test_pictures_that_waited_too_long_are_refused_unread(room, monkeypatch):
    monkeypatch.setattr(pictures_sent, "PATIENCE", 0)
    monkeypatch.setattr(requests, "_pictures", requests.Line("test", 1, each=0))
    status, said, _ = sent([b"x" * 30])
    assert (status, "Send yours again in a minute" in said) == (503, True)
