"""A director photographs the cards of a round, mends three of them, and publishes the next."""

import json
from io import BytesIO
from random import Random

import pytest
from playwright.sync_api import expect

WHY = "the packages of the extra “photos” are not installed"
for needed in ("numpy", "zxingcpp", "pypdfium2"):
    pytest.importorskip(needed, reason=WHY)

from tests.browser.club import sign_in  # noqa: E402
from tests.photos.camera import photograph  # noqa: E402
from tests.photos.pens import ORDINARY, mark  # noqa: E402
from tests.photos.printing import prints  # noqa: E402
from tests.photos.proving import PLAIN  # noqa: E402

MAKE = """
import json
from uuid import uuid4
from tests import cast
from tests.tournament import cast as hall
kate = uuid4().hex
club = cast.a_club("The Camera " + kate, organiser=kate)
made = hall.a_tournament(12, session=cast.an_evening(club))
first = hall.ended(hall.begun(made))
print(json.dumps([kate, made.session_id, [list(at.values()) for at in hall.seats(first).values()]]))
"""
TABLE_WAIT = 200_000
"""Milliseconds for a picture to be read on a busy machine."""


@pytest.fixture
def evening(server):
    """The director's name, which is their password, the address of the tournament, and who sat
    where in round 1."""
    name, session, seats = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    return name, f"/sessions/{session}/tournament/", seats


def photographs(pdf, seats):
    """Return three pictures of the cards. On one are two marks, partners differ on another, and one
    is missing."""
    cards, random = dict(enumerate(prints(pdf), start=1)), Random(1)
    points = {no: (9, 6, 9, 6)[at] for table in seats for at, no in enumerate(table)}
    double, differs, missing = (table[0] for table in seats)
    for no, card in cards.items():
        said = 4 if no == differs else points[no]
        mark(card.picture, card.box(0, "points", said), ORDINARY[2], random)
        if points[no] == 9:
            mark(card.picture, card.box(0, "won", 1), ORDINARY[2], random)
    mark(cards[double].picture, cards[double].box(0, "points", 2), ORDINARY[2], random)
    shown = [card.picture for no, card in cards.items() if no != missing]
    return [photograph(shown[at : at + 4], PLAIN, random) for at in range(0, len(shown), 4)]


def test_cards_are_photographed_three_are_mended_and_the_next_round_is_published(
    open_page, evening, axe, console
):
    page, (name, tournament, seats) = open_page(360, 640), evening
    sign_in(page, (name, name))
    pdf = BytesIO(page.request.get(f"{tournament}papers/tally-cards.pdf").body()).getvalue()
    pictures = photographs(pdf, seats)
    page.goto(f"{tournament}desk")
    page.get_by_role("button", name="More ways to enter scores").click()
    page.get_by_role("link", name="Photographs").click()
    with page.expect_file_chooser() as chosen:
        page.get_by_label("Choose pictures or a scan").click()
    chosen.value.set_files(
        [
            {"name": f"{no}.jpg", "mimeType": "image/jpeg", "buffer": one}
            for no, one in enumerate(pictures)
        ]
    )
    expect(page.locator("#reading")).to_have_text("3 pictures read.", timeout=3 * TABLE_WAIT)
    expect(page.locator("#read [role=status] p")).to_have_count(3)
    axe(page)
    double, differs, missing = (table[0] for table in seats)
    tapped = page.locator(".asked-card").filter(has_text=f"Save card {double}")
    # Only the points have two marks. What is clear is chosen, and the rest must be.
    expect(tapped.get_by_label("No lone hand")).to_be_checked()
    console.expect("is not focusable")  # a box that is folded
    tapped.get_by_role("button").click()
    assert tapped.locator("input[name=points]").first.evaluate("box => box.matches(':invalid')")
    tapped.locator("input[name=points][value='9']").check()
    page.set_input_files(
        "#id_files", {"name": "0.jpg", "mimeType": "image/jpeg", "buffer": pictures[0]}
    )
    expect(page.locator("#reading")).to_have_text("1 picture read.", timeout=TABLE_WAIT)
    expect(tapped.locator("input[name=points][value='9']")).to_be_checked()
    shown = page.locator(".asked-card .clipping img")
    # The card with two marks, both partners who differ, and not the missing one.
    expect(shown).to_have_count(3)
    page.locator(".missing-cards > summary").click()
    for no in (double, differs, missing):
        form = page.locator(".asked-card").filter(has_text=f"Save card {no}")
        form.locator("input[name=points][value='9']").check()
        form.get_by_label("No lone hand").check()
        form.get_by_role("button").click()
        expect(page.locator("#read [role=status]")).to_contain_text("1 table entered.")
    expect(page.locator(".asked-card")).to_have_count(0)
    expect(page.locator(".entered-cards")).to_have_count(3)
    page.get_by_role("link", name="Go to the next step").click()
    page.get_by_role("button", name="Draw round 2").click()
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_role("button", name="Start round 2")).to_be_visible()


