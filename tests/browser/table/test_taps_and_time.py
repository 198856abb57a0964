"""What a hand costs the thumb, and the pad its network: taps, fifty hands in a row, the first
visit."""

import re
import time
from datetime import UTC, datetime, timedelta
from statistics import median

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import PHONE
from tests.browser.table import FIVE, new_table, scored, sheet_of, start_table, totals, until

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 kbit/s, 400 ms."""


@pytest.fixture
def phone(open_page, server):
    """A phone in a hall: plain http, no service worker."""
    return open_page(**PHONE, base_url=server.hall_url)


class Thumb:
    """All that touches the page: it taps, and counts."""

    def __init__(self, page):
        self.page, self.taps = page, 0
        self.calls = page.locator("#pad.called-partners").count() == 1

    def on(self, place):
        self.page.locator(place).tap()
        self.taps += 1

    def hand(self, *who, tricks):
        """Tap a whole hand, Save and all."""
        for name in who:
            lone = {"Alone": "alone", "No one": "nobody"}.get(name)
            self.on(f"[data-key={lone}]" if lone else f".tile[data-name={name}]")
        self.on(f"[data-tricks='{tricks}']")
        self.on(".save")

    def no_deal(self, why):
        self.on("#no-deal > summary")
        self.on(f"#void button:has-text('{why}')")

    def undo(self):
        self.on("#undo")


def slow_network(page):
    """Slow down a page's network; return its controls."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    return session


def address(page, server):
    """Return the pad's address under the server's own name."""
    return page.url.replace(server.hall_url, server.url)


def saved_hands(sheet) -> list[tuple]:
    return [(hand["maker"], hand.get("partner"), hand["tricks"]) for hand in sheet["hands"]]


def usual(thumb):
    thumb.hand("Ben", *(["Dan"] if thumb.calls else []), tricks=3)


def lone(thumb):
    thumb.hand("Cat", "Alone", tricks=5)


def uncalled(thumb):
    thumb.hand("Cat", "No one", tricks=5)


def euchre(thumb):
    thumb.hand("Ann", *(["Ben"] if thumb.calls else []), tricks=2)


def void(thumb):
    thumb.no_deal("New deal" if thumb.calls else "Misdeal")


CALLED = [
    (usual, 4, "Ben with Dan, three tricks: Ben and Dan +1 each"),
    (lone, 4, "Cat alone, all five: Cat +5"),
    (uncalled, 4, "Cat called and was alone, all five: Cat +5"),
    (euchre, 4, "Ann with Ben, two tricks: Cat, Dan and Eveline +2 each"),
    (void, 2, "New deal: No points"),
]
FIXED = [
    (usual, 3, "Ben, three tricks: Ben and Dan +1"),
    (lone, 4, "Cat alone, all five: Ann and Cat +4"),
    (euchre, 3, "Ann, two tricks: Ben and Dan +2"),
    (void, 2, "Misdeal: No points"),
]


def test_the_pad_polls_as_soon_as_a_hand_has_arrived(phone, server):
    """Not with the next poll, which may be 1.5 s away: this pad has no clock at all."""
    phone.add_init_script("window.setInterval = () => 0")
    start_table(phone, at=server.url)
    thumb = Thumb(phone)
    for no in (1, 2):
        thumb.hand("Ben", "Dan", tricks=3)
        expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


@pytest.mark.parametrize(
    ("rules", "names", "hand", "taps", "score"),
    proof.every(
        3,
        [
            pytest.param(rules, names, hand, taps, score, id=f"{rules} {hand.__name__}")
            for rules, names, hands in [("call-ace", FIVE, CALLED), ("club-laws", FIVE[:4], FIXED)]
            for hand, taps, score in hands
        ],
    ),
)
def test_a_hand_takes_a_limited_number_of_taps_and_its_undo_one(
    phone, server, rules, names, hand, taps, score
):
    pad = start_table(phone, names, rules=rules, at=server.url)
    thumb = Thumb(phone)
    hand(thumb)
    assert thumb.taps == taps
    expect_on_the_score(phone, pad, f"1 · {score.replace(': ', ' ')}")
    thumb = Thumb(phone)
    thumb.undo()
    assert thumb.taps == 1
    expect_on_the_score(phone, pad, f"{score.split(': ')[0]} Not counted")


