"""The four looks of a phone that make a page hard: large letters, narrow, in the dark, slow."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.shown import wrong_in_sight

HARD = {
    "large letters": {"width": 360, "height": 640},
    "narrow": {"width": 320, "height": 568},
    "dark": {"width": 360, "height": 640, "color_scheme": "dark"},
    "slow": {"width": 360, "height": 640},
}
LETTERS = {"large letters": 32}
TIMES_SLOWER = 6
MOBILE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 93_750,
}
"""1.6 Mbit/s down and 750 kbit/s up, in bytes."""
TARGETS = "on each other: saved / Details"
"""On a small pad these two targets share the blank between their lines. Their words are apart."""
in_hard_looks = [
    pytest.mark.thorough,
    pytest.mark.parametrize("hard_phone", HARD, indirect=True),
]
"""Marks of a module whose journeys are walked in the four looks. They are dear."""
UNDER_THE_THUMB = """() => Object.fromEntries(
  [...document.querySelectorAll(".key, [data-tricks]")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.id || one.dataset.tricks, [x, y + scrollY, width, height].map(Math.round)];
  }))"""


def slow_down(page: Page) -> None:
    """Give a page a sixth of the processor and a slow line."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", MOBILE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": TIMES_SLOWER})


class Eye:
    """What is wrong on the pages that it looked at, by what they were."""

    def __init__(self, page: Page) -> None:
        self.page, self.wrong = page, {}

    def look(self, what: str, *, heading: str = "") -> None:
        """Look at what is there, or at the page that comes, by its heading."""
        if heading:
            expect(self.page.locator("h1")).to_have_text(heading)
        if found := [one for one in wrong_in_sight(self.page) if one != TARGETS]:
            self.wrong[what] = found

    def keys(self) -> dict[str, list[int]]:
        """Return where the keys of the pad are."""
        return self.page.evaluate(UNDER_THE_THUMB)

    def moved(self, stood: dict[str, list[int]]) -> dict[str, list[int]]:
        """Return the keys that are more than a pixel from where they were."""
        return {
            key: place
            for key, place in self.keys().items()
            if any(abs(one - other) > 1 for one, other in zip(place, stood[key], strict=True))
        }
