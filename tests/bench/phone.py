"""A phone at a table: it starts one over HTTP, opens the pad, and logs hand after hand."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from uuid import uuid4

from tests.bench.line import Answer, Line
from tests.server import Server

NAMES = "Ann, Ben, Cat, Dan, Eveline"
PLAYERS = len(NAMES.split(","))


BUSY = 503
RETRY_SECONDS = 3
"""As static/queue/keeper.js waits."""


class Busy(RuntimeError):
    """The site could not save a hand in time, and asked to send it again."""


class Phone:
    """One table, one connection; `log` sends the next hand as the pad does. The table is a new one
    of five, or that of four partners whose pad is at `path`."""

    def __init__(
        self, server: Server, *, floor: Server | None = None, seed: int = 0, path: str = ""
    ) -> None:
        self._port = server.port
        self.line = Line(server.port)
        self._bare = Line(floor.port) if floor else None
        self._random = Random(seed)
        self._cookies: dict[str, str] = {}
        self._partners_sit = bool(path)
        if path:
            self.open(path)
        else:
            self.sit_down()

    def sit_down(self) -> None:
        """Start a new table and open its pad, as somebody who scanned the code."""
        form = self.line.get("/start")
        self._cookies |= _cookies(form.head)
        csrf = _hidden(form.body, "csrfmiddlewaretoken")
        values = {"csrfmiddlewaretoken": csrf, "names": NAMES, "currency": "GBP", "dealer": "Ann"}
        started = self.line.post("/start", values, Cookie=self._cookie)
        self._cookies |= _cookies(started.head)
        self.open(re.search(rb"\r\nlocation: (\S+)", started.head, re.IGNORECASE)[1].decode())

    def open(self, path: str) -> None:
        """Open the pad of a table."""
        self.path = path
        pad = self.line.get(path, Cookie=self._cookie)
        self._cookies |= _cookies(pad.head)
        self._form = fields_of("hand", pad.body.decode())
        self._form["phone"] = re.search(rb'data-phone="(\w*)"', pad.body)[1].decode()
        self._latest = ""

    def come_back(self) -> None:
        """Take a new connection, as a browser does whose own has ended since its last hand."""
        self.line = Line(self._port)

    def log(self) -> Answer:
        """Log a hand; RuntimeError unless it was saved, Busy if the site was too busy for it."""
        values = self._hand()
        answer = self.line.post(f"{self.path}hands/send", values, Cookie=self._cookie)
        if answer.status == BUSY:
            raise Busy
        told = json.loads(answer.body) if answer.status == 200 else {}
        if told.get("state") != "counted":
            raise RuntimeError(f"a hand was answered with {answer.status}: {answer.body[:500]}")
        self._cookies |= _cookies(answer.head)  # the first hand makes the phone's id its own
        self._latest = values["hand_id"]
        self._form["seen"] = told["version"]  # as a pad has it after its next poll
        return answer

    def log_until_saved(self) -> Answer:
        """Log a hand, again and again while the site is busy, as a phone does. Its time has the
        waiting in it."""
        began = time.perf_counter()
        while True:
            try:
                answer = self.log()
            except Busy:
                time.sleep(RETRY_SECONDS)
            else:
                return replace(answer, ms=(time.perf_counter() - began) * 1000)

    def log_bare(self) -> Answer:
        """Send the very same form to the floor."""
        return self._bare.post("/t/insert", self._hand(), Cookie=self._cookie)

    def poll(self) -> Answer:
        """Ask whether there is anything new, which there is not."""
        return self.line.get(self.path, Cookie=self._cookie, HX_PTag=self.tag)

    def poll_bare(self) -> Answer:
        """Ask the floor the same."""
        return self._bare.get("/unchanged", Cookie=self._cookie, HX_PTag=self.tag)

    def look(self) -> None:
        """Open the pad and note its polling tag."""
        pad = self.line.get(self.path, Cookie=self._cookie)
        self.tag = re.search(rb"\r\nhx-ptag: (\S+)", pad.head, re.IGNORECASE)[1].decode()

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def _hand(self) -> dict[str, object]:
        players = 4 if self._partners_sit else PLAYERS
        maker, partner = self._random.sample(range(players), 2)
        tricks = self._random.choice((2, 3, 3, 4, 5))
        said = {"maker": maker, "tricks": tricks}
        if not self._partners_sit:
            said["partner"] = partner
        id = str(uuid4())
        telling = {"key": id, "do": "hand", "hand_id": id, "ago": 0}
        return {**self._form, **telling, "after": self._latest, **said}


class _Fields(HTMLParser):
    """The values of a form's fields, by name, with nothing ticked that is not on the page."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._wanted, self._inside = form, ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        if tag == "form":
            self._inside = told.get("id")
        elif tag == "input" and told.get("form", self._inside) == self._wanted:
            chosen = told.get("type") not in ("radio", "checkbox") or "checked" in told
            self.values |= {told["name"]: told.get("value", "")} if chosen else {}

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = ""


def fields_of(form: str, page: str) -> dict[str, str]:
    """Return what a browser sends of the form with this id if nothing on it is tapped."""
    found = _Fields(form)
    found.feed(page)
    return found.values


def _hidden(page: bytes, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]+)"'.encode(), page)[1].decode()


def _cookies(head: bytes) -> dict[str, str]:
    """Return the cookies that an answer sets, by name."""
    return dict(re.findall(r"\r\nset-cookie: ([^=]+)=([^;\r]*)", head.decode(), re.IGNORECASE))
