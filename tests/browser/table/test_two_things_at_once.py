"""A half tapped hand is not sent for the user, not lost, and not mixed with hands from
elsewhere."""

from playwright.sync_api import expect

from tests.browser.table import key, log, sheet_of, start_table, tap_hand, totals


def save(page):
    return page.locator(".save")


def test_the_preview_follows_a_change_of_players_on_another_phone(phone, open_page):
    pad = start_table(phone, ["Ann", "Ben", "Cat", "Dan"])
    other = open_page(has_touch=True)
    other.goto(f"{pad}people")
    other.get_by_text("Change the order of seats").tap()
    other.get_by_label("Names, clockwise").fill("Ann, Ben, Cat, Dan, Eve, Fay")
    other.get_by_role("button", name="Save seats").tap()
    expect(phone.locator(".tile")).to_have_count(6)
    tap_hand(phone, "Ben", "Dan", 5)
    expect(phone.locator("#preview p")).to_have_text(
        ["Ben and Dan +3 each", "March with a partner, six players · Foster, law 43"]
    )


def test_a_hand_begun_here_and_finished_there_leaves_no_trace_here(phone, open_page):
    pad = start_table(phone)
    other = open_page(has_touch=True)
    other.goto(pad)
    key(phone, "Ben").tap()
    phone.locator("#facts summary").tap()
    phone.get_by_role("button", name="Start the hand").tap()
    expect(other.locator(".tile[data-role=maker]")).to_have_count(1)
    key(other, "Dan").tap()
    other.locator("[data-tricks='3']").tap()
    save(other).tap()
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan, three tricks")
    expect(phone.locator(".tile[data-role]")).to_have_count(0)
    expect(phone.locator("#prompt")).to_have_text("Who made trump?")
    log(phone, "Cat", "Ann", 4, no=2)


def test_after_taps_for_a_hand_sent_elsewhere_the_next_hand_follows_that_one(phone, open_page):
    pad = start_table(phone)
    other = open_page(has_touch=True)
    other.goto(pad)
    key(phone, "Ben").tap()
    log(other, "Cat", "Dan", 4, no=1)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved:")
    expect(phone.get_by_role("button", name="Clear")).to_be_hidden()
    log(phone, "Ben", "Ann", 5, no=2)
    assert totals(phone) == [3, 3, 1, 1, 0]


def test_a_void_deal_forgets_the_suit_called_before_it(phone):
    pad = start_table(phone)
    key(phone, "Ben").tap()
    phone.locator("#facts summary").tap()
    phone.locator("#facts label", has_text="♦").first.tap()
    phone.get_by_role("button", name="Start the hand").tap()
    expect(phone.locator("#prompt")).to_contain_text("Ben calls diamonds")
    phone.get_by_text("Not played").first.tap()
    phone.get_by_role("button", name="New deal").tap()
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: New deal")
    log(phone, "Cat", "Dan", 3, no=2)
    assert "call" not in sheet_of(phone, pad)["hands"][1]


def test_an_unfinished_hand_asks_for_the_rest_and_is_not_sent(phone):
    start_table(phone)
    key(phone, "Ben").tap()
    save(phone).tap(force=True)  # Playwright would wait for it to be enabled
    expect(phone.locator("#prompt")).to_have_text("Ben made it. Tap the partner or Alone.")
    expect(phone.locator("#state")).to_have_text("saved")
    expect(phone.locator(".complaint")).to_have_count(0)
