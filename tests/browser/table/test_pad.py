"""The pad under a thumb: taps, room, truth about the connection."""

import re

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import hears_no_news
from tests.browser.letters import letters_there
from tests.browser.table import (
    FIVE,
    a_moment_later,
    key,
    log,
    scored,
    sheet_of,
    start_table,
    tap_hand,
    totals,
)

POLL = "**/t/*/?poll"
SEVEN = ["Ann", "Bartholomew", "Catherine Ashby-Cole", "Dan", "Maximiliano", "Ferdinand", "Gus"]


class Taps:
    """A thumb that counts."""

    def __init__(self, page):
        self.page, self.number = page, 0

    def on(self, locator):
        locator.tap()
        self.number += 1


def taps_for(page, *locators) -> int:
    thumb = Taps(page)
    for locator in locators:
        thumb.on(locator)
    return thumb.number


def save(page):
    return page.locator(".save")


def tricks(page, number):
    return page.locator(f"[data-tricks='{number}']")


def test_usual_hands_take_four_taps_a_void_deal_two_and_an_undo_one(phone):
    start_table(phone)
    assert taps_for(phone, key(phone, "Ben"), key(phone, "Dan"), tricks(phone, 5), save(phone)) == 4
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan, all five")
    assert (
        taps_for(phone, key(phone, "Cat"), key(phone, "Alone"), tricks(phone, 3), save(phone)) == 4
    )
    expect(phone.locator("#last")).to_contain_text("Hand 2 saved: Cat alone, three tricks")
    assert taps_for(phone, key(phone, "Ann"), key(phone, "Ben"), tricks(phone, 2), save(phone)) == 4
    expect(phone.locator("#last")).to_contain_text("Hand 3 saved: Ann with Ben, two tricks")
    no_deal = phone.locator("#no-deal")
    assert (
        taps_for(phone, no_deal.locator("summary"), no_deal.get_by_text("New deal", exact=True))
        == 2
    )
    expect(phone.locator("#last")).to_contain_text("Hand 4 saved: New deal")
    assert taps_for(phone, phone.locator("#undo")) == 1
    expect(phone.locator("#last")).to_contain_text("Undone: New deal")


def test_the_menu_names_the_banker_and_what_the_pool_should_hold(phone):
    start_table(phone)
    phone.locator("#menu > summary").tap()
    assert phone.locator(".bank").count() == 0
    phone.get_by_role("group", name="Banker").get_by_text("Cat").tap()
    expect(phone.locator(".bank")).to_have_text(
        re.compile(r"Cat\s+is the banker\.\s+The\s+pool should hold\s+counters for\s+100\s+of 100")
    )
    log(phone, "Ben", "Dan", 5, no=1)
    phone.locator("#menu > summary").tap()
    expect(phone.locator(".bank")).to_contain_text("After hand 1 the")
    expect(phone.locator(".bank")).to_contain_text("3 blue, 3 red, 4 white")


def test_a_double_tap_on_undo_undoes_two_hands_and_both_can_be_restored(phone):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 5, no=1)
    log(phone, "Cat", "Dan", 5, no=2)
    phone.locator("#undo").dblclick(delay=40)
    expect(phone.locator("#last:not([data-ahead])")).to_have_text(
        re.compile(r"\s*2 hands undone,\s+the\s+last:\s+Ben with Dan, all five\.\s*")
    )
    assert len(sheet_of(phone, pad)["hands"]) == 0
    for no, said in ((1, "Undone: Cat with Dan"), (2, "Hand 2 saved: Cat with Dan")):
        phone.locator("#put-back").tap()
        expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"{said}, all five")
        expect(phone.locator("#undo")).to_have_text(f"Undo hand {no}")
    assert len(sheet_of(phone, pad)["hands"]) == 2


