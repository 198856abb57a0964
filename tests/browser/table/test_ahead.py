"""The pad scores offline: it shows what the server will show once all is sent."""

import re

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.table import (
    FIVE,
    key,
    log,
    start_table,
    tap_bid,
    tap_hand,
    totals,
)

FOUR = ["Ann", "Ben", "Cat", "Dan"]
SIX = [*FOUR, "Eve", "Fay"]
BIDS = ["Ben alone/6", "Ann 4/5", "Dan 5/3", "Cat alone/4", "New deal", "Ben alone/6", "Dan 4/6"]


@pytest.fixture
def out_of_reach(phone, console):
    """A phone whose hands do not get through until `phone.context.unroute_all()`."""
    console.expect("ERR_FAILED")

    def out_of_reach(names, **how):
        pad = start_table(phone, names, **how)
        phone.context.route("**/hands/send", lambda route: route.abort())
        return pad

    return out_of_reach


def save(page, told, *, no):
    """Tap a hand and save it: "Ben Dan 3", "Ann alone 5", "Cat 2", "Cat 4/5" with a bid, or a void
    deal, "New deal"."""
    *who, tricks = told.split()
    if "/" in tricks:
        tap_bid(page, who[0], tricks)
        page.locator(".save").tap()
    elif not tricks.isdigit():
        page.locator("#no-deal > summary").tap()
        page.locator("#void button", has_text=told).tap()
    else:
        for name in who:
            (page.locator(".key.alone") if name == "alone" else key(page, name)).tap()
        page.locator(f"[data-tricks='{tricks}']").tap()
        page.locator(".save").tap()
    expect(page.locator("#last")).to_contain_text(f"Hand {no} saved on this phone")


def figures(page):
    """Everything on the pad about the score of the table."""

    def all_of(selector):
        return [text.strip() for text in page.locator(selector).all_inner_texts()]

    counters = page.locator(".tile .counters")
    return {
        "points": all_of(".tile .points"),
        "counters": [one.get_attribute("aria-label") for one in counters.all()],
        "drawn": [one.locator("svg").count() for one in counters.all()],
        "dealer": page.locator(".tile", has=page.locator(".dealer")).get_attribute("data-name"),
        "marks": all_of(".dealer"),
        "sides": all_of(".side-points"),
        "won": all_of(".side-small, .won"),
        "place": all_of(".to"),
        "next": [page.locator(".save").inner_text(), page.locator(".about").inner_text()],
        "undo": all_of("#undo"),
    }


def once_sent(page, open_page, pad):
    """The figures on the server's page, read without a script, after everything has arrived."""
    page.context.unroute_all()
    expect(page.locator("#state")).to_have_text("saved")
    plain = open_page(java_script_enabled=False)
    plain.goto(pad)
    return figures(plain)


PARTNERS = [
    "Ben 5",
    "Ann alone 5",
    "Dan 2",
    "Cat 3",
    "New deal",
    "Ann 3",
    "Ben alone 2",
    "Misdeal",
    "Cat 4",
]
LAPS = [
    "Ann alone 5",
    "Cat 5",
    "Ben 3",
    "Ann alone 5",
    "Dan 5",
    "Cat 3",
    "Ben alone 5",
    "Ben 5",
    "Ann 3",
]


def test_call_ace_to_a_target_continues_offline_from_game_to_game(out_of_reach, phone, open_page):
    pad = out_of_reach(FIVE, target="5")
    for no, hand in enumerate(["Ben Dan 5", "Cat alone 3", "Ben Ann 5", "Eveline alone 2"], 1):
        save(phone, hand, no=no)
        if no == 3:
            expect(phone.locator(".to").first).to_contain_text("The game is over")
            won = ["3 in all", "1 game · 6 in all", "1 in all", "3 in all", "0 in all"]
            assert [one.replace("\xa0", " ") for one in figures(phone)["won"]] == won
    alone = figures(phone)
    assert alone["points"] == ["2", "2", "2", "2", "0"]
    assert alone == once_sent(phone, open_page, pad)


def test_call_ace_to_a_target_shows_who_wins_the_game(phone):
    start_table(phone, FIVE, target="5")
    log(phone, "Ben", "Alone", 3, no=1)
    tap_hand(phone, "Ben", "Alone", 5)
    said = "Game 1 to Ben, 6, Ann 0, Cat 0, Dan 0, Eveline 0"
    expect(phone.locator("#preview .ends")).to_have_text(said)
    phone.locator(".save").tap()
    expect(phone.locator("#preview .ends")).to_have_text(f"{said}.")
    assert totals(phone) == [0, 6, 0, 0, 0]
    key(phone, "Ann").tap()
    expect(phone.locator("#preview .ends")).to_have_count(0)
    expect(phone.locator(".tile .points")).to_have_text(["0"] * 5)


