"""The settlement and the score on the smallest phone, with the longest names and seven players."""

from playwright.sync_api import expect

from tests.browser.club import sign_in
from tests.browser.conftest import Console, launch, opener
from tests.browser.letters import letters_there
from tests.browser.shown import not_whole
from tests.browser.table import log, start_table

SEVEN = (
    "Bartholomew Featherstonehaugh",
    "Małgorzata Wójcik-Kowalska",
    "Wilhelmina Dyer-Hughes",
    "Konstantinos Papadopoulos",
    "Jürgen von Oberhausen",
    "Maximiliano",
    "Ngọc Nguyễn Thị Phương",
)


def test_names_money_and_buttons_are_whole_from_the_score_to_the_last_tick(open_page, axe):
    page, found = open_page(320, 568, has_touch=True), {}
    pad = start_table(page, SEVEN, stake="25.00", dealer=SEVEN[0])
    log(page, SEVEN[0], SEVEN[1], 5, no=1)
    log(page, SEVEN[2], "Alone", 5, no=2)
    evening = page.locator("#menu a", has_text="All tables").get_attribute("href")

    def look(address):
        page.goto(address)
        found[address] = not_whole(page) + axe(page)

    look(f"{pad}score")
    page.get_by_role("link", name="Correct hand 2").click()
    page.locator("fieldset", has_text="Tricks").locator("label", has_text="3").click()
    page.get_by_role("button", name="Preview changes").click()
    found["correction"] = not_whole(page) + axe(page)
    look(f"{pad}settlement")
    look(f"{evening}settlement")
    look(f"{evening}close")
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.locator("#transfers")).to_have_text("0 of 6 paid")
    expect(page.get_by_role("link", name="Sheet (PDF)")).to_be_in_viewport()
    tick = page.locator("button.box").first
    box = tick.bounding_box()
    assert min(box["width"], box["height"]) >= 48
    tick.tap()
    expect(page.locator("#transfers")).to_have_text("1 of 6 paid")
    expect(page.locator(".payment").first).to_contain_text("paid at")
    page.locator(".payment summary").first.tap()
    expect(page.locator(".payment details p").first).to_contain_text(SEVEN[3])
    found["closed"] = not_whole(page) + axe(page)
    assert {where: problems for where, problems in found.items() if problems} == {}


def test_an_amount_is_below_the_names_where_letters_are_twice_as_large(
    browser, server, club, evenings
):
    with (
        launch(browser.browser_type, letters=32) as large,
        opener(large, server, Console()) as open_page,
    ):
        page = open_page(360, 640, has_touch=True)
        sign_in(page, club)
        page.goto(f"{evenings['last time']}settlement")
        letters_there(page)
        payment = page.locator(".payment").first
        names, amount = (
            payment.locator(part).bounding_box() for part in (".between", ":scope > .number")
        )
        assert amount["y"] >= names["y"] + names["height"]
        why = payment.locator("summary").bounding_box()
        assert why["y"] >= amount["y"] + amount["height"]


def test_a_payment_is_ticked_without_javascript(without_javascript):
    page = without_javascript
    start_table(page)
    page.locator(".key", has_text="Ben").tap()
    page.locator(".key", has_text="Alone").tap()
    page.locator("[data-tricks='5']").tap()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved:")
    page.goto(page.locator("#menu a", has_text="All tables").get_attribute("href") + "close")
    page.get_by_role("button", name="Close and settle").tap()
    page.get_by_role("button", name="Ann to Ben: paid").tap()
    expect(page.get_by_role("button", name="Ann to Ben: paid")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator("#transfers")).to_have_text("1 of 4 paid")
