"""The laptop breaks in round 3 of a tournament. Another one takes its name and port, with the
backup of the night before. Six phones bring the tournament back and send its hands."""

import json

import pytest
from playwright.sync_api import expect

from tests import server as servers
from tests.browser.club import PASSWORD, found_club, pad_key, sign_in
from tests.browser.conftest import PHONE
from tests.browser.table.test_another_laptop import take_the_place

OWNER = "kate-of-the-drive"
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo"]
TONIGHT = """
from scoring.models import Club
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.setting_up import open_tournament_evening

made = open_tournament_evening(club=Club.objects.get(), style="club", title="Drive")
enter_by_name(tournament=made, names=[(name,) for name in {names}])
"""
NEXT = """
import json
from scoring.common.permissions import Actor
from scoring.models import Link, Tournament
from scoring.tournament.actions.draw import draw
from scoring.tournament.actions.rounds import end_round, start_round

made = Tournament.objects.get()
latest = made.rounds.last()
if latest:
    end_round(tournament=made, no=latest.no, how="director", actor=Actor())
row = draw(tournament=made, after=latest.no if latest else 0)
start_round(tournament=made, no=row.no)
links = Link.objects.filter(table__rounds__round=row, right=Link.Right.WRITE)
tokens = links.order_by("table__no").values_list("token", flat=True)
print(json.dumps([f"/t/{{token}}/" for token in tokens]))
"""
WHOLE = """
import json
from scoring.models import HandRecord, Tournament
from scoring.tournament.pure.document import document
from scoring.tournament.queries.now import load_tournament

made = Tournament.objects.get()
states = sorted(HandRecord.objects.values_list("state", flat=True))
found = document(load_tournament(made))
found.pop("draw", None)  # a site that has no secret of the draw can't show it
print(json.dumps([found, states]))
"""
EMPTY = """
from scoring.evening.actions.sessions import open_session
from scoring.models import Club

print(open_session(club=Club.objects.get()).pk)
"""
ROUNDS = {1: [(0, 3)], 2: [(1, 5)], 3: [(0, 3), (1, 4)]}
"""The hands of each round, each with the seat of the maker and the tricks."""
THEN = (2, 5)
"""The hand that was played while there was no laptop."""


def run(server, script, **what):
    said = server.manage("shell", "-v0", "-c", script.format(**what))
    return json.loads(said.splitlines()[-1]) if said.strip() else None


def enter(phone, seat, tricks, no):
    """Enter a hand, which the site may not have yet."""
    name = phone.locator(f".key.tile[value='{seat}']").get_attribute("data-name")
    pad_key(phone, name).tap()
    phone.locator(f"[data-tricks='{tricks}']").tap()
    phone.get_by_role("button", name=f"Save hand {no}").tap()
    expect(phone.locator("#last")).to_contain_text(f"Hand {no}")


def sides(phone):
    return phone.locator(".sides .points").all_inner_texts()


def one_round(phones, hands):
    """Let the two phones of each table enter hands in turns."""
    for no, (seat, tricks) in enumerate(hands, 1):
        for phone in phones[no % 2 :: 2]:
            enter(phone, seat, tricks, no)
        for phone in phones:
            expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def in_the_third_round(server, open_page):
    """Back up the site, and play a tournament on six phones into its third round. Return the
    backup, and the phones with their pads."""
    backup = server.manage("backup").splitlines()[-1]
    server.manage("shell", "-v0", "-c", TONIGHT.format(names=NAMES))
    phones = []
    for no in ROUNDS:
        pads = run(server, NEXT)
        phones = phones or [
            (open_page(**PHONE, base_url=server.url), pad) for pad in pads for _ in "AB"
        ]
        for phone, pad in phones:
            phone.goto(pad)
            expect(phone.locator("#state")).to_have_text("saved")
        one_round([phone for phone, _ in phones], ROUNDS[no])
    return backup, phones


@pytest.mark.slow
@pytest.mark.thorough
def test_six_phones_bring_a_tournament_to_another_laptop_in_its_third_round(
    own_server, open_page, console
):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    found_club(own_server, "The Progressive Club", owner=OWNER, currency="GBP")
    backup, phones = in_the_third_round(own_server, open_page)
    before = run(own_server, WHOLE)
    with servers.start() as other:
        other.manage("restore", backup, "--from-elsewhere", "--yes")
        take_the_place(own_server, other)
        for phone, _ in phones[::2]:
            enter(phone, *THEN, no=3)
        scores = [sides(phone) for phone, _ in phones[::2]]
        night = other.manage("shell", "-v0", "-c", EMPTY).strip().splitlines()[-1]
        director = open_page(base_url=own_server.url)
        sign_in(director, (OWNER, PASSWORD))
        director.goto(f"/sessions/{night}/tournament/make")
        director.get_by_role("link", name="Bring it back from the phones").click()
        code = director.locator(".address").inner_text()
        for phone, _ in phones[::2]:
            expect(phone.locator("#state")).to_contain_text("need attention")
            phone.locator("#state").tap()
            expect(phone.get_by_text("Not in the restored site")).to_be_visible()
            camera = phone.context.new_page()
            camera.goto(code)
            camera.get_by_role("button", name="Send to the organiser").tap()
            expect(camera.locator("#pad")).to_be_visible()
            camera.close()
        for phone, _ in phones:
            expect(phone.locator("#state")).to_have_text("saved")
            expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 3 saved:")
        assert [sides(phone) for phone, _ in phones] == [one for one in scores for _ in "AB"]
        after = run(other, WHOLE)
        assert (after[0], set(after[1])) == (before[0], {"counted"})
        assert len(after[1]) == len(before[1]) + len(phones) // 2
        director.get_by_role("link", name="Reload").click()
        expect(director.locator(".lines")).to_contain_text("Table 1: 3 hands")
