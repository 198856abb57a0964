"""What a hand costs the thumb, and the pad its network: taps, fifty hands in a row, the first visit."""

import re
import time
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import FIVE, key, scored, sheet_of, start_table

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 kbit/s, 400 ms."""
SOON = 15_000
FOUR = FIVE[:4]


@pytest.fixture
def phone(open_page, server):
    """A phone in a hall: plain http, no service worker."""
    return open_page(**PHONE, base_url=server.hall_url)


class Thumb:
    """All that touches the page: it taps, and counts."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def on(self, place):
        place = self.page.locator(place) if isinstance(place, str) else place
        place.tap()
        self.taps += 1

    def hand(self, *who, tricks):
        """Tap a whole hand, Save and all."""
        for name in who:
            self.on(".key.alone" if name == "Alone" else f".tile[data-name={name}]")
        self.on(f"[data-tricks='{tricks}']")
        self.on(".save")

    def no_deal(self, why):
        self.on("#no-deal > summary")
        self.on(self.page.locator("#void button", has_text=re.compile(why)))


def test_a_slow_disk_costs_no_tap(phone):
    phone.add_init_script(SLOW_DISK)
    pad = start_table(phone)
    thumb = Thumb(phone)
    for maker, partner, tricks in [("Ben", "Dan", 3), ("Cat", "Ann", 2), ("Eveline", "Alone", 5)]:
        thumb.hand(maker, partner, tricks=tricks)
    expect(phone.locator("#last")).to_contain_text("Hand 3 saved", timeout=SOON)
    assert told(phone, pad) == [("Ben", "Dan", 3), ("Cat", "Ann", 2), ("Eveline", None, 5)]


def told(page, pad):
    return [(hand["maker"], hand.get("partner"), hand["tricks"]) for hand in sheet_of(page, pad)["hands"]]


SLOW_DISK = """
    const add = IDBObjectStore.prototype.getAll;
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...how) {
        const made = transaction.apply(this, how);
        const until = Date.now() + 300;
        const wait = () => { if (Date.now() < until) made.objectStore("tellings").count().onsuccess = wait; };
        wait();
        return made;
    };
"""
