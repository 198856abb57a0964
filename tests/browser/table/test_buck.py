"""Buck Euchre under a thumb: the maker, or nobody, then each player's tricks, then Save."""

from playwright.sync_api import expect

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