def test_a_ticked_revoke_is_shown_on_the_button_and_can_be_cleared(phone):
    start_table(phone)
    phone.locator("summary", has_text="Penalty").tap()
    phone.locator("#what-happened fieldset").first.locator("label", has_text="Dan").tap()
    phone.locator("#what-happened").get_by_role("button", name="Done").tap()
    tap_hand(phone, "Ben", "Cat", None)
    expect(key(phone, "Dan").locator(".role")).to_have_text("reneged")
    expect(phone.locator("#prompt")).to_have_text("Ben made it, with Cat.")
    phone.get_by_role("button", name="Clear").tap()
    expect(phone.locator(".tile[data-role]")).to_have_count(0)
    expect(key(phone, "Dan").locator(".role")).to_have_text("")
    expect(phone.get_by_role("button", name="Clear")).to_be_hidden()


def test_two_versions_of_one_hand_are_settled_by_choosing_the_right_one(phone, open_page, console):
    console.expect("status of 409", "status of 503")
    pad = start_table(phone)
    other = open_page(has_touch=True)
    hears_no_news(other)
    other.goto(pad)
    tap_hand(other, "Ben", "Dan", 5)
    other.route(POLL, lambda route: route.fulfill(status=503))
    log(phone, "Ben", "Dan", 3, no=1)
    save(other).tap()
    other.unroute(POLL)
    other.get_by_role("button", name="This is right (this phone)").tap()
    for page in (phone, other):
        expect(page.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan, all five")
    assert totals(other) == [0, 3, 0, 3, 0]


@pytest.mark.parametrize("names", proof.every(3, [SEVEN[:4], SEVEN[:5], SEVEN[:6], SEVEN]))
def test_the_pad_fits_one_small_screen_with_buttons_for_a_thumb(phone, names):
    start_table(phone, names)
    log(phone, names[0], names[1], 5, no=1)
    tap_hand(phone, names[1], names[2], 5)
    letters_there(phone)
    height, width = phone.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    )
    assert (height, width) == (640, 360)
    for target in phone.locator("#pad button:visible, #pad summary:visible, #pad .foot > a").all():
        box = target.bounding_box()
        assert box["height"] >= 48, target.inner_text()
        assert box["width"] >= 44, target.inner_text()
    for name in phone.locator(".tile .name").all():
        assert name.evaluate("name => name.scrollHeight <= name.clientHeight + 1"), (
            name.inner_text()
        )