def test_taps_on_a_card_do_not_go_to_another_when_it_is_saved(open_page, evening):
    page, (name, tournament, [table, *_]) = open_page(360, 640), evening
    sign_in(page, (name, name))
    cards = prints(page.request.get(f"{tournament}papers/tally-cards.pdf").body())
    random, unclear = Random(1), table[:2]
    for no, points in zip(table, (9, 6, 9, 6), strict=True):
        for value in (points, 2) if no in unclear else (points,):
            mark(cards[no - 1].picture, cards[no - 1].box(0, "points", value), ORDINARY[2], random)
    picture = photograph([cards[no - 1].picture for no in table], PLAIN, random)
    page.goto(f"{tournament}pictures")
    page.set_input_files(
        "#id_files", {"name": "0.jpg", "mimeType": "image/jpeg", "buffer": picture}
    )
    expect(page.locator("#reading")).to_have_text("1 picture read.", timeout=TABLE_WAIT)
    first, other = (
        page.locator(".asked-card").filter(has_text=f"Save card {no}") for no in sorted(unclear)
    )
    first.locator("input[name=points][value='9']").check()
    first.locator("input[name=lones][value='1']").check()
    first.get_by_role("button").click()
    expect(first).to_have_count(0)
    expect(other.get_by_label("No lone hand")).to_be_checked()
    expect(other.locator("input[name=points]:checked")).to_have_count(0)


def slips(pdf):
    """Return a picture of the slips of three tables, 9 to 6. On that of the last is no winner."""
    printed, random = prints(pdf, down=4), Random(1)
    for no, slip in enumerate(printed, start=1):
        for row, points in ((0, 9), (2, 6)):
            mark(slip.picture, slip.box(row, "points", points), ORDINARY[2], random)
        if no < 3:
            mark(slip.picture, slip.box(0, "won", 1), ORDINARY[2], random)
    return photograph([slip.picture for slip in printed], PLAIN, random)


def test_slips_are_photographed_and_one_without_a_winner_is_typed(open_page, evening, axe):
    page, (name, tournament, _) = open_page(360, 640), evening
    sign_in(page, (name, name))
    picture = slips(page.request.get(f"{tournament}papers/slips.pdf").body())
    page.goto(f"{tournament}pictures")
    page.set_input_files(
        "#id_files", {"name": "slips.jpg", "mimeType": "image/jpeg", "buffer": picture}
    )
    read = page.locator("#read [role=status]")
    expect(read).to_contain_text("3 slips, 2 tables entered.", timeout=TABLE_WAIT)
    axe(page)
    expect(page.get_by_role("img", name="on the slip of table 3")).to_have_count(4)
    page.get_by_role("link", name="Type slip 3").click()
    page.get_by_label("First side").fill("9")
    page.get_by_label("Second side").fill("6")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("all 3 tables have a result")).to_be_visible()
    page.goto(f"{tournament}pictures")
    expect(page.get_by_role("link", name="Type slip 3")).to_have_count(0)


def test_a_refused_file_is_not_counted_among_those_that_were_read(open_page, evening, console):
    console.expect("status of 422")
    page, (name, tournament, _) = open_page(360, 640), evening
    sign_in(page, (name, name))
    page.goto(f"{tournament}pictures")
    page.set_input_files("#id_files", {"name": "no.jpg", "mimeType": "image/jpeg", "buffer": b""})
    expect(page.locator("#reading")).to_have_text("0 pictures read. 1 not read.")
    expect(page.locator("#read .complaint")).to_contain_text("That file is empty.")


def test_a_file_that_is_no_picture_is_named_and_nothing_is_stored(open_page, evening):
    page, (name, tournament, _) = open_page(360, 640), evening
    sign_in(page, (name, name))
    page.goto(f"{tournament}pictures")
    page.set_input_files(
        "#id_files", {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"Ann 9"}
    )
    expect(page.locator("#read .complaint")).to_contain_text("notes.jpg", timeout=TABLE_WAIT)
