"""The check-in page with thirty people, and the phone of a person who checks in alone."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.beforehand import link_on, send
from tests.browser.club import club_path, go_to_club, sign_in
from tests.browser.conftest import PHONE, hears_no_news, schemes
from tests.browser.letters import letters_there

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
"""The time on a page while a double tap is made: on the slowest machine its second half comes at
once."""


def an_evening(page, club, title):
    """Open an evening of the demo club, which has a door fee, and return its path."""
    sign_in(page, club)
    where = f"{club_path(page)}sessions/open"
    return send(page, where, title=title, door_fee_minor="3.00").partition("#")[0]


def own_code(page, evening):
    """Make the door's code, and return its address."""
    return link_on(page, send(page, f"{evening}passes/door/renew"), 'http[^"]*/door/[^"]+')


def line(page, name):
    words = r"\s+".join(map(re.escape, name.split()))
    named = page.locator(".name", has_text=re.compile(rf"^\s*{words}\b"))
    return page.locator(".at-door").filter(has=named)


def counts(page):
    return [int(text) for text in page.locator("#counts b").all_inner_texts()]


def test_check_in_and_payment_are_two_taps_and_nothing_moves_under_the_thumb(open_page, club):
    page = open_page(**PHONE)
    page.goto(f"{an_evening(page, club, 'Two taps')}door/")
    page.clock.set_fixed_time(NOW)  # so that whatever is held stays held
    awaited, *_ = counts(page)
    letters_there(page)
    below = line(page, "Dan").bounding_box()["y"]
    line(page, "Cat").get_by_role("button").tap()
    expect(line(page, "Cat is here")).to_be_visible()
    assert counts(page) == [awaited - 1, 1, 0]
    assert abs(line(page, "Dan").bounding_box()["y"] - below) < 24
    line(page, "Cat").get_by_role("button", name="paid").tap()
    expect(line(page, "Cat").get_by_role("button", name="paid")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_double_tap_checks_in_once_and_undoes_nothing(open_page, club):
    page = open_page(**PHONE)
    page.goto(f"{an_evening(page, club, 'Double tap')}door/")
    page.clock.set_fixed_time(NOW)
    box = line(page, "Cat").bounding_box()
    where = (box["x"] + box["width"] - 40, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*where)
    expect(line(page, "Cat is here").get_by_role("button", name="Undo")).to_be_disabled()
    page.touchscreen.tap(*where)
    expect(line(page, "Cat is here")).to_be_visible()
    page.clock.set_fixed_time(NOW + timedelta(seconds=1))
    line(page, "Cat is here").get_by_role("button", name="Undo").tap()
    expect(line(page, "Cat").get_by_role("button", name="Check in")).to_be_visible()


def test_a_fee_is_ticked_where_the_name_was_tapped_unless_the_finger_trembled(open_page, club):
    page = open_page(**PHONE)
    page.goto(f"{an_evening(page, club, 'Fee at once')}door/")
    page.clock.set_fixed_time(NOW)
    line(page, "Dan").get_by_role("button").tap()
    there = line(page, "Dan is here").get_by_role("button", name="paid").bounding_box()
    row = line(page, "Cat").bounding_box()
    where = (there["x"] + there["width"] / 2, row["y"] + row["height"] / 2)
    fee = line(page, "Cat is here").get_by_role("button", name="paid")
    page.touchscreen.tap(*where)
    expect(fee).to_be_disabled()
    page.touchscreen.tap(*where)
    expect(fee).to_have_attribute("aria-pressed", "false")
    page.clock.set_fixed_time(NOW + timedelta(milliseconds=390))
    page.touchscreen.tap(*where)
    expect(fee).to_have_attribute("aria-pressed", "true")


def test_a_name_is_typed_and_entered_and_the_field_is_ready_for_the_next(open_page, club):
    page = open_page(1280, 800)
    page.goto(f"{an_evening(page, club, 'Typed')}door/")
    box = page.get_by_label("Find a name")
    for typed, name in (("zoe", "Zoë"), ("malg", "Małgorzata")):
        box.press_sequentially(typed, delay=20)
        expect(page.locator(f"#list[data-q='{typed}']")).to_be_visible()
        box.press("Enter")
        if typed == "zoe":
            expect(line(page, f"{name} is here")).to_be_visible()
        expect(box).to_be_focused()
        expect(page.locator("#said")).to_contain_text("here" if typed == "zoe" else "More than one")
        page.wait_for_timeout(50)
        box.press("ControlOrMeta+a")


TAP_AS_SOON_AS_IT_STANDS_THERE = """(selector) => {
  window.isSamePage = true;
  new MutationObserver((_, itself) => {
    const key = document.querySelector(selector);
    if (!key) return;
    itself.disconnect();
    key.click();
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_button_from_a_search_works_as_soon_as_it_appears(open_page, club):
    page = open_page(1280, 800)
    page.goto(f"{an_evening(page, club, 'At once')}door/")
    page.evaluate(TAP_AS_SOON_AS_IT_STANDS_THERE, "#list[data-q=zoe] .row-key")
    page.get_by_label("Find a name").fill("zoe")
    expect(line(page, "Zoë is here")).to_be_visible()
    assert page.evaluate("window.isSamePage")


def test_a_person_clicked_far_down_the_list_stays_in_sight(open_page, club):
    page = open_page(1280, 400)
    page.goto(f"{an_evening(page, club, 'Far down')}door/")
    last = page.locator(".at-door").last
    last.get_by_role("button").first.click()
    expect(last.get_by_role("button", name="paid")).to_be_in_viewport()
    expect(page.get_by_label("Find a name")).to_be_focused()


def test_a_guest_arrives_in_one_line(open_page, club):
    page = open_page(**PHONE)
    page.goto(f"{an_evening(page, club, 'A guest')}door/")
    page.get_by_label("Find a name").fill("Zelda Fitz")
    line(page, "+ Zelda Fitz").get_by_role("button").tap()
    expect(line(page, "Zelda Fitz is here")).to_be_visible()
    page.get_by_role("link", name=re.compile("here$")).tap()
    expect(line(page, "Zelda Fitz")).to_contain_text("guest")


def test_several_people_arrive_with_one_line(open_page, club):
    page = open_page(**PHONE)
    page.goto(f"{an_evening(page, club, 'A carful')}door/")
    page.get_by_label("Find a name").fill("Yolanda Fitz, Yvonne Fitz")
    key = page.get_by_role("button", name="Check in 2 guests")
    expect(key).to_contain_text("new to the club")
    page.get_by_label("Find a name").press("Enter")
    expect(key).to_be_focused()
    key.press("Enter")
    expect(line(page, "Yolanda Fitz is here")).to_be_visible()
    expect(line(page, "Yvonne Fitz is here")).to_be_visible()
    page.get_by_label("Find a name").fill("Cat, Yakov Fitz")
    expect(page.get_by_role("button", name="Check in 1")).to_have_count(2)
    page.get_by_label("Find a name").press("Enter")
    expect(page.locator("#said")).to_contain_text("Tap each group")


@pytest.mark.thorough
def test_check_in_works_without_javascript(without_javascript, club):
    page = without_javascript
    page.set_viewport_size({"width": 360, "height": 640})
    go_to_club(page, club)
    page.locator("a[href^='/sessions/']").first.click()
    page.get_by_role("link", name="Check-in", exact=True).first.click()
    page.get_by_label("Find a name").fill("Wilhelmina")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="+ Wilhelmina, a guest").click()
    expect(page.locator(".remark")).to_have_text(re.compile("Wilhelmina is here"))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".remark")).to_have_text(re.compile("Wilhelmina is not checked in"))


@schemes(5)
def test_axe_finds_nothing_at_check_in(open_page, axe, club, scheme):
    page, found = open_page(color_scheme=scheme, **PHONE), {}
    evening = an_evening(page, club, f"Axe {scheme}")
    page.goto(evening)
    found["evening"] = axe(page)
    page.goto(f"{evening}door/")
    line(page, "Cat").get_by_role("button").tap()
    expect(line(page, "Cat is here")).to_be_visible()
    found["awaited"] = axe(page)
    page.goto(f"{evening}door/?show=here")
    found["here"] = axe(page)
    line(page, "Cat").locator("summary").tap()
    found["menu"] = axe(page)
    page.get_by_role("link", name="Details").tap()
    expect(page.locator("h1")).to_have_text("Cat")
    found["one"] = axe(page)
    for rest in ("edit", "tables/open", "passes/"):
        page.goto(evening + rest)
        found[rest] = axe(page)
    page.get_by_role("region", name="Check-in").get_by_role("button", name="Create code").tap()
    page.get_by_role("link", name="Open check-in page").tap()
    expect(page.locator("h1")).to_have_text("Check in")
    found["oneself"] = axe(page)
    assert {where: problems for where, problems in found.items() if problems} == {}


def test_a_phone_checks_itself_in_and_learns_when_the_code_is_renewed(open_page, club, console):
    console.expect("status of 410")
    page, phone = open_page(**PHONE), open_page(**PHONE)
    evening = an_evening(page, club, "By oneself")
    page.goto(f"{evening}passes/")
    page.get_by_role("region", name="Check-in").get_by_role("button", name="Create code").tap()
    phone.goto(page.get_by_role("link", name="Open check-in page").get_attribute("href"))
    phone.get_by_label("Your name").fill("zoe")
    expect(phone.locator(".row-key")).to_have_count(1)
    phone.get_by_role("button", name="Zoë").tap()
    expect(phone.locator("h1")).to_have_text("You’re checked in, Zoë")
    expect(phone.locator("main")).to_contain_text("Check-in fee: £3.00")
    page.get_by_text("Cancel this code").last.tap()
    page.get_by_role("button", name="Cancel and make a new code").last.tap()
    expect(phone.locator("h1")).to_have_text("This link was revoked")


def test_a_self_check_in_appears_and_typed_text_stays(open_page, club, console):
    console.expect("503")
    page, phone = open_page(**PHONE), open_page(**PHONE)
    hears_no_news(page)
    evening = an_evening(page, club, "Two doors")
    phone.goto(own_code(page, evening))
    page.goto(f"{evening}door/")
    page.clock.set_fixed_time(NOW)
    letters_there(page)
    below = line(page, "Dan").bounding_box()["y"]
    box = page.get_by_label("Find a name")
    phone.get_by_role("button", name="Cat Check in", exact=True).tap()
    expect(line(page, "Cat is here")).to_be_visible()
    assert abs(line(page, "Dan").bounding_box()["y"] - below) < 24
    box.fill("zo")
    expect(page.locator("#list[data-q='zo']")).to_be_visible()
    phone.get_by_text("Check in another person").tap()
    phone.get_by_role("button", name="Zoë Check in", exact=True).tap()
    expect(line(page, "Zoë is here")).to_be_visible()
    expect(box).to_have_value("zo")
    expect(box).to_be_focused()
    page.clock.set_fixed_time(NOW + timedelta(seconds=1))
    line(page, "Zoë is here").get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("button", name=re.compile("^Zoë .*Check in"))).to_be_visible()
    for _ in range(2):
        with page.expect_response("**/door/?poll*"):
            pass
    expect(page.locator("#said")).to_contain_text("Zoë is not checked in")


def test_a_line_that_a_poll_just_changed_under_the_thumb_ignores_a_tap(open_page, club, console):
    console.expect("503")
    page, other = open_page(1280, 800), open_page(1280, 800)
    hears_no_news(page)
    evening = an_evening(page, club, "Under the thumb")
    sign_in(other, club)
    for one in (page, other):
        one.goto(f"{evening}door/")
    page.clock.set_fixed_time(NOW)
    line(other, "Cat").get_by_role("button").click()
    expect(line(page, "Cat is here")).to_be_visible()
    line(page, "Cat is here").get_by_role("button", name="Undo").dispatch_event("click")
    with page.expect_response(re.compile(r"[?&]poll")):
        pass  # whatever the tap would have sent was sent before
    expect(line(page, "Cat is here")).to_be_visible()
