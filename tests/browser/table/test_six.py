"""Six at a table in two sides of three, under a thumb: plain Euchre with a turned card."""

from playwright.sync_api import expect

from tests.browser.table import (
    a_moment_later,
    fits_small_screens,
    key,
    scored,
    sheet_of,
    start_table,
)

SIX = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
LONG = [
    *("Bartholomew Featherstone", "Maximiliana von Hohenberg", "Margaret"),
    *("Małgorzata Wiśniewska", "Gwendolen", "Jürgen Dyer-Hughes"),
]
PREVIEW = "#preview p"


def save(page, maker, tricks, *, no, alone=False):
    key(page, maker).tap()
    if alone:
        page.locator(".key.alone").tap()
    page.locator(f"[data-tricks='{tricks}']").tap()
    page.locator(".save").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def test_six_play_a_game_with_a_lone_hand_of_five(phone, server):
    pad = start_table(phone, SIX, rules="six-handed", dealer="Fay")
    key(phone, "Ben").tap()
    expect(phone.locator("#prompt")).to_have_text("Ben made it, with Dan and Fay. Tricks?")
    phone.locator("[data-tricks='3']").tap()
    assert phone.locator(PREVIEW).all_inner_texts() == [
        "Ben, Dan and Fay +1",
        "Point · Six-handed sheets",
    ]
    phone.locator(".save").tap()
    expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 1 saved:")
    save(phone, "Eve", 5, no=2, alone=True)
    save(phone, "Cat", 5, no=3, alone=True)
    expect(phone.locator(".event-line")).to_have_text("Game 1 to Ann, Cat and Eve, 10–1.")
    found = scored(server, sheet_of(phone, pad))
    assert found["sides"] == [["Ann", "Cat", "Eve"], ["Ben", "Dan", "Fay"]]
    assert found["games"][0]["score"] == [10, 1]


def test_neither_partner_of_a_lone_player_of_six_can_be_ticked_as_revoking(phone):
    start_table(phone, SIX, rules="six-handed")
    key(phone, "Ben").tap()
    phone.locator(".key.alone").tap()
    phone.locator("#what-happened > summary").tap()
    boxes = phone.locator("input[name=revoke]")
    cannot = [name for no, name in enumerate(SIX) if boxes.nth(no).is_disabled()]
    assert cannot == ["Dan", "Fay"]


def test_a_tap_on_another_player_of_six_makes_them_the_maker(phone):
    start_table(phone, SIX, rules="six-handed")
    for name in ("Ben", "Fay", "Ann"):
        key(phone, name).tap()
        a_moment_later(phone)
    expect(phone.locator("#prompt")).to_have_text("Ann made it, with Cat and Eve. Tricks?")


def test_the_pad_of_six_partners_fits_one_small_screen_with_keys_for_a_thumb(phone):
    start_table(phone, LONG, rules="six-handed", dealer=LONG[0])
    key(phone, "Margaret").tap()
    phone.locator("[data-tricks='4']").tap()
    fits_small_screens(phone)
