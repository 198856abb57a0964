"""Buck Euchre under a thumb: the maker, or nobody, then each player's tricks, then Save."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, launch, opener
from tests.browser.letters import letters_there
from tests.browser.shown import wrong_in_sight
from tests.browser.table import a_moment_later, fits_small_screens, scored, sheet_of, start_table

FOUR = ["Ann", "Ben", "Cat", "Dan"]


def tap(page, key):
    page.locator(f"[data-key='{key}']").tap()
    a_moment_later(page)


def hand(page, maker, *took, no):
    tap(page, maker)
    for number in took:
        tap(page, f"took {number}")
    page.locator(".save").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def test_a_game_of_buck_has_dropped_out_players_a_set_and_a_hand_without_a_maker(phone, server):
    pad = start_table(phone, FOUR, rules="buck", dealer="Dan")
    expect(phone.locator("#prompt")).to_have_text("Who made trump?")
    tap(phone, 1)
    expect(phone.locator("#prompt")).to_have_text("Ben made it. Ann’s tricks?")
    for took in ("1", "3", "-"):
        tap(phone, f"took {took}")
    expect(phone.locator("#prompt")).to_have_text("Ben made it.")
    expect(phone.locator("#preview .gains")).to_have_text("Ben +3, Ann and Dan +1 each")
    phone.locator(".save").tap()
    last = phone.locator("#last:not([data-ahead])")
    expect(last).to_contain_text("Hand 1 saved: Ben made trump: Ann 1, Ben 3, Cat out, Dan 1")
    hand(phone, 2, "5", "0", "0", "-", no=2)
    hand(phone, "nobody", "1", "2", "1", no=3)
    sheet = sheet_of(phone, pad)
    found = scored(server, sheet)
    assert [one["outcome"] for one in found["hands"]] == ["made", "set", "no-maker"]
    assert found["score"] == [2, 9, -4, -2]


def test_a_small_phone_has_all_keys_in_view(phone):
    start_table(phone, FOUR, rules="buck")
    fits_small_screens(phone)


LONG = ["Bartholomew Stone", "Małgorzata Wójcik", "Jürgen von Oberhausen", "Ngọc Nguyễn"]
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const range = document.createRange();
  const marks = [...document.querySelectorAll(".tile :is(.role, .dealer)")].map(box);
  const words = [...document.querySelectorAll(".tile :is(.name, .points)")];
  const linesOf = (one) => (range.selectNodeContents(one), [...range.getClientRects()]);
  const lines = words.flatMap(linesOf);
  const under = ({ left, top, bottom }) => marks.some((mark) =>
    mark.left < left + 9 && left < mark.right && mark.bottom > top + (bottom - top) * 0.3 &&
    mark.top < top);
  return lines.filter(under).length;
}"""
"""Counts the names and points that begin under the mark of a player's tricks, or the dealer's."""


def test_in_letters_twice_as_large_names_keep_the_width_and_keys_their_place(
    browser, server, console
):
    with (
        launch(browser.browser_type, letters=32) as large,
        opener(large, server, console) as open_page,
    ):
        page = open_page(320, 568, color_scheme="dark", **PHONE)
        start_table(page, LONG, rules="buck", dealer=LONG[3])
        letters_there(page)
        keys = "[...document.querySelectorAll('.key:not(.clear), [data-key^=took]')]"
        places = f"() => {keys}.map((one) => one.offsetTop)"
        stood = page.evaluate(places)
        for tapped in (1, "took 1", "took 3", "took -"):
            assert wrong_in_sight(page) == []
            tap(page, tapped)
            assert page.evaluate(places) == stood
        assert page.evaluate(COVERED) == 0
        for name in page.locator(".tile .name").all():
            assert name.bounding_box()["width"] > 320 * 0.4, name.inner_text()
