"""A table as a thumb uses it."""

import json
import re
import time

from playwright.sync_api import Page, expect

from tests.browser.beforehand import send
from tests.browser.conftest import PATIENCE
from tests.browser.letters import letters_there

FIVE = ["Ann", "Ben", "Cat", "Dan", "Eveline"]


def new_table(
    page: Page, names=FIVE, *, stake="0.25", dealer="Ann", rules="call-ace", at="", **options
) -> str:
    """Start a table, which this page's browser then hosts, and return the pad's path.

    `at` is the server where the browser knows it by another name than this machine does.
    """
    form = {"names": ", ".join(names), "stake": stake, "dealer": dealer, "rules": rules}
    return send(page, "/start", at, currency="GBP", **form, **options)


def start_table(page: Page, names=FIVE, **how) -> str:
    """Start a table, go to its pad, and return the pad's address."""
    page.goto(new_table(page, names, **how))
    return page.url


def a_moment_later(page: Page) -> None:
    """Move the page's clock on, so that the next tap is no tremor."""
    page.evaluate(
        "() => { const at = performance.now() + 1000; performance.now = () => at; }",
    )


def key(page: Page, name: str):
    """The key of a player, or of "Alone"."""
    whole = page.locator(f".tile[data-name={json.dumps(name, ensure_ascii=False)}]")
    text = re.compile(f"^\\s*(\\S\\s+)?{re.escape(name)}")
    return whole.or_(page.locator(".key", has_text=text))


def tap_hand(page: Page, maker: str, partner: str, tricks: int | None) -> None:
    """Tap a hand on the pad, without saving it."""
    key(page, maker).tap()
    key(page, partner).tap()
    if tricks is not None:
        page.locator(f"[data-tricks='{tricks}']").tap()


def tap_bid(page: Page, bidder: str, told: str) -> None:
    """Tap a hand with a bid on the pad, without saving it: "4/5" is a bid of four that took five,
    "alone/6" a bid alone."""
    bid, tricks = told.split("/")
    key(page, bidder).tap()
    page.locator(f"[data-bid='{bid}']").tap()
    page.locator(f"[data-tricks='{tricks}']").tap()


def log(page: Page, maker: str, partner: str, tricks: int, *, no: int) -> None:
    """Log a hand and wait until the server's page says that it is saved."""
    tap_hand(page, maker, partner, tricks)
    page.get_by_role("button", name=f"Save hand {no}").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def totals(page: Page) -> list[int]:
    """The points on the keys, in seat order."""
    return [int(text) for text in page.locator(".tile .points").all_inner_texts()]


def sheet_of(page: Page, pad: str) -> dict:
    """The first sitting as its file says."""
    return page.request.get(f"{pad}sheet-1.json").json()


def scored(server, sheet: dict) -> dict:
    """What `manage.py score` makes of a sheet."""
    file = server.data_dir / "sheet.json"
    file.write_text(json.dumps(sheet))
    return json.loads(server.manage("score", "--json", str(file)))


def until(page: Page, script, argument=None, *, is_so=bool):
    """Wait until a script on the page returns a value, and return it."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so(said := page.evaluate(script, argument)):
        assert time.monotonic() < end, said
        page.wait_for_timeout(50)
    return said


ENTRIES = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("bowerbook-hands");
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const database = asked.result;
    const rows = database.transaction("entries").objectStore("entries").getAll();
    rows.onsuccess = () => {
      database.close();
      resolve(rows.result);
    };
  };
})"""


def entries(page: Page, state: str = "") -> list[dict]:
    """The entries that this phone keeps on its disk, in order: all, or those in a state."""
    found = sorted(page.evaluate(ENTRIES), key=lambda entry: entry["order"])
    return [entry for entry in found if state in ("", entry["state"])]


def fits_small_screens(phone: Page) -> None:
    """Check that the pad fits a small phone, upright and on its side, with names whole and keys for
    a thumb."""
    letters_there(phone)
    size = "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    assert phone.evaluate(size) == [640, 360]
    for target in phone.locator("#pad button:visible, #pad summary:visible, #pad .foot > a").all():
        box = target.bounding_box()
        assert (box["height"] >= 48, box["width"] >= 44) == (True, True), target.inner_text()
    for name in phone.locator(".tile .name").all():
        cut = "name => name.scrollHeight > name.clientHeight + 1"
        assert not name.evaluate(cut), name.inner_text()
    phone.set_viewport_size({"width": 640, "height": 360})
    assert phone.evaluate(size) == [360, 640]
    phone.set_viewport_size({"width": 568, "height": 320})
    assert phone.evaluate(size) == [320, 568]
