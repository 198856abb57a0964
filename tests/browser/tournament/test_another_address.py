"""The laptop breaks in round 3 of a tournament, and another one goes on at another address, with
the backup of the night before. Six phones take the tournament and its hands there."""

import time

import pytest
from playwright.sync_api import expect

from tests import server as servers
from tests.browser.club import PASSWORD, found_club, sign_in
from tests.browser.tournament.test_another_laptop import (
    EMPTY,
    THEN,
    WHOLE,
    enter,
    in_the_third_round,
    run,
    sides,
)

OWNER = "kate-of-the-move"


def move(phone, to):
    """Open the pad at another address, and let the phone keep there what it takes along."""
    phone.locator("#state").tap()
    phone.get_by_text("Continue on another laptop").tap()
    phone.get_by_label("Address of the other laptop").fill(to.removeprefix("http://"))
    phone.get_by_role("button", name="Continue there").tap()
    expect(phone.get_by_text("This phone has hands of this tournament table")).to_be_visible()


def send_by(phone, code):
    """Scan the director's code, and return the pad that opens."""
    phone.get_by_role("button", name="Keep it on this phone").tap()
    expect(phone.get_by_role("status")).to_be_visible()
    camera = phone.context.new_page()
    camera.goto(code)
    camera.get_by_role("button", name="Send to the organiser").tap()
    return camera


def take(pad):
    """Copy the hands that came with the address."""
    dialog = pad.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy").tap()
    expect(dialog.get_by_role("heading")).to_contain_text("copied")
    dialog.get_by_role("button", name="Back to the pad").tap()
    return pad


@pytest.mark.slow
@pytest.mark.thorough
def test_six_phones_take_a_tournament_to_another_address_in_its_third_round(
    own_server, open_page, console
):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    found_club(own_server, "The Moving Drive", owner=OWNER, currency="GBP")
    backup, phones = in_the_third_round(own_server, open_page)
    before = run(own_server, WHOLE)
    own_server.kill()
    for phone, _ in phones[::2]:
        enter(phone, *THEN, no=3)
    scores = [sides(phone) for phone, _ in phones[::2]]
    began = time.perf_counter()
    with servers.start() as other:
        other.manage("restore", backup, "--from-elsewhere", "--yes")
        night = other.manage("shell", "-v0", "-c", EMPTY).strip().splitlines()[-1]
        director = open_page(base_url=other.url)
        sign_in(director, (OWNER, PASSWORD))
        director.goto(f"/sessions/{night}/tournament/make")
        director.get_by_role("link", name="Bring it back from the phones").click()
        code = director.locator(".address").inner_text()
        for phone, _ in phones:
            move(phone, other.url)
        there = []
        for first, second in zip(phones[::2], phones[1::2], strict=True):
            there.append(take(send_by(first[0], code)))
            second[0].get_by_role("link", name="Try again").tap()
            there.append(take(second[0]))
        for pad in there:
            expect(pad.locator("#state")).to_have_text("saved")
            expect(pad.locator("#last:not([data-ahead])")).to_contain_text("Hand 3 saved:")
        assert [sides(pad) for pad in there] == [one for one in scores for _ in "AB"]
        print(f"\n{time.perf_counter() - began:.0f} s until all six phones had their totals")
        after = run(other, WHOLE)
        assert (after[0], set(after[1])) == (before[0], {"counted"})
        assert len(after[1]) == len(before[1]) + len(phones) // 2