def expect_on_the_score(page, pad, hand):
    """Look at the only hand of the score page, once all is sent; the page goes back to the
    pad."""
    expect(page.locator("#state")).to_have_text("saved")
    page.get_by_role("link", name="Score", exact=True).tap()
    expect(page.locator(".hands .hand-line p")).to_have_text([hand], use_inner_text=True)
    page.goto(pad)


# While it is held, no transaction of the phone's storage ends.
HELD_DISK = """
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...how) {
        const made = transaction.apply(this, how);
        const wait = () => {
          if (window.isHeld) made.objectStore("entries").count().onsuccess = wait;
        };
        wait();
        return made;
    };
"""
DISK_HAS_IT = """
    () => new Promise((done) => {
      const asked = indexedDB.open("bowerbook-hands");
      asked.onsuccess = () => {
        const after = asked.result.transaction("entries");
        after.objectStore("entries").count();
        after.oncomplete = () => done(asked.result.close());
      };
    })
"""
"""Resolves after everything written before is on the disk."""
THREE = [("Ben", "Dan", 3), ("Cat", "Ann", 2), ("Eveline", None, 5)]


@pytest.fixture
def slow_disk(phone, server):
    """A phone at a table whose disk takes as long as a test does: the page's clock is stopped
    meanwhile, or the page would take the disk for one that hangs. Returns what lets the disk go
    on."""
    phone.clock.install()
    phone.add_init_script(HELD_DISK)
    start_table(phone, at=server.url)
    expect(phone.locator("#state")).to_have_text("saved")
    # A leap that is shorter than a disk may take: what is being read now is not late by it.
    now = datetime.fromtimestamp(phone.evaluate("Date.now()") / 1000, UTC)
    phone.clock.pause_at(now + timedelta(seconds=3))
    phone.evaluate("window.isHeld = true")

    def go_on():
        phone.evaluate("window.isHeld = false")
        # Only then does time go by again: a busy machine must not make it a disk that hangs.
        phone.evaluate(DISK_HAS_IT)
        phone.clock.resume()

    return go_on


def test_a_thumb_faster_than_the_disk_loses_no_tap(phone, server, slow_disk):
    thumb = Thumb(phone)
    for maker, partner, tricks in THREE:
        thumb.hand(maker, partner or "Alone", tricks=tricks)
    slow_disk()
    expect(phone.locator("#last")).to_contain_text("Hand 3 saved:")
    assert saved_hands(sheet_of(phone, address(phone, server))) == THREE


def test_a_hand_is_called_saved_once_the_disk_has_it(phone, console, slow_disk):
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    phone.context.set_offline(True)
    Thumb(phone).hand("Ben", "Dan", tricks=3)
    assert totals(phone) == [0, 1, 0, 1, 0]
    assert phone.locator("#last").inner_text() == ""
    expect(phone.locator("#state")).to_have_text("sending…")
    slow_disk()
    expect(phone.locator("#state")).to_have_text("1 saved on this phone")
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved on this phone: Ben with Dan")


MANY = [
    (FIVE[no % 5], None if no % 7 == 3 else FIVE[(no + 1 + no % 4) % 5], (3, 4, 2, 5, 3, 1)[no % 6])
    for no in range(proof.size(12, thorough=50))
]


