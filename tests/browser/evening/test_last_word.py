"""A club night as its organiser and its players follow it with large letters, narrow, in the dark,
slow: pages that update, a fee that is ticked at once, a night that is moved."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests import server as servers
from tests.browser.club import at_door, sign_in
from tests.browser.looks import in_hard_looks

pytestmark = in_hard_looks

MAKE = """
import json
from datetime import time, timedelta
from uuid import uuid4
from django.utils import timezone
from scoring.evening.actions.sign_up import open_list
from scoring.people.actions.people import add_players
from scoring.public.actions.personal_links import renew_link
from tests import cast
from tests.cast import PHONE
kate = "kate" + uuid4().hex[:8]
club = cast.a_club("The Last Word", organiser=kate)
type(club).objects.filter(pk=club.pk).update(own_parts=["seat", "evenings"])
tonight = cast.an_evening(club, title="Friday", door_fee_minor=300)
later = cast.an_evening(
    club, played_on=timezone.localdate() + timedelta(days=7), starts_at=time(19)
)
found = open_list(session=tonight, actor=PHONE)
people = add_players(club=club, names=["Ann", "Fay", "Gus", "Zoë Featherstonehaugh"])
table = cast.a_table("Ben+Dan 3", session=tonight, names=[*cast.FIVE])
print(json.dumps([
    kate, club.pk, tonight.pk, later.pk, table.pk, people[0].pk,
    renew_link(player=people[0], actor=PHONE).get_absolute_url(), cast.address(table),
]))
"""
TOKEN = """
from scoring.models import Subscription
print(Subscription.objects.get(player={ann}).token)
"""
MOVE = """
from datetime import time
from scoring.evening.actions.sessions import change_session
from scoring.models import ClubSession
change_session(session=ClubSession.objects.get(pk={later}), starts_at=time(20, 30))
"""
CALL_OFF = """
from scoring.evening.actions.calling_off import call_off
from scoring.models import ClubSession
from tests.cast import PHONE
call_off(session=ClubSession.objects.get(pk={later}), actor=PHONE)
"""
WRITTEN = """
import json
from scoring.models import Notification
titles = Notification.objects.filter(sent_to="ann@example.org", club={club})
print(json.dumps([*titles.order_by("pk").values_list("title", flat=True)]))
"""
SIGN_UP = """
from uuid import uuid4
from scoring.evening.actions.sign_up import put_down
from scoring.models import ClubSession
from tests.cast import PHONE
found = ClubSession.objects.get(pk={tonight}).sign_up_list
put_down(sign_up_list=found, key=uuid4(), name={name!r}, actor=PHONE)
"""
CALL = """
from scoring.common.permissions import Actor
from scoring.models import Table
from scoring.table.actions.agreed import ask_agreement, say
from scoring.table.actions.help_calls import call_for_help
from tests.cast import PHONE, again, log
table = Table.objects.get(pk={table})
ask_agreement(table=table, asks=True)
hand = log(table, "Ann+Cat 3", actor=PHONE)
say(record=hand, revision=0, agrees=False, why="", actor=Actor(phone="M3"))
call_for_help(table=again(table), about="laws", actor=PHONE)
"""


DISCS = """() => [...document.querySelectorAll("svg.disc")].flatMap((disc) => {
  const [letter, shape] = ["text", "use"].map((part) => disc.querySelector(part));
  const its = letter?.textContent.trim();
  return its && disc.checkVisibility()
    ? [`${its}: ${getComputedStyle(disc).fill} ${shape.getAttribute("href").split("#")[1]}`] : [];
})"""


@pytest.fixture
def phone(hard_phone):
    return hard_phone


@pytest.fixture
def night(server, phone):
    """A club with a night tonight and one in a week, whose organiser is signed in on the phone."""
    kate, club, tonight, _, table, _, own_page, pad = json.loads(run(server, MAKE))
    sign_in(phone, (kate, kate))
    pages = {"own page": own_page, "pad": pad}
    return {"club": club, "tonight": tonight, "table": table, **pages}


@pytest.fixture(scope="module")
def mailing_server(browser):
    """A server that offers e-mails. Its own mail server is down."""
    mails = {"EMAIL_URL": "smtp://127.0.0.1:9", "EMAIL_FROM": "club@example.org"}
    with servers.start(PUBLIC_URL="http://example.org", **mails) as server:
        yield server


def run(server, code, **what):
    return server.manage("shell", "-v0", "-c", code.format(**what) if what else code)


def test_a_player_who_is_going_is_notified_by_mail_of_a_night_that_is_moved_or_cancelled(
    phone, eye, mailing_server
):
    server, site = mailing_server, mailing_server.url
    _, club, _, later, _, ann, own_page, _ = json.loads(run(server, MAKE))
    phone.goto(site + own_page)
    eye.look("own page", heading="A Ann")
    line = phone.locator(f"#evening-{later}")
    line.get_by_role("button", name=re.compile("^Going")).tap()
    expect(line.locator(".says")).to_contain_text("going")
    phone.get_by_role("link", name="E-mail notifications").tap()
    eye.look("e-mail", heading="E-mail notifications")
    phone.get_by_label("Your e-mail address").fill("ann@example.org")
    phone.get_by_role("button", name="Send confirmation e-mail").tap()
    expect(phone.locator(".tell-me")).to_contain_text("until you open the e-mail we sent")
    eye.look("waiting")
    phone.goto(f"{site}/told/{run(server, TOKEN, ann=ann).strip()}/")
    eye.look("confirm", heading="Turn on e-mail notifications")
    phone.get_by_role("button", name="Turn on e-mails").tap()
    eye.look("confirmed", heading="E-mail notifications are on")
    phone.goto(site + own_page)
    expect(phone.locator(".tell-me")).to_contain_text("E-mail notifications are on")
    eye.look("mail is on")
    run(server, MOVE, later=later)
    phone.goto(site + own_page)
    expect(line).to_contain_text("20:30")
    assert json.loads(run(server, WRITTEN, club=club))[-1].endswith("20:30")
    run(server, CALL_OFF, later=later)
    phone.goto(site + own_page)
    expect(line).to_have_count(0)
    assert json.loads(run(server, WRITTEN, club=club))[-1] == "Cancelled"
    eye.look("cancelled")


def test_the_sign_up_list_updates_while_the_organiser_looks_at_it(phone, eye, server, night):
    phone.goto(f"/clubs/{night['club']}/")
    eye.look("club")
    phone.get_by_role("link", name="Open tables").tap()
    eye.look("tonight", heading="Friday")
    phone.get_by_role("link", name="Check-in").first.tap()
    phone.locator("main").get_by_role("link", name="Sign-up list").tap()
    eye.look("empty list", heading="Sign-up list")
    for name in ("Bartholomew Featherstonehaugh", "Wilhelmina Dyer-Hughes"):
        run(server, SIGN_UP, tonight=night["tonight"], name=name)
        expect(phone.locator(".at-door .name", has_text=name)).to_be_visible()
    eye.look("list")
    phone.get_by_label("Details of Wilhelmina Dyer-Hughes").tap()
    eye.look("one of the list", heading="Wilhelmina Dyer-Hughes")


def test_a_calling_and_disputing_table_shows_on_the_first_page_of_the_club(
    phone, eye, server, night
):
    run(server, CALL, table=night["table"])
    phone.goto(f"/clubs/{night['club']}/")
    on = phone.locator(".tonight")
    expect(on).to_contain_text("Table 1 calls")
    expect(on).to_contain_text("1 hand disputed")
    eye.look("club")
    on.get_by_role("link", name="Open tables").tap()
    expect(phone.locator(".calls")).to_be_visible()
    eye.look("tonight", heading="Friday")


def test_a_fee_is_ticked_right_after_the_check_in_and_changed_after_a_preview(
    phone, eye, night, console
):
    console.expect("status of 422")
    phone.goto(f"/sessions/{night['tonight']}/door/")
    eye.look("check-in", heading="Check-in")
    for name in ("Fay", "Gus", "Zoë Featherstonehaugh"):
        at_door(phone, name).locator(".arrives").tap()
        fee = at_door(phone, name).get_by_role("button", name="paid")
        expect(fee).to_be_enabled()
        fee.tap()
        expect(fee).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".nobody")).to_contain_text("All members are here")
    eye.look("paid")
    phone.goto(f"/sessions/{night['tonight']}/door/?show=here")
    eye.look("here")
    phone.get_by_label("Details of Gus").tap()
    phone.get_by_role("link", name="Details").tap()
    eye.look("one person", heading="Gus")
    phone.get_by_label("New fee").fill("1")
    phone.get_by_role("button", name="Preview changes").tap()
    expect(phone.get_by_text("gets £2.00 back in cash")).to_be_in_viewport()
    eye.look("preview")
    phone.get_by_role("button", name="Pay back the difference").tap()
    expect(phone.locator(".errorlist")).to_be_visible()
    expect(phone.get_by_label("Reason")).to_be_in_viewport()
    phone.get_by_label("Reason").fill("helper")
    phone.get_by_role("button", name="Pay back the difference").tap()
    expect(phone.get_by_text("Gus has another check-in fee now")).to_be_in_viewport()
    eye.look("changed")


def test_discs_have_one_colour_and_shape_on_every_page(phone, eye, night):
    club, tonight = f"/clubs/{night['club']}/", f"/sessions/{night['tonight']}/"
    pages = [f"{tonight}door/?show=here", f"{tonight}seats/", f"{tonight}settlement"]
    pages += [f"{club}people/", night["own page"]]
    pages += [night["pad"] + rest for rest in ("", "score", "history", "people", "settlement")]
    found = {}
    for page in pages:
        phone.goto(page)
        if page != night["pad"]:  # whose keys are looked at in the first minute
            eye.look(page)
        for one in phone.evaluate(DISCS):
            found.setdefault(one, []).append(page)
    ours = {one: pages for one, pages in found.items() if one[0] in "ABCDE"}
    assert sorted(one[0] for one in ours) == [*"ABCDE"], ours
    assert min(map(len, ours.values())) >= 6