PLACES = """() => [...document.querySelectorAll("[data-tricks], #save, .foot > *")].map((one) => {
  const { top, height } = one.getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""
"""The places of the buttons that a thumb finds without looking."""


@pytest.mark.parametrize(("rules", "names"), [("call-ace", SEVEN), ("keller", SEVEN[:4])])
def test_save_and_the_tricks_stay_in_place_from_hand_to_hand(phone, rules, names):
    start_table(phone, names, rules=rules, dealer="")
    letters_there(phone)
    expect(phone.locator("#deal > summary")).to_be_visible()
    stood = phone.evaluate(PLACES)

    def stands():
        assert phone.evaluate(PLACES) == stood

    for no in (1, 2, 3):
        key(phone, names[0]).tap()
        stands()
        if rules == "call-ace":
            key(phone, names[2]).tap()
        phone.locator("[data-tricks='5']").tap()
        expect(phone.locator("#preview .gains")).to_be_visible()
        stands()
        phone.locator(".save").tap()
        expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")
        stands()
    phone.locator("#undo").tap()
    expect(phone.locator("#put-back")).to_be_visible()
    stands()
    phone.locator("#put-back").tap()
    expect(phone.locator("#put-back")).to_be_hidden()
    stands()


@pytest.mark.parametrize(
    ("maker", "partner", "number", "said"),
    proof.every(
        4,
        [
            (
                "Ben",
                "Dan",
                5,
                "Ben and Dan +3 each|March with a partner, five players · Foster, law 43",
            ),
            ("Ben", "Dan", 3, "Ben and Dan +1 each|Point with a partner · Foster, law 43"),
            ("Dan", "Alone", 2, "Everyone but Dan +2 each|Lone hand euchred · Foster, law 46"),
            (
                "Cat",
                "Ann",
                0,
                "Ben, Dan and Eveline +2 each|Maker and partner euchred · Foster, law 46",
            ),
            ("Eveline", "Alone", 5, "Eveline +5|Lone march, five players · Foster, law 44"),
        ],
    ),
)
def test_the_preview_is_the_same_with_javascript_and_without(
    phone, without_javascript, maker, partner, number, said
):
    pad = start_table(phone)
    for page in (phone, without_javascript):
        page.goto(pad)
        tap_hand(page, maker, partner, number)
        expect(page.locator("#preview p")).to_have_text(said.split("|"))


def test_a_second_tap_on_the_maker_means_alone_and_a_third_undoes_it(phone):
    start_table(phone)
    key(phone, "Dan").tap()
    a_moment_later(phone)
    key(phone, "Dan").tap()
    expect(phone.locator(".tile[data-role='maker, alone'] .name")).to_have_text("Dan")
    a_moment_later(phone)
    key(phone, "Dan").tap()
    expect(phone.locator(".tile[data-role='maker'] .name")).to_have_text("Dan")
    expect(phone.locator(".tile[data-role]")).to_have_count(1)
    expect(phone.locator("#prompt")).to_have_text("Dan made it. Tap the partner or Alone.")


def test_a_trembling_tap_counts_once(phone):
    start_table(phone)
    twice = "key => { key.click(); key.click(); }"
    key(phone, "Dan").evaluate(twice)
    expect(phone.locator(".tile[data-role='maker'] .name")).to_have_text("Dan")
    key(phone, "Ben").evaluate(twice)
    tricks(phone, 5).evaluate(twice)
    save(phone).tap()
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Dan with Ben, all five")


def test_a_hand_begun_on_one_phone_is_shown_on_the_other_with_its_partner_secret(phone, open_page):
    pad = start_table(phone)
    other = open_page(has_touch=True)
    other.goto(pad)
    key(phone, "Ben").tap()
    phone.locator("#facts summary").tap()
    phone.locator("#facts label", has_text="♦").first.tap()
    phone.get_by_role("button", name="Start the hand").tap()
    expect(phone.locator("#prompt")).to_contain_text("Ben calls diamonds")
    expect(other.locator("#prompt")).to_contain_text("Ben calls diamonds")
    expect(other.locator(".tile[data-role]")).to_have_count(1)
    key(other, "Eveline").tap()
    tricks(other, 3).tap()
    save(other).tap()
    expect(other.locator("#last")).to_contain_text("Hand 1 saved: Ben with Eveline, three tricks")
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Ben with Eveline, three tricks")
    assert [hand["call"] for hand in sheet_of(phone, pad)["hands"]] == ["D"]


def test_a_hand_sent_without_seeing_the_latest_is_shown_beside_it(phone, open_page, console):
    console.expect("status of 409", "status of 503")
    pad = start_table(phone)
    other = open_page(has_touch=True)
    hears_no_news(other)
    other.goto(pad)
    tap_hand(other, "Ben", "Dan", 5)
    other.route(POLL, lambda route: route.fulfill(status=503))
    log(phone, "Ben", "Dan", 5, no=1)
    save(other).tap()
    other.unroute(POLL)
    expect(other.locator(".waiting")).to_contain_text("Is this the same hand?")
    assert other.evaluate("scrollY") == 0  # and not past it, at the key that was tapped last
    expect(phone.locator(".waiting")).to_contain_text("Is this the same hand?")
    other.get_by_role("button", name="Same hand, count it once").tap()
    expect(other.locator(".waiting")).to_have_count(0)
    expect(phone.locator(".waiting")).to_have_count(0)
    assert totals(other) == [0, 3, 0, 3, 0]


def test_a_hand_is_kept_while_the_server_is_away_and_sent_once_when_it_is_back(
    open_page, own_server, console
):
    console.expect("ERR_", "Failed to fetch")
    phone = open_page(base_url=own_server.url, has_touch=True)
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    own_server.kill()
    expect(phone.locator("#state")).to_contain_text("offline since")
    tap_hand(phone, "Eveline", "Alone", 5)
    save(phone).tap()
    expect(phone.locator("#state")).to_have_text("1 saved on this phone")
    own_server.restart()
    expect(phone.locator("#state")).to_have_text("saved")
    expect(phone.locator("#last")).to_contain_text("Hand 2 saved: Eveline alone, all five")
    assert scored(own_server, sheet_of(phone, pad))["totals"] == {
        "Ann": 0,
        "Ben": 1,
        "Cat": 0,
        "Dan": 1,
        "Eveline": 5,
    }


def test_the_dealer_can_be_corrected(phone):
    pad = start_table(phone)
    phone.locator(".dealer").tap()
    phone.get_by_role("group", name="Dealer of the next hand").get_by_text("Dan").tap()
    expect(phone.locator(".tile", has=phone.locator(".dealer")).locator(".name")).to_have_text(
        "Dan"
    )
    log(phone, "Ben", "Dan", 3, no=1)
    expect(phone.locator(".tile", has=phone.locator(".dealer")).locator(".name")).to_have_text(
        "Eveline"
    )
    assert sheet_of(phone, pad)["hands"][0]["dealer"] == "Dan"
    phone.locator(".dealer").tap()
    phone.get_by_role("group", name="Dealer of the next hand").get_by_text("Ann").tap()
    log(phone, "Cat", "Ben", 3, no=2)
    assert sheet_of(phone, pad)["hands"][1]["dealer"] == "Ann"


def test_taps_stay_that_were_made_before_the_answer_to_another_dealer_came(phone):
    pad, held = start_table(phone), []
    phone.context.route("**/deal", lambda route: held.append(route))
    phone.locator(".dealer").tap()
    with phone.expect_request("**/deal"):
        phone.get_by_role("group", name="Dealer of the next hand").get_by_text("Dan").tap()
    phone.get_by_role("button", name="Back to the pad").tap()
    tap_hand(phone, "Cat", "Ben", None)
    held[0].continue_()
    expect(phone.locator(".tile", has=phone.locator(".dealer")).locator(".name")).to_have_text(
        "Dan"
    )
    phone.locator("[data-tricks='3']").tap()
    phone.get_by_role("button", name="Save hand 1").tap()
    expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 1 saved: Cat with Ben")
    assert sheet_of(phone, pad)["hands"][0]["dealer"] == "Dan"


def test_the_sheet_of_the_dealer_stays_open_while_the_pad_polls(phone, console):
    """A sheet without the focus would close when a poll gives it back to the key beside it."""
    console.expect("status of 503")
    hears_no_news(phone)
    start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    phone.locator(".dealer").tap()
    choices = phone.get_by_role("group", name="Dealer of the next hand")
    expect(choices).to_be_visible()
    for _ in range(3):
        phone.wait_for_event("response", lambda answer: answer.status == 304)
    expect(choices).to_be_visible()
    choices.get_by_text("Ann").tap()
    expect(phone.locator(".tile", has=phone.locator(".dealer"))).to_contain_text("Ann")


def test_a_phone_learns_that_its_link_is_revoked_and_the_new_one_works(phone, open_page, console):
    console.expect("status of 410")
    pad = start_table(phone)
    other = open_page(has_touch=True)
    other.goto(pad)
    phone.goto(f"{pad}share")
    phone.get_by_text("Cancel this code").first.tap()
    phone.get_by_role("button", name="Cancel and make a new code").first.tap()
    expect(phone.get_by_text("is revoked. Here is the new one.")).to_be_visible()
    expect(other.get_by_role("heading", name="This link was revoked")).to_be_visible()
    phone.goto(phone.locator(".address a").first.inner_text())
    log(phone, "Ben", "Dan", 3, no=1)


def from_the_front_page(phone, thumb, names, *game):
    """Tap to the start form, type the names, and tap the game unless it is proposed."""
    phone.goto("/")
    thumb.on(phone.get_by_role("link", name="Start a table"))
    for name in game:
        thumb.on(phone.locator("#games").get_by_role("button", name=name))
    for no, name in enumerate(names, start=1):
        phone.get_by_label(f"Player {no}").fill(name)


def first_hand(phone, thumb, *made, tricks):
    """Tap the first hand and save it, with Cat as its dealer."""
    expect(phone.locator(".tile", has=phone.locator(".dealer"))).to_contain_text("Cat")
    for name in made:
        thumb.on(key(phone, name))
    thumb.on(phone.locator(f"[data-tricks='{tricks}']"))
    thumb.on(phone.locator(".save"))
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved")


@pytest.mark.parametrize(
    ("game", "names", "made", "taps"),
    [
        ((), FIVE[:4], ("Ben",), 5),
        (("British",), FIVE[:4], ("Ben",), 6),
        (("Call-Ace",), FIVE, ("Ben", "Dan"), 7),
        (("Call-Ace",), FIVE[:4], ("Ben", "Dan"), 7),
    ],
)
def test_at_most_seven_taps_besides_the_names_lead_to_the_first_hand(
    phone, game, names, made, taps
):
    thumb = Taps(phone)
    from_the_front_page(phone, thumb, names, *game)
    thumb.on(phone.get_by_role("group", name="Who deals first?").get_by_role("button", name="Cat"))
    first_hand(phone, thumb, *made, tricks=5)
    assert thumb.number == taps


def test_a_drawn_dealer_is_put_right_within_the_seven_taps(phone):
    thumb = Taps(phone)
    from_the_front_page(phone, thumb, FIVE[:4])
    thumb.on(phone.get_by_role("button", name="Start a table"))
    thumb.on(phone.locator("#deal summary"))
    thumb.on(phone.locator("#deal").get_by_role("button", name="Cat"))
    first_hand(phone, thumb, "Ben", tricks=5)
    assert thumb.number == 7


def test_the_first_dealer_is_asked_for_while_as_many_names_are_typed_as_can_play(phone):
    phone.goto("/start")
    asked = phone.get_by_role("group", name="Who deals first?")
    expect(asked).to_be_hidden()
    phone.get_by_label("Player 1").fill("Ann, Ben, Cat, Dan")
    expect(asked.get_by_role("button")).to_have_text(["Ann", "Ben", "Cat", "Dan"])
    phone.get_by_label("Player 1").blur()
    phone.get_by_label("Player 2").fill("")
    expect(asked).to_be_hidden()


def test_a_dealer_who_is_typed_is_the_one_pressed_and_no_dealer_is_drawn(phone):
    phone.goto("/start")
    phone.get_by_label("Player 1").fill("Ann, Ben, Cat, Dan")
    asked = phone.get_by_role("group", name="Who deals first?")
    pressed, drawn = asked.locator("[aria-pressed='true']"), asked.locator(".help")
    expect(pressed).to_have_count(0)
    expect(drawn).to_be_visible()
    phone.get_by_text("More choices").tap()
    phone.get_by_label("First dealer").fill("Ben")
    expect(pressed).to_have_text(["Ben"])
    expect(drawn).to_be_hidden()
    phone.get_by_label("Player 1").fill('"Smith, Ann", Ben, Cat')
    expect(asked).to_be_hidden()


def test_a_list_pasted_into_one_box_is_spread_over_the_seats(phone):
    phone.goto("/start")
    phone.get_by_role("button", name="Call-Ace").tap()
    phone.get_by_label("Player 1").fill("Ann, Ben; Cat, Dan, Eve")
    phone.get_by_label("Player 1").blur()
    boxes = phone.locator("#seats input:visible")
    expect(boxes).to_have_count(6)
    expect(boxes.nth(4)).to_have_value("Eve")


def test_a_list_typed_into_a_box_overwrites_no_other_name(phone):
    phone.goto("/start")
    for no, name in enumerate(("Ann", "Ben", "Cat", "Dan"), start=1):
        phone.get_by_label(f"Player {no}").fill(name)
    phone.get_by_label("Player 2").fill("Ben, Bob")
    phone.get_by_label("Player 2").press("Enter")
    expect(phone.get_by_label("Player 3")).to_be_focused()
    expect(phone.get_by_label("Player 3")).to_have_value("Cat")
    expect(phone.get_by_label("Player 2")).to_have_value("Ben, Bob")


def test_with_large_letters_a_tap_on_the_dealers_name_makes_them_the_maker(phone):
    phone.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " document.documentElement.style.fontSize = '32px' })"
    )
    start_table(phone, ["Ann", "Ben", "Cat", "Dan"], rules="american", dealer="Ann")
    expect(key(phone, "Ann").locator(".dealer")).to_be_visible()
    key(phone, "Ann").tap()
    expect(key(phone, "Ann")).to_have_attribute("data-role", "maker")
    assert phone.locator("#deal[open]").count() == 0
