"""Many hands, tapped by a script in the page, and what the server made of them."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.table import FIVE, sheet_of

Entered = tuple[str, str, int] | tuple[str]
"""A hand, such as ("Ben", "Dan", 3), ("Cat", "Alone", 5), or a void deal: ("new-deal",)."""

PAIRS = [(maker, partner) for maker in FIVE for partner in [*FIVE, "Alone"] if partner != maker]
# Faster than a thumb, but it waits until the hand is on the disk: the pad asks for the next one.
TAP = """hands => {
  const pause = () => new Promise((resolve) => { setTimeout(resolve, 5); });
  const next = () => document.querySelector(".save").textContent;
  const state = () => document.querySelector("#state");
  const cannot = () => state().dataset.state === "cannot";
  window.untapped = hands.length;
  (async () => {
    while (document.readyState !== "complete") await pause(); /* before, a key is a plain form's */
    while (state().textContent.includes("one moment")) await pause();
    for (const keys of hands) {
      const [before, direct] = [next(), cannot()]; /* what no disk keeps must have arrived */
      for (const key of keys) document.querySelector(key).click();
      while (next() === before || (direct && !cannot())) await pause();
      window.untapped -= 1;
    }
  })();
}"""


def any_hands(number: int, seed: int = 0) -> list[Entered]:
    """This number of hands, each unlike the one before: called, alone, euchred; every tenth deal is
    void."""
    usual = [(*PAIRS[(seed + no * 7) % len(PAIRS)], (3, 5, 2, 4)[no % 4]) for no in range(number)]
    return [("new-deal",) if no % 10 == 9 else hand for no, hand in enumerate(usual)]


def keys_of(hand: Entered) -> list[str]:
    """The keys to tap for a hand."""
    if len(hand) == 1:
        return ["#no-deal > summary", f"#void button[value='{hand[0]}']"]
    maker, partner, tricks = hand
    who = [FIVE.index(maker), "alone" if partner == "Alone" else FIVE.index(partner)]
    return [*(f"[data-key='{one}']" for one in who), f"[data-tricks='{tricks}']", ".save"]


def begin_to_tap(page: Page, hands: list[Entered]) -> None:
    """Let a script tap the hands, one after the other; returns at once."""
    page.evaluate(TAP, [keys_of(hand) for hand in hands])


def all_tapped(page: Page) -> None:
    """Wait until the script has tapped them all."""
    end = time.monotonic() + PATIENCE / 1000
    while (left := page.evaluate("window.untapped")) != 0:
        assert time.monotonic() < end, f"{left} hands are not tapped"
        page.wait_for_timeout(20)


def tap_all(page: Page, hands: list[Entered]) -> None:
    """Let a script tap the hands; returns when the pad has taken them all in."""
    begin_to_tap(page, hands)
    all_tapped(page)


def all_sent(page: Page) -> None:
    """Wait until the pad says that nothing is left on the phone."""
    expect(page.locator("#state")).to_have_text("saved")


def saved_hands(page: Page, pad: str) -> list[Entered]:
    """The hands that count, as the table's file says."""
    return [
        (hand["void"],)
        if "void" in hand
        else (hand["maker"], hand.get("partner") or "Alone", hand["tricks"])
        for hand in sheet_of(page, pad)["hands"]
    ]