def test_many_hands_in_a_row_do_not_wait_for_a_slow_network(phone, server):
    start_table(phone, at=server.url)
    slow_network(phone)
    thumb, took = Thumb(phone), []
    for maker, partner, tricks in MANY:
        thumb.hand(maker, partner or "Alone", tricks=tricks)
        took.append(next_hand_after(phone))
    assert (thumb.taps, phone.locator(".save").inner_text()) == (
        4 * len(MANY),
        f"Save hand {len(MANY) + 1}",
    )
    expect(phone.locator("#state")).to_have_text("saved")
    on_the_pad = totals(phone)
    sheet = sheet_of(phone, address(phone, server))
    assert saved_hands(sheet) == MANY
    assert on_the_pad == list(scored(server, sheet)["totals"].values())
    print(
        f"From Save to the next hand: median {median(took) * 1000:.0f} ms, most "
        f"{max(took) * 1000:.0f} ms"
    )


def next_hand_after(page) -> float:
    """Seconds until the keys are free again: no wait, one look."""
    start = time.monotonic()
    assert page.locator(".tile[data-role]").count() == 0
    return time.monotonic() - start


REQUESTS, BYTES = 10, 100_000
LETTERS = {
    "BowerSans-Regular-latin.woff2",
    "BowerSans-SemiBold-latin.woff2",
    "Vollkorn-Italic-latin.woff2",
    "Vollkorn-SemiBold-latin.woff2",
}


@pytest.mark.parametrize(
    ("rules", "names"), proof.share(0, [("call-ace", FIVE), ("club-laws", FIVE[:4])])
)
def test_a_first_visit_is_small(phone, server, open_page, rules, names):
    pad = new_table(phone, names, rules=rules, at=server.url)
    wire, seconds = first_visit(open_page(**PHONE), pad)
    print(f"{rules}: {len(wire)} requests, {sum(wire.values())} bytes, usable in {seconds:.2f} s")
    assert {"page", "pad.css", "pad.js", *LETTERS} <= set(wire)
    assert len(wire) <= REQUESTS
    assert sum(wire.values()) <= BYTES


def first_visit(page, pad) -> tuple[dict[str, int], float]:
    """What came over the wire until the pad listens, in bytes by name, and when the keys
    reacted."""
    network = slow_network(page)
    wire, names = {}, {}

    def asked(event):
        names[event["requestId"]] = short(event["request"]["url"])

    def came(event):
        wire[names[event["requestId"]]] = event["encodedDataLength"]

    network.on("Network.requestWillBeSent", asked)
    network.on("Network.loadingFinished", came)
    with page.expect_response("**/news/**"):
        page.goto(pad, wait_until="domcontentloaded")
        seconds = page.evaluate(
            "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd / 1000"
        )
    until(page, "1", is_so=lambda _: {*LETTERS} <= {*wire})
    until_now = dict(wire)
    Thumb(page).on(".tile >> nth=1")
    assert page.locator("#pad.made").count() == 1
    return until_now, seconds


def short(url) -> str:
    """ "pad.js" for ".../static/pad.0123456789ab.js"."""
    name = re.sub(r"\.[0-9a-f]{12}\.", ".", url.rsplit("/", 1)[1])
    return name or "page"


SLOWER, FREE = 6, 20
"""How much slower a phone is than a desktop, and the milliseconds until its keys are free."""


def test_a_slow_phones_keys_are_free_at_once_after_save(phone, server):
    """Measured is what the scripts work, of several Saves the least: what the machine does
    besides is not theirs."""
    start_table(phone, FIVE[:4], rules="american", at=server.url)
    session = phone.context.new_cdp_session(phone)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    took = []
    for no in range(1, 9):
        for place in (f".tile >> nth={no % 4}", "[data-tricks='3']"):
            phone.locator(place).tap()
        before = worked(session)
        phone.evaluate("document.querySelector('.save').click()")
        took.append(worked(session) - before)
        assert phone.locator(".tile[data-role]").count() == 0
        expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")
    print(f"The scripts of a Save: {min(took):.1f} to {max(took):.1f} ms")
    assert min(took) * SLOWER <= FREE


def worked(session) -> float:
    """Milliseconds that the page's scripts have worked so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(one["value"] for one in metrics if one["name"] == "ScriptDuration")