@pytest.mark.parametrize(
    ("rules", "names", "hands"),
    proof.every(
        3,
        [
            (
                "call-ace",
                FIVE,
                ["Ben Dan 3", "Ann alone 5", "New deal", "Cat Ann 1", "Eveline alone 2"],
            ),
            (
                "call-ace",
                FIVE,
                ["Ben Dan 5", "Misdeal", "Dan alone 4", "Eveline Cat 5", "Dan alone 5"] * 2,
            ),
            ("keller", FOUR, PARTNERS * 2),
            ("club-laws", FOUR, LAPS * 2),
            ("railroad", FOUR, LAPS),
            ("bid", FOUR, BIDS * 2),
            ("auction-six", SIX, ["Fay 5/5", "Ann 4/2", "Misdeal", "Ben 5/5", "Cat 3/3"] * 2),
            ("britannica-two", FOUR[:2], ["Ann 5", "Ben 2", "Ann 4", "Ben 5", "Misdeal", "Ben 3"]),
        ],
    ),
)
def test_the_pad_scores_offline_as_the_server_will(
    out_of_reach, phone, open_page, rules, names, hands
):
    pad = out_of_reach(names, rules=rules, dealer="Ben")
    for no, hand in enumerate(hands, start=1):
        save(phone, hand, no=no)
    alone = figures(phone)
    assert alone == once_sent(phone, open_page, pad)
    phone.reload()
    assert figures(phone)["points"] == alone["points"]


def test_a_game_that_ends_offline_is_shown_at_once_and_no_button_moves(out_of_reach, phone):
    out_of_reach(FOUR, rules="keller")
    save(phone, "Ann alone 5", no=1)
    keys = ".tile, .key.alone, [data-tricks], .save, .foot > *"
    boxes = f"[...document.querySelectorAll('{keys}')].map((key) => key.getBoundingClientRect())"
    before = phone.evaluate(boxes)
    key(phone, "Cat").tap()
    phone.locator("[data-tricks='4']").tap()
    said = "Game 1 to Ann and Cat, 5–0"
    expect(phone.locator("#preview .ends")).to_have_text(said)
    phone.locator(".save").tap()
    stands = phone.locator(".side-points").all_inner_texts()
    assert (stands, phone.locator("#preview").inner_text()) == (["5", "0"], f"{said}.")
    assert phone.locator(".to span").first.inner_text() == "The game is over"
    assert phone.evaluate(boxes) == before
    expect(phone.locator("#last")).to_have_text(
        f"Hand 2 saved on this phone: Cat, four tricks. Ann and Cat +1. {said}."
    )
    phone.locator("#undo").tap()
    expect(phone.locator(".side-points")).to_have_text(["4", "0"])
    phone.locator("#put-back").tap()
    expect(phone.locator(".side-points")).to_have_text(["5", "0"])
    key(phone, "Ben").tap()
    expect(phone.locator(".side-points")).to_have_text(["0", "0"])
    expect(phone.locator(".to span").first).to_have_text("Game 2")


def test_several_hands_are_undone_as_fast_as_taps_and_restored_one_by_one(
    phone, open_page, console
):
    console.expect("ERR_FAILED")
    pad = start_table(phone, FOUR, rules="keller")
    for no in (1, 2, 3):
        key(phone, "Ann").tap()
        phone.locator("[data-tricks='3']").tap()
        phone.locator(".save").tap()
        expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")
    phone.context.route("**/hands/send", lambda route: route.abort())
    undo = "document.querySelector('#undo').click()"
    phone.evaluate(f"{undo}; {undo}")
    expect(phone.locator("#undo")).to_have_text("Undo hand 1")
    expect(phone.locator("#last")).to_have_text(
        "2 hands undone, the last, saved on this phone: Ann, three tricks."
    )
    assert figures(phone)["sides"] == ["1", "0"]
    for stands in ("2", "3"):
        phone.locator("#put-back").tap()
        expect(phone.locator(".side-points")).to_have_text([stands, "0"])
    expect(phone.locator("#put-back")).to_be_hidden()
    alone = figures(phone)
    assert alone == once_sent(phone, open_page, pad)


def test_offline_the_pad_knows_who_may_play_alone_after_the_deal_has_moved(out_of_reach, phone):
    out_of_reach(FOUR, rules="keller", dealer="Ann")
    why = "The maker’s partner has passed and cannot play alone (ch. 2)."
    key(phone, "Cat").tap()
    phone.locator(".key.alone").tap()
    assert phone.locator("#preview p").all_inner_texts() == []
    phone.get_by_role("button", name="Clear").tap()
    save(phone, "Ann 3", no=1)
    save(phone, "Ann 3", no=2)
    key(phone, "Cat").tap()
    phone.locator(".key.alone").tap()
    assert phone.locator("#preview p").all_inner_texts() == [why]


