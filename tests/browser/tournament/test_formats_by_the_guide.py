"""The fifteen ways to play, set up with a thumb on a phone: the same evenings as those whose forms
are sent without a browser."""

import re
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from clubsite.bundles import BUNDLES, joined
from tests.browser.conftest import PHONE, hears_no_news
from tests.browser.on_screen import InBrowser
from tests.cast import signed_in
from tests.tournament.test_formats_by_the_guide import *  # noqa: F403

pytestmark = [pytest.mark.thorough, pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture(scope="session")
def beside_chromium():
    """Let Django's ORM run in this thread, where Playwright's event loop is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "yes")
        yield


@pytest.fixture(scope="session")
def django_db_setup(beside_chromium, django_db_setup):
    """Make the database as for other tests."""


@pytest.fixture
def server(live_server):
    """A server on the database of the scripts, which write to it as well."""
    return SimpleNamespace(url=live_server.url, log="")


def bring_bundle(route: Route) -> None:
    """Answer for a bundle, as this server has only the parts of bundles."""
    name = urlsplit(route.request.url).path.removeprefix("/static/")
    if name in BUNDLES:
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        route.fulfill(body=joined(name), content_type=kind)
    else:
        route.fallback()


@pytest.fixture
def at_the_club(open_page, live_server, console, club):
    """A function that opens the club's page as its owner, on a phone."""
    console.expect("status of 503")  # there is no news

    def at_the_club():
        page = open_page(**PHONE)
        hears_no_news(page)
        page.context.route(re.compile("/static/"), bring_bundle)
        [signed] = signed_in().cookies.values()
        page.context.add_cookies(
            [{"name": signed.key, "value": signed.value, "url": live_server.url}]
        )
        return InBrowser(page, f"/clubs/{club.pk}/")

    return at_the_club
