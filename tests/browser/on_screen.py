"""A director with a phone in hand: the interface of tests/on_screen.py in Chromium. What is folded
is opened by its title, and what is tapped or typed into must be in reach of a thumb."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Error, Locator, Page, Request

from tests.browser.shown import wrong_in_sight
from tests.html import text
from tests.on_screen import TYPED, Piece, Reading, Screen

LEFT_OUT = """(tags) => {
  const closed = (one) => one.matches("[popover]:not(:popover-open)");
  const none = (one) => getComputedStyle(one).display === "none" && !closed(one);
  const leftOut = (one) => one && (none(one) || leftOut(one.parentElement));
  return tags.map((tag) => [...document.querySelectorAll(tag)].map((one) => !!leftOut(one)));
}"""
"""Finds what this width of the page leaves out, such as a tab that is in a menu instead."""
TAGS = ("a", "button", *TYPED)
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"


class InBrowser(Screen):
    """Pages in Chromium. Each must be whole, and nothing on it may lie on anything else."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.go(address)

    @property
    def address(self) -> str:
        parts = urlsplit(self.page.url)
        return f"{parts.path}?{parts.query}"

    @property
    def reading(self) -> Reading:
        found = Reading(self.page.content())
        left_out = dict(zip(TAGS, self.page.evaluate(LEFT_OUT, TAGS), strict=True))
        found.pieces = [
            one
            for one in found.pieces
            if one.tag not in TAGS or not (one.inside("template") or left_out[one.tag][one.place])
        ]
        return found

    def go(self, address: str) -> None:
        answer = self.page.goto(address)
        assert answer.status == 200, f"{address}: {answer.status}"
        self._look()

    def said(self) -> str:
        return text(self.page.content())

    def _tap(self, link: Piece) -> None:
        self._answered(link)

    def _type(self, one: Piece, value: str) -> None:
        field = self._there(one)
        if one.tag == "select":
            field.select_option(value)
        else:
            field.tap()
            field.fill(value)

    def _tick(self, one: Piece) -> None:
        box = self._there(one)
        if not box.is_checked():
            label = box.evaluate_handle("(box) => box.labels[0] ?? box").as_element()
            label.tap()
            assert box.is_checked(), f"{one.labels} can't be ticked by a thumb"

    def _press(self, key: Piece) -> None:
        self._answered(key)

    def _there(self, one: Piece) -> Locator:
        """Return what is shown of a piece, with everything around it unfolded."""
        for around in one.around:
            if around.folded:
                self._unfold(around)
        return self._shown(one)

    def _shown(self, one: Piece) -> Locator:
        return self.page.locator(one.tag).nth(one.place)

    def _unfold(self, fold: Piece) -> None:
        if fold.tag == "details":
            key = self._shown(fold).locator("> summary")
        else:
            key = self.page.locator(f"[popovertarget='{fold.its['id']}']")
        key.tap()
        self._look()

    def _answered(self, one: Piece) -> None:
        """Tap a piece, and wait until the answer of the site is on the screen."""
        key = self._there(one)
        self.page.evaluate("window.left = false")
        with self.page.expect_event("requestfinished", _asks) as asked:
            key.tap()
        if asked.value.is_navigation_request():
            self.page.wait_for_function("() => !('left' in window)")
            self.page.wait_for_load_state()
        else:
            self.page.wait_for_function(SETTLED)
        self._look()

    def _look(self) -> None:
        try:
            wrong = wrong_in_sight(self.page)
        except Error:  # what was answered first was a field that the key left, and not the key
            self.page.wait_for_load_state()
            wrong = wrong_in_sight(self.page)
        assert not wrong, f"{self.address}: {wrong}"


def _asks(request: Request) -> bool:
    """Return whether a person asked for this. Pages that poll ask with GET."""
    return request.is_navigation_request() or request.method == "POST"