def test_a_hand_whose_score_no_table_holds_is_marked_as_unknown(out_of_reach, phone, open_page):
    pad = out_of_reach(FIVE)
    save(phone, "Ben Dan 3", no=1)
    phone.context.route("**/preview", lambda route: route.abort())
    key(phone, "Ann").tap()
    key(phone, "Cat").tap()
    phone.locator("[data-tricks='3']").tap()
    phone.locator("#what-happened > summary").tap()
    phone.locator("#happened-revoke .pick", has_text="Dan").first.tap()
    phone.locator("#what-happened .panel > [data-close]").tap()
    phone.locator(".save").tap()
    expect(phone.locator("#last")).to_contain_text("Hand 2 saved on this phone")
    expect(phone.locator("#last")).to_contain_text("Points shown once sent.")
    assert figures(phone)["points"] == ["0+?", "1+?", "0+?", "1+?", "0+?"]
    assert figures(phone)["marks"] == ["DEALER?"]
    save(phone, "Ben Dan 3", no=3)
    assert figures(phone)["points"] == ["0+?", "2+?", "0+?", "2+?", "0+?"]
    told = once_sent(phone, open_page, pad)
    expect(phone.locator(".doubt")).to_have_count(0)
    assert figures(phone) == told


def test_undo_and_restore_work_offline(out_of_reach, phone, open_page):
    pad = out_of_reach(FOUR, rules="club-laws")
    stood = []
    for no, hand in enumerate(["Ann alone 5", "Misdeal", "Cat 5"], start=1):
        stood.append(figures(phone) | {"undo": []})
        save(phone, hand, no=no)
    stood.append(figures(phone) | {"undo": []})
    phone.locator("#undo").tap()
    expect(phone.locator("#undo")).to_have_text("Undo hand 2")
    assert figures(phone) | {"undo": []} == stood[2]
    phone.locator("#put-back").tap()
    expect(phone.locator("#undo")).to_have_text("Undo hand 3")
    assert figures(phone) | {"undo": []} == stood[3]
    for no in (2, 1):
        phone.locator("#undo").tap()
        expect(phone.locator("#undo")).to_have_text(f"Undo hand {no}")
    assert figures(phone) | {"undo": []} == stood[1]
    alone = figures(phone)
    assert alone == once_sent(phone, open_page, pad)


def test_a_hand_already_on_the_server_is_undone_offline(phone, open_page, console):
    console.expect("ERR_FAILED")
    pad = start_table(phone, FOUR, rules="keller")
    for no, hand in enumerate(["Ann alone 5", "Cat 5"], start=1):
        *who, tricks = hand.split()
        for name in who:
            (phone.locator(".key.alone") if name == "alone" else key(phone, name)).tap()
        phone.locator(f"[data-tricks='{tricks}']").tap()
        phone.locator(".save").tap()
        expect(phone.locator("#last")).to_contain_text(f"Hand {no} saved:")
    phone.context.route("**/hands/send", lambda route: route.abort())
    phone.locator("#undo").tap()
    expect(phone.locator(".side-points")).to_have_text(["4", "0"])
    save(phone, "Cat 2", no=2)
    expect(phone.locator(".side-points")).to_have_text(["4", "2"])
    alone = figures(phone)
    assert alone == once_sent(phone, open_page, pad)


def test_hands_behind_one_that_needs_approval_are_not_counted_before_it(
    out_of_reach, phone, open_page
):
    pad = out_of_reach(FIVE)
    save(phone, "Ben Dan 3", no=1)
    other = open_page(has_touch=True)
    other.goto(pad)
    log(other, "Ann", "Alone", 5, no=1)
    expect(phone.locator(".tile .points")).to_have_text(["5", "0", "0", "0", "0"])
    expect(phone.locator("#undo")).to_be_hidden()
    key(phone, "Cat").tap()
    key(phone, "Ben").tap()
    phone.locator("[data-tricks='4']").tap()
    phone.locator(".save").tap()
    expect(phone.locator("#state")).to_contain_text("2")
    expect(phone.locator(".tile .points")).to_have_text(["5", "0", "0", "0", "0"])
    phone.context.unroute_all()
    phone.get_by_role("button", name=re.compile("were played")).first.tap()
    expect(phone.locator(".tile .points")).to_have_text(["5", "2", "1", "1", "0"])
    expect(phone.locator(".save")).to_have_text("Save hand 4")
