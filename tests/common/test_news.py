"""Streams of news at the running server: listeners hear of every write."""

import http.client
import json
import re
from contextlib import contextmanager
from random import Random

import pytest

from scoring.common import polling
from tests import server as servers
from tests.soak.opening import sit_down
from tests.soak.truth import any_deal

pytestmark = pytest.mark.slow
RAISE = "from scoring.models import Table; Table.objects.update(version=100)"


@pytest.fixture
def server(database_url):
    with servers.start(database_url, WEB_CONCURRENCY="2") as server:
        yield server


class Screen:
    """A page that was loaded, and the stream that it listens to."""

    def __init__(self, server, path):
        self._server, self._path = server, path
        page = self._get(path).read().decode()
        self.address = re.search(r'data-listen="([^"]+)"', page)[1]
        self.tag = re.search(r'hx-ptag="([^"]+)"', page)[1]
        self._stream = self._get(self.address)

    def _get(self, path):
        line = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=60)
        line.request("GET", path)
        return line.getresponse()

    def hears(self):
        """The next word of the stream."""
        while not (line := self._stream.readline().decode()).startswith("data: "):
            assert line, "the stream has ended"
        return json.loads(line.removeprefix("data: "))

    def hears_until(self, tag):
        """The word with the tag of a page that begins so."""
        while not tag.startswith((word := self.hears())["tag"]):
            pass
        return word

    def now(self):
        """The tag of its page as it is now."""
        return re.search(r'hx-ptag="([^"]+)"', self._get(self._path).read().decode())[1]

    def hears_all(self):
        """Return everything received until the stream ends."""
        return self._stream.read()


@contextmanager
def a_table(server):
    (phone,) = sit_down(server.port, lambda answer: None, Random(1), 1)
    phone.net.good = True
    yield phone


def test_listeners_hear_of_every_write_until_the_server_ends(server):
    with a_table(server) as phone:
        screens = [Screen(server, phone.path) for _ in range(4)]
        every_screen_hears_of_every_hand(phone, screens)
        a_command_that_writes_is_news_too(server, screens[0])
        a_forged_address_has_no_news(server)
        server.end()
        for screen in screens:
            with pytest.raises(http.client.IncompleteRead):
                screen.hears_all()


def every_screen_hears_of_every_hand(phone, screens):
    told = [one.hears_until(one.tag) for one in screens]
    assert told == [{"tag": one.tag.removesuffix("-write"), "over": 0} for one in screens]
    for no in range(3):
        phone.hand(no, any_deal(Random(no)))
        phone.flush()
        tag = screens[0].now()
        for screen in screens:
            assert tag.startswith(screen.hears_until(tag)["tag"])


def a_command_that_writes_is_news_too(server, screen):
    server.manage("shell", "-c", RAISE)
    assert screen.hears_until(screen.now())["tag"].startswith("100-")


def a_forged_address_has_no_news(server):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for address in ("/news/table-1", "/news/table-1~abc", "/news/"):
        line.request("GET", address)
        answer = line.getresponse()
        assert (answer.status, answer.read()) == (404, b"")


def test_an_address_names_its_topic_and_cannot_be_forged():
    address = polling.news("table", 12)
    assert polling.topic_at(address) == ("table", 12)
    assert polling.topic_at(address.replace("12", "13")) is None
