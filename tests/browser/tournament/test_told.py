"""Notifications: one reaches a real Chromium through a push service of the test's own.

Real are the site's server with its thread that sends, the page and its script, the browser's
permission, its service worker, the worker's handling of a push, and the notice that the browser
then has. Real, too, is the way there: an HTTPS service takes the site's POST, looks at its
signature, and opens what is sealed with the keys of the phone, which the site never had.

Two ends are not real, since they belong to the browser's maker and need the internet: the address
and the keys come from the test instead of PushManager.subscribe (an init script replaces it), and
the opened message is put into the browser by its developer tools (ServiceWorker.deliverPushMessage)
instead of by its maker's connection. tests/static/test_told.py tests that a tap on the notification
opens the page: a notification of a browser without a screen cannot be tapped. The browser without a
window has no notices, so this needs a whole Chromium.
"""

import json
import os
import shutil
import time

import pytest
from playwright.sync_api import expect

from tests import server as servers
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.table import until
from tests.pushes import push_service

WHOLE = ("chromium", "chromium-browser", "google-chrome")

MAKE = """
import json
from scoring.models import Club, ClubSession
from scoring.tournament.actions.draw import draw
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.setting_up import make_tournament
from django.utils import timezone
club = Club.objects.create(name="The Left Bower Club")
session = ClubSession.objects.create(club=club, played_on=timezone.localdate())
made = make_tournament(session=session, style="club", settings={})
enter_by_name(tournament=made, names=[[one] for one in ("Ann", "Zoë", "Cat", "Dan")])
draw(tournament=made, after=0)
print(json.dumps([made.pk, session.passes.get(right="players").token]))
"""
TELL = """
from scoring.models import Tournament
from scoring.tournament.actions.rounds import publish_round
publish_round(tournament=Tournament.objects.get(pk={pk}), no=1)
"""
SEATED = """
import json
from scoring.models import Notification, Tournament
from scoring.public.queries.notifications import places_in
made = Tournament.objects.get(pk={pk})
place = places_in(made.rounds.get(), made.entrants.all())[1]
print(json.dumps([place.title(1), place.body(1), Notification.objects.get().outcome]))
"""
STANDS_IN = """(phone) => {
  const known = () => localStorage.getItem("asked")
    ? { endpoint: phone.endpoint, toJSON: () => (
        { endpoint: phone.endpoint, keys: { p256dh: phone.p256dh, auth: phone.auth } }) }
    : null;
  PushManager.prototype.getSubscription = async () => known();
  PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("refused");
    localStorage.setItem("asked", "yes");
    return known();
  };
}"""
IS_ACTIVE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/told/");
  return registration.active?.state === "activated";
}"""
"""A push to a worker that is still being installed may be lost."""
NOTICES = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/told/");
  const found = await registration.getNotifications();
  return found.map(({ title, body, data }) => ({ title, body, path: data.path }));
}"""


@pytest.fixture
def whole_browser(browser):
    path = next(filter(None, map(shutil.which, WHOLE)), None)
    if not path:
        said = "A whole Chromium was not found: one without a window has no notices"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{said} (apt install chromium)")
    found = browser.browser_type.launch(executable_path=path, chromium_sandbox=os.geteuid() != 0)
    yield found
    found.close()


@pytest.fixture
def service(tmp_path):
    with push_service(tmp_path) as (service, trusted):
        service.trusted = trusted
        yield service


@pytest.fixture
def told_server(browser, service):
    how = {"DJANGO_SETTINGS_MODULE": "tests.push_settings", "SSL_CERT_FILE": str(service.trusted)}
    with servers.start(**how) as server:
        yield server


def test_a_notification_reaches_a_real_chromium_and_says_where_to_sit(
    whole_browser, told_server, service
):
    server, phone = told_server, service.phone()
    pk, token = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    context = whole_browser.new_context(base_url=server.url, **PHONE)
    context.set_default_timeout(PATIENCE)
    context.grant_permissions(["notifications"], origin=server.url)
    context.add_init_script(f"({STANDS_IN})({json.dumps(phone.sent)})")
    page = context.new_page()
    page.goto(f"/e/{token}/1/")
    page.get_by_role("button", name="Turn on notifications").tap()
    expect(page.get_by_text("This phone rings for your seat")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Turn off notifications")).to_be_visible()

    server.manage("shell", "-v0", "-c", TELL.format(pk=pk))
    assert service.came.acquire(timeout=servers.PATIENCE)
    (post,) = service.posts
    assert post.claims["aud"] == f"https://localhost:{service.port}"
    said = phone.opens(post.body)
    title, body, outcome = seated(server, pk)
    assert title.startswith("Table 1, seat ")
    assert outcome == "sent"
    until(page, IS_ACTIVE)
    for sign in ("", "Nobody heard that it came. "):  # it comes once more, and takes its place
        notice = {"title": title, "body": sign + body, "path": f"/e/{token}/1/"}
        deliver(page, server.url, {**said, "body": sign + said["body"]}, notice)

    page.get_by_role("button", name="Turn off notifications").tap()
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()
    context.close()


def seated(server, pk):
    """The seat as it is stored, and what came of the notice, as soon as that is written down."""
    while True:
        found = json.loads(server.manage("shell", "-v0", "-c", SEATED.format(pk=pk)))
        if found[2]:
            return found


def deliver(page, origin, said, notice):
    """Put a push into the browser, as its maker's connection would, until its notice is there. On a
    busy machine the browser drops one whose worker takes too long to start."""
    tools = page.context.new_cdp_session(page)
    known = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    tools.send("ServiceWorker.enable")
    while not (mine := [one for one in known if one["scopeURL"] == f"{origin}/told/"]):
        page.wait_for_timeout(20)
    sent = {"registrationId": mine[0]["registrationId"], "data": json.dumps(said)}
    for _ in range(4):
        # Not detached: a worker that is still being started would never be given it.
        tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, **sent})
        end = time.monotonic() + PATIENCE / 4000
        while (found := page.evaluate(NOTICES)) != [notice] and time.monotonic() < end:
            page.wait_for_timeout(50)
        if found == [notice]:
            return
    raise AssertionError(found)


def test_a_page_without_https_says_why_it_cannot_notify_and_shows_the_seat(open_page, server):
    pk, token = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page = open_page(**PHONE, base_url=server.hall_url)
    server.manage("shell", "-v0", "-c", TELL.format(pk=pk))
    page.goto(f"/e/{token}/1/")
    expect(page.get_by_text("Notifications only work on addresses with https://")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_hidden()
    expect(page.locator(".seat-card")).to_contain_text("Table 1")
