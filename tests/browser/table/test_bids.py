"""A game in which the trump is bid for, under a thumb: bidder, bid, tricks, Save."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.table import fits_small_screens, key, scored, sheet_of, start_table, tap_bid

FOUR = ["Ann", "Ben", "Cat", "Dan"]
SIX = [*FOUR, "Eve", "Fay"]
LONG = [
    "Bartholomew Featherstone",
    "Maximiliana von Hohenberg",
    "Margaret",
    "Małgorzata Wiśniewska",
]
LONG_SIX = [*LONG, "Gwendolen", "Jürgen Dyer-Hughes"]
REVOKE = "#happened-revoke .pick"


def log(page, bidder, told, *, no):
    """Log a hand with a bid and wait until the server's page says that it is saved."""
    tap_bid(page, bidder, told)
    page.locator(".save").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def sides(page):
    return [int(text.replace("−", "-")) for text in page.locator(".side-points").all_inner_texts()]


def preview(page):
    return page.locator("#preview p").all_inner_texts()


def test_a_game_of_bid_euchre_includes_a_failed_bid_and_a_lone_bid(phone, server):
    pad = start_table(phone, FOUR, rules="bid", dealer="Dan")
    expect(phone.locator("#prompt")).to_have_text("Who won the bid?")
    tap_bid(phone, "Ben", "4/5")
    assert preview(phone) == [
        "Ann and Cat +1, Ben and Dan +5",
        "Bid four, made five; the others’ tricks · Bid Euchre sheets",
    ]
    phone.locator(".save").tap()
    last = phone.locator("#last:not([data-ahead])")
    expect(last).to_contain_text("Hand 1 saved: Ben bid four, five tricks. Ann and Cat +1, Ben")
    tap_bid(phone, "Ann", "5/3")
    assert preview(phone)[:2] == [
        "Ann and Cat −5, Ben and Dan +3",
        "Bid five, set with three; the others’ tricks · Bid Euchre sheets",
    ]
    phone.locator(".save").tap()
    expect(last).to_contain_text("Hand 2 saved: Ann bid five, three tricks")
    assert sides(phone) == [-4, 8]
    log(phone, "Dan", "alone/6", no=3)
    log(phone, "Dan", "alone/6", no=4)
    expect(phone.locator(".event-line")).to_have_text("Game 1 to Ben and Dan, 32–−4.")
    sheet = sheet_of(phone, pad)
    found = scored(server, sheet)
    assert [one["outcome"] for one in found["hands"]] == ["made", "set", "alone-made", "alone-made"]
    assert found["games"][0]["score"] == [-4, 32]


def test_the_partner_of_a_lone_bidder_has_no_cards_and_a_revoke_decides_the_bid(phone):
    start_table(phone, FOUR, rules="bid")
    tap_bid(phone, "Ben", "alone/6")
    phone.locator("#what-happened > summary").tap()
    expect(phone.locator(REVOKE, has_text="Dan").locator("input").first).to_be_disabled()
    phone.locator(REVOKE, has_text="Ben").first.tap()
    phone.locator("#what-happened .panel > [data-close]").tap()
    expect(phone.locator("#preview .gains")).to_have_text("Ann and Cat +1, Ben and Dan −12")


def test_six_play_an_auction_in_two_sides_of_three(phone, server):
    pad = start_table(phone, SIX, rules="auction-six", dealer="Fay")
    log(phone, "Ben", "3/5", no=1)
    log(phone, "Eve", "4/2", no=2)
    assert sides(phone) == [0, 7]
    for no in (3, 4):
        log(phone, "Fay", "5/5", no=no)
    expect(phone.locator(".event-line")).to_have_text("Game 1 to Ben, Dan and Fay, 17–0.")
    found = scored(server, sheet_of(phone, pad))
    assert found["sides"] == [["Ann", "Cat", "Eve"], ["Ben", "Dan", "Fay"]]
    assert found["games"][0]["score"] == [0, 17]


def test_three_bid_each_for_themselves_and_only_the_bidder_scores(phone, server):
    pad = start_table(phone, FOUR[:3], rules="bid-three", dealer="Cat")
    tap_bid(phone, "Ben", "5/6")
    assert preview(phone) == ["Ben +6", "Bid five, made six · Three-handed Bid Euchre sheets"]
    phone.locator(".save").tap()
    expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 1 saved:")
    log(phone, "Ann", "4/3", no=2)
    assert scored(server, sheet_of(phone, pad))["score"] == [-4, 6, 0]


def test_without_javascript_each_tap_is_a_page(without_javascript):
    page = without_javascript
    start_table(page, FOUR, rules="bid")
    tap_bid(page, "Ben", "4/5")
    expect(page.locator("#preview .gains")).to_have_text("Ann and Cat +1, Ben and Dan +5")
    page.locator(".save").tap()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved: Ben bid four, five tricks")


@pytest.mark.parametrize(
    ("rules", "names"),
    proof.every(
        3,
        [
            *(("auction-six", LONG_SIX), ("bid-double", LONG), ("bid", LONG), ("auction", LONG)),
            ("bid-three", LONG[:3]),
        ],
    ),
)
def test_the_pad_with_bids_fits_one_small_screen_with_keys_for_a_thumb(phone, rules, names):
    start_table(phone, names, rules=rules, dealer=names[0])
    tap_bid(phone, "Margaret", "4/5")
    fits_small_screens(phone)


def test_a_bid_begun_on_one_phone_is_shown_on_the_other(phone, open_page):
    pad = start_table(phone, FOUR, rules="bid")
    key(phone, "Ben").tap()
    phone.locator("[data-bid='5']").tap()
    phone.locator("#facts > summary").tap()
    phone.locator("#begin").tap()
    other = open_page()
    other.goto(pad)
    expect(other.locator("#prompt")).to_have_text("Ben bid 5. How many tricks?")
    expect(other.locator("[data-bid='5']")).to_have_attribute("aria-pressed", "true")


def test_a_bid_cannot_be_tapped_in_a_closed_session_or_after_the_round(phone):
    pad = start_table(phone, FOUR, rules="bid", dealer="Dan")
    taps = phone.locator("[data-bid]:visible, [data-tricks]:visible, .trumps:visible")
    expect(taps).to_have_count(12)
    phone.locator(".prompt-line").evaluate(
        """line => line.insertAdjacentHTML("beforebegin", "<details class=late></details>")"""
    )
    expect(taps).to_have_count(0)
    phone.goto(pad)
    log(phone, "Ben", "4/5", no=1)
    phone.goto(f"{pad}settlement")
    phone.get_by_role("link", name="Close evening").tap()
    phone.get_by_role("button", name="Close and settle").tap()
    expect(phone.get_by_text("Closing 1")).to_be_visible()
    phone.goto(pad)
    expect(phone.get_by_text("This table is closed")).to_be_visible()
    expect(taps).to_have_count(0)
