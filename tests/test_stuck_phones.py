"""Two hundred phones that say half of what they want, at the server as ./run starts it."""

import http.client
import json
import socket
import sqlite3
import struct
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from random import Random

import pytest

from tests import server as servers
from tests.soak.opening import sit_down
from tests.soak.truth import any_deal

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
STUCK = 200
HEAD = b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM = (
    b"POST /start HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
HALVES = {
    "nothing": b"",
    "half a head": HEAD,
    "a head and no body": FORM + b"Content-Length: 1000\r\n\r\n",
    "half a body": FORM + b"Content-Length: 1000\r\n\r\nnames=Ann",
    "half of a body in pieces": FORM + b"Transfer-Encoding: chunked\r\n\r\n5\r\nnames\r\n",
}
LARGE = "fonts/DejaVuSans.ttf"


@pytest.fixture(scope="module")
def server():
    with servers.start() as server:
        yield server


def asks_for(file):
    """Return a request for a static file of the site, under its hashed name."""
    names = json.loads((servers.ROOT / "staticfiles" / "staticfiles.json").read_text())["paths"]
    return f"GET /static/{names[file]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def visit(port, path="/rules/"):
    """Ask for a page on a connection of its own; return its status."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
    return answer.status


def test_stuck_connections_hold_up_no_other_visitor(server):
    with ExitStack() as open_lines:
        halves = [*HALVES.values(), asks_for(LARGE)]
        for no in range(STUCK):
            said = halves[no % len(halves)]
            line = open_lines.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)  # it reads nothing
            line.connect(("127.0.0.1", server.port))
            line.sendall(said)
            if no % 10 == 9:  # it vanishes
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.close()
        with ThreadPoolExecutor(4) as visitors:
            visits = list(visitors.map(lambda _: visit(server.port), range(40)))
        (phone,) = sit_down(server.port, lambda answer: None, Random(1), 1)
        phone.net.good = True
        phone.hand(0, any_deal(Random(1)))
        phone.flush()
        assert len(phone.counted()) == 1
    assert visits == [200] * 40


def test_a_locked_database_lets_pages_be_read_and_writers_wait(server):
    phones = [sit_down(server.port, lambda answer: None, Random(no), 1)[0] for no in range(10, 16)]
    for phone in phones:
        phone.net.good = True
        phone.hand(0, any_deal(Random(1)))
    book = sqlite3.connect(server.data_dir / "bowerbook.sqlite3", isolation_level=None)
    with closing(book), ThreadPoolExecutor(len(phones)) as writers:
        book.execute("BEGIN IMMEDIATE")
        sent = [writers.submit(phone.flush) for phone in phones]
        first, waited = visit(server.port), not any(one.done() for one in sent)
        visits = [first, *(visit(server.port) for _ in range(9))]
        book.execute("ROLLBACK")
        for one in sent:
            one.result()
    for phone in phones:
        phone.flush()
    assert (waited, visits) == (True, [200] * 10)
    assert [len(phone.counted()) for phone in phones] == [1] * len(phones)
