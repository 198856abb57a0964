"""Partners, cut-throat: games played to their end on a phone, told as events, and paid."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import key, scored, sheet_of, start_table

FOUR = ["Ann", "Ben", "Cat", "Dan"]
THREE = ["Ann", "Ben", "Cat"]


def save(page, maker, tricks, *, no, alone=False):
    """Tap a hand, save it, and wait until the pad says so."""
    key(page, maker).tap()
    if alone:
        page.locator(".key.alone").tap()
    page.locator(f"[data-tricks='{tricks}']").tap()
    page.get_by_role("button", name=f"Save hand {no}").tap()
    expect(page.locator("#last")).to_contain_text(f"Hand {no} saved")


def go_on(page):
    """Read what ended, and go on in the same seats."""
    told = page.locator(".event .event-told").all_inner_texts()
    page.get_by_role("button", name="same seats").tap()
    expect(page.locator(".event .panel")).to_be_hidden()
    return told


def sides(page):
    """The game's score as it stands above the keys: names, points, what is said below."""
    found = page.locator(".side").all()
    names = [" and ".join(side.locator(".side-names span").all_inner_texts()) for side in found]
    return [[who, side.locator(".side-points").inner_text()] for who, side in zip(names, found, strict=True)]


def test_a_club_laws_rubber_is_played_to_a_fourth_game_and_paid(open_page, server):
    page = open_page(has_touch=True)
    pad = start_table(page, FOUR, rules="club-laws", stake="0.50")
    save(page, "Ben", 5, no=1, alone=True)
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "4"]]
    save(page, "Dan", 3, no=2)
    assert go_on(page) == ["Game 1 to Ben and Dan, 5–0, counts 2."]
    save(page, "Ann", 5, no=3, alone=True)
    save(page, "Ben", 3, no=4)
    save(page, "Cat", 3, no=5)
    assert go_on(page) == ["Game 2 to Ann and Cat, 5–1."]
    save(page, "Ann", 5, no=6, alone=True)
    save(page, "Dan", 4, no=7)
    save(page, "Ann", 5, no=8)
    assert go_on(page) == ["Game 3 to Ann and Cat, 6–1, a lap of 1."]
    assert sides(page) == [["Ann and Cat", "1"], ["Ben and Dan", "0"]]
    save(page, "Ben", 1, no=9, alone=True)
    assert go_on(page) == [
        "Game 4 to Ann and Cat, 5–0, counts 2.",
        "Rubber 1 to Ann and Cat, 6 points to 2.",
    ]
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "0"]]
    told = scored(server, sheet_of(page, pad))
    assert told["rubbers"] == [
        {"no": 1, "games": [1, 2, 3, 4], "points": [6, 2], "winner": 0, "finished": True}
    ]
    assert told["net"] == {
        "Ann": {"points": 4, "amount": "2.00"},
        "Ben": {"points": -4, "amount": "-2.00"},
        "Cat": {"points": 4, "amount": "2.00"},
        "Dan": {"points": -4, "amount": "-2.00"},
    }
    page.goto(f"{pad}settlement")
    expect(page.locator("main")).to_contain_text("£2.00")


def test_a_cut_throat_game_with_a_set_back_is_played_to_its_end(open_page, server):
    page = open_page(has_touch=True)
    pad = start_table(page, THREE, rules="hoyle-three-setback", stake="0.10")
    key(page, "Ben").tap()
    page.locator("[data-tricks='2']").tap()
    expect(page.locator("#preview .gains")).to_have_text("Ben is set back 2")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved")
    assert page.locator(".tile .points").all_inner_texts() == ["0", "−2", "0"]
    for no, tricks in enumerate((5, 5, 5, 3), start=2):
        save(page, "Ben", tricks, no=no)
    assert go_on(page) == ["Game 1 to Ben, 5, Ann 0, Cat 0."]
    assert page.locator(".tile .won").all_inner_texts() == ["0 games", "1 game", "0 games"]
    told = scored(server, sheet_of(page, pad))
    assert told["games"] == [
        {"no": 1, "winner": 1, "score": [0, 5, 0], "values": [1, 0, 1], "lap": 0, "hands": [1, 5]}
    ]
    assert {name: net["amount"] for name, net in told["net"].items()} == {
        "Ann": "-0.10",
        "Ben": "0.20",
        "Cat": "-0.10",
    }


def test_the_preview_tells_the_game_that_a_hand_would_end(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1, alone=True)
    key(page, "Cat").tap()
    page.locator("[data-tricks='3']").tap()
    assert page.locator("#preview p").all_inner_texts() == [
        "Ann and Cat 1",
        "Point · Keller, ch. 2",
        "Game 1 to Ann and Cat, 5–0",
    ]


def test_alone_is_the_maker_then_his_partner_then_nobody(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="club-laws")
    key(page, "Ben").tap()
    told = []
    for _ in range(3):
        page.locator(".key.alone").tap()
        told.append((page.locator("#prompt").inner_text(), page.locator(".key.alone").inner_text()))
    assert told == [
        ("Ben alone: how many tricks?", "Ben alone"),
        ("Ben made it, Dan alone: how many tricks?", "Dan alone"),
        ("Ben made it, with Dan. Tricks?", "Alone"),
    ]


def test_partners_change_between_rubbers(open_page):
    page = open_page(has_touch=True)
    pad = start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1, alone=True)
    save(page, "Ann", 3, no=2)
    page.get_by_role("link", name="Change partners").tap()
    page.get_by_role("button", name="Ann and Dan against Ben and Cat").tap()
    expect(page.locator("#pad")).to_be_visible()
    assert page.url == pad
    assert [names for names, _ in sides(page)] == ["Ann and Dan", "Ben and Cat"]


def test_the_score_may_be_marked_by_two_cards(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1)
    page.locator("#menu summary").tap()
    page.get_by_role("button", name="a three and a four").tap()
    expect(page.locator(".side .markers")).to_have_count(2)
    assert [card.get_attribute("aria-label") for card in page.locator(".side .markers").all()] == ["2", "0"]


LONG = ["Bartholomew", "Wilhelmina", "Constantine", "Maximiliana"]


@pytest.mark.parametrize(
    ("rules", "names"),
    [("club-laws", FOUR), ("club-laws", LONG), ("hoyle-three", LONG[:3]), ("britannica-two", LONG[:2])],
)
def test_the_pad_of_a_game_fits_one_small_screen_with_keys_for_a_thumb(open_page, rules, names):
    page = open_page(has_touch=True)
    start_table(page, names, rules=rules, dealer=names[0])
    save(page, names[0], 5, no=1)
    save(page, names[0], 5, no=2)
    key(page, names[0]).tap()
    page.locator("[data-tricks='5']").tap()
    expect(page.locator("#preview .ends")).to_be_visible()
    size = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert size == [640, 360]
    for target in page.locator("#pad button:visible, #pad summary:visible, #pad .foot > a").all():
        box = target.bounding_box()
        assert box["height"] >= 48, target.inner_text()
        assert box["width"] >= 44, target.inner_text()


def test_taps_are_counted(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="club-laws")
    page.evaluate("addEventListener('click', () => { window.tapCount = (window.tapCount || 0) + 1; }, true)")
    taps = []
    for no, hand in enumerate((("Ben", 4, False), ("Ben", 5, True), ("Cat", 2, False)), start=1):
        before = page.evaluate("window.tapCount || 0")
        maker, tricks, alone = hand
        save(page, maker, tricks, no=no, alone=alone)
        taps.append(page.evaluate("window.tapCount") - before)
        if page.locator(".event").count():
            go_on(page)
    assert taps == [3, 4, 3]
