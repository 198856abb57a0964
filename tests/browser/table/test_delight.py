"""What moves at Save: the figure and its counters, a stroke of chalk, a lone hand in italics."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import FIVE, start_table

RECORD = """() => {
    const animate = Element.prototype.animate;
    window.moved = [];
    Element.prototype.animate = function (frames, duration) {
        moved.push([this.id || this.className, duration]);
        return animate.call(this, frames, duration);
    };
    return import(document.querySelector("#handover").dataset.from).then();
}"""
PLACES = """[...document.querySelectorAll(".tile, [data-tricks], .save, .foot > *")].map(
    (key) => ["x", "y", "width", "height"].map((one) => key.getBoundingClientRect()[one]))"""
END = "document.getAnimations().forEach((one) => one.finish())"


def saved(page, no, *keys, tricks):
    """Save a hand, and return what moved, once its line says that it is saved."""
    for key in keys:
        page.locator(key).tap()
    page.locator(f"[data-tricks='{tricks}']").tap()
    page.evaluate("() => { moved = []; }")
    page.locator(".save").tap()
    expect(page.locator("#last")).to_contain_text(f"Hand {no} saved:")
    return page.evaluate("moved")


@pytest.fixture
def table(open_page, server):
    def start(**look):
        page = open_page(**PHONE, base_url=server.hall_url, **look)
        start_table(page, FIVE, at=server.url)
        page.evaluate(RECORD)  # and bring what the first tap brings
        return page

    return start


def test_the_figure_and_its_counters_move_and_no_key_does(table):
    page = table()
    moved = saved(page, 1, ".tile >> nth=1", ".tile >> nth=3", tricks=3)
    assert sorted(moved) == [["counters", 2000]] * 2 + [["points", 2000]] * 2
    for key in (".tile >> nth=1", ".tile >> nth=3", "[data-tricks='3']"):
        page.locator(key).tap()
    while_moving, after, animated = page.evaluate(
        f"""async () => {{ document.querySelector(".save").click();
        await null;
        const [here, many] = [{PLACES}, document.getAnimations().length];
        {END};
        return [here, {PLACES}, many]; }}"""
    )
    assert while_moving == after
    assert animated >= 4  # those of the hand before may still move


def test_a_lone_hand_and_a_march_are_told_in_italics_for_two_seconds(table):
    page = table()
    told = []
    for no, (keys, tricks) in enumerate(
        (
            ((".tile >> nth=4", "[data-key=alone]"), 3),
            ((".tile >> nth=1", ".tile >> nth=3"), 5),
            ((".tile >> nth=1", ".tile >> nth=3"), 4),
        ),
        start=1,
    ):
        told.append(saved(page, no, *keys, tricks=tricks).count(["last", 2000]))
    assert told == [1, 1, 0]


def test_with_reduced_motion_no_figure_moves(table):
    page = table(reduced_motion="reduce")
    assert saved(page, 1, ".tile >> nth=1", ".tile >> nth=3", tricks=3) == []
