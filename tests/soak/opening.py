"""Somebody starts a table, and its phones open the pad."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.bench.line import Answer
from tests.soak.net import Net
from tests.soak.phone import Phone
from tests.soak.truth import NAMES, Record


def sit_down(port: int, seen: Callable[[Answer], None], random: Random, number: int) -> list[Phone]:
    """Return so many phones with the pad of a new table before them."""
    path, record = _start(Net(port, random, seen)), Record()
    phones = [
        Phone(path=path, record=record, net=Net(port, own, seen), random=own)
        for own in (Random(random.random()) for _ in range(number))
    ]
    for phone in phones:
        if not (phone.look() and phone.sitting):
            raise RuntimeError(f"the pad of {path} does not open, or does not say who sits there")
    return phones


def _start(net: Net) -> str:
    """Start a table without an account, and return its address."""
    net.good = True
    form = net.get("/start")
    csrf = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', form.body)[1].decode()
    cookie = re.search(rb"csrftoken=\w+", form.head)[0].decode()
    values = {
        "csrfmiddlewaretoken": csrf,
        "names": ", ".join(NAMES),
        "currency": "GBP",
        "dealer": NAMES[0],
    }
    started = net.post("/start", values, Cookie=cookie)
    net.end()
    return re.search(rb"\r\nlocation: (\S+)", started.head, re.IGNORECASE)[1].decode()
