"""The laptop breaks during a club night. Another one takes its name and port, with the backup of
the night before, and six phones tell it the tables."""

import json

import pytest
from playwright.sync_api import expect

from tests import server as servers
from tests.browser.club import PASSWORD, found_club, sign_in
from tests.browser.conftest import PHONE
from tests.browser.table import log, tap_hand, totals

TONIGHT = """
import json
from scoring.models import Club, ClubSession, Link
from scoring.table.actions.tables import open_table

session = ClubSession.objects.create(club=Club.objects.get())
pads = []
for rules, *names in {tables}:
    table = open_table(
        session=session, names=names, rules_key=rules, stake_minor=0, first_dealer=0
    )
    pads.append(f"/t/{{Link.objects.get(table=table, right=Link.Right.WRITE).token}}/")
print(json.dumps(pads))
"""
TABLES = [
    ("call-ace", "Ann", "Ben", "Cat", "Dan"),
    ("call-ace", "Eve", "Fay", "Gus", "Hal"),
    ("call-ace", "Ida", "Jo", "Kim", "Leo", "Max"),
]
TRICKS = (3, 5, 2)
OWNER = "kate-of-the-hall"


def take_the_place(of, by):
    """Start another laptop at the name and port of one that is broken."""
    by.kill()
    of.kill()
    by.port = of.port
    by.restart()


@pytest.mark.slow
@pytest.mark.thorough
def test_another_laptop_goes_on_with_a_night_that_only_six_phones_know(
    own_server, open_page, console
):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    found_club(own_server, "The Right Bower Club", owner=OWNER, currency="GBP")
    backup = own_server.manage("backup").splitlines()[-1]
    script = TONIGHT.format(tables=TABLES)
    pads = json.loads(own_server.manage("shell", "-v0", "-c", script).splitlines()[-1])
    phones = [(open_page(**PHONE, base_url=own_server.url), pad) for pad in pads for _ in "AB"]
    for phone, pad in phones:
        phone.goto(pad)
        expect(phone.locator("#state")).to_have_text("saved")
    for no, tricks in enumerate(TRICKS[:2], 1):
        for (_, maker, partner, *_), (phone, _) in zip(TABLES, phones[no % 2 :: 2], strict=True):
            log(phone, maker, partner, tricks, no=no)
    with servers.start() as other:
        other.manage("restore", backup, "--from-elsewhere", "--yes")
        take_the_place(own_server, other)
        for (_, _, maker, partner, *_), (phone, _) in zip(TABLES, phones[::2], strict=True):
            tap_hand(phone, maker, partner, TRICKS[2])
            phone.get_by_role("button", name="Save hand 3").tap()
        scores = [totals(phone) for phone, _ in phones[::2]]
        organiser = open_page(base_url=own_server.url)
        sign_in(organiser, (OWNER, PASSWORD))
        other.manage("shell", "-v0", "-c", TONIGHT.format(tables=[]))
        for phone, _ in phones[::2]:
            expect(phone.locator("#state")).to_contain_text("need attention")
            phone.locator("#state").tap()
            link = phone.get_by_role("link", name="Make this table again")
            organiser.goto(link.get_attribute("href"))
            organiser.get_by_role("button", name="Make this table again").click()
        for phone, _ in phones:
            expect(phone.locator("#state")).to_have_text("saved")
            expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 3 saved:")
        assert [totals(phone) for phone, _ in phones] == [one for one in scores for _ in "AB"]
        played = organiser.request.get(pads[0] + "sheet-1.json").json()["hands"]
        assert [hand["tricks"] for hand in played] == [*TRICKS]
