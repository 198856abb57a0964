"""Test a site with HTTPS: the names of its cookies, and its headers."""

import http.client
import json
import re
from html import unescape
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest

from tests import server as servers
from tests.passkeys import Device

START = {"names": "Ann, Ben, Cat, Dan", "rules": "keller", "currency": "GBP"}
PASSWORD = "a bower on the left"
PASSWORDS = f"{PASSWORD}\n{PASSWORD}\n"
YEAR = 365 * 24 * 3600


@pytest.fixture(scope="module")
def site():
    with servers.start(HTTPS="yes", BEHIND_PROXY="yes") as site:
        yield site


def asked(site, path, *, form=None, cookies=None, host="127.0.0.1"):
    """Return the response to a request as a proxy that does the HTTPS passes it on."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=servers.PATIENCE)
    at = f"{host}:{site.port}"
    given = {"Host": at, "X-Forwarded-Proto": "https", "Origin": f"https://{at}"}
    if cookies:
        given["Cookie"] = "; ".join(f"{name}={one.value}" for name, one in cookies.items())
    if form:
        given["Content-Type"] = "application/x-www-form-urlencoded"
    body = urlencode(form) if form else None
    connection.request("POST" if form else "GET", path, body=body, headers=given)
    answer = connection.getresponse()
    answer.text = answer.read().decode(errors="replace")
    connection.close()
    return answer


def cookies_of(answer):
    """Return the cookies that a response sets."""
    found = SimpleCookie()
    for value in answer.headers.get_all("Set-Cookie") or ():
        found.load(value)
    return found


def test_every_cookie_has_the_prefix_that_only_https_may_set(site):
    front = asked(site, "/start")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', front.text)[1]
    form = {**START, "csrfmiddlewaretoken": token}
    started = asked(site, "/start", form=form, cookies=cookies_of(front))
    looked = asked(site, "/look", form={"type": "large", **form}, cookies=cookies_of(front))
    site.manage("newclub", "Left Bower", "--owner", "kate", "--currency", "EUR", typed=PASSWORDS)
    signed_in = asked(
        site,
        "/sign-in",
        form={**form, "username": "kate", "password": PASSWORD},
        cookies=cookies_of(front),
    )
    answers = [front, started, looked, signed_in]
    assert [one.status for one in answers] == [200, 302, 302, 302]
    found = {name: one for answer in answers for name, one in cookies_of(answer).items()}
    names = {"csrftoken", "hosting", "look", "messages", "sessionid", "known"}
    assert found.keys() == {f"__Host-{name}" for name in names}
    kept = {name: (one["secure"], one["path"], one["domain"]) for name, one in found.items()}
    assert kept == dict.fromkeys(found, (True, "/", ""))
    assert [name for name, one in found.items() if not one["samesite"]] == []
    assert [name for name, one in found.items() if not one["httponly"]] == ["__Host-csrftoken"]


class Browser:
    """A browser on the site by its name, which passkeys need."""

    def __init__(self, site):
        self.site, self.cookies = site, SimpleCookie()
        self.get("/start")

    def get(self, path, form=None):
        answer = asked(self.site, path, form=form, cookies=self.cookies, host="localhost")
        self.cookies.update(cookies_of(answer))
        return answer

    def post(self, path, **form):
        token = self.cookies["__Host-csrftoken"].value
        return self.get(path, {"csrfmiddlewaretoken": token, **form})


def options(answer):
    return json.loads(unescape(re.search(r'data-options="([^"]*)"', answer.text)[1]))


def test_a_passkey_is_added_and_signs_in(site):
    site.manage("newclub", "Right Bower", "--owner", "tess", "--currency", "EUR", typed=PASSWORDS)
    device = Device(f"https://localhost:{site.port}")
    browser, other = Browser(site), Browser(site)
    browser.post("/sign-in", username="tess", password=PASSWORD)
    created = device.create(options(browser.get("/passkeys/new")))
    added = browser.post("/passkeys", name="Phone", credential=created)
    used = device.use(options(other.post("/sign-in/passkey")))
    signed_in = other.post("/sign-in/passkey", credential=used)
    assert [added.status, signed_in.status, other.get("/passkeys").status] == [200, 302, 200]


def test_a_program_without_https_is_refused_where_a_page_is_redirected(site):
    plain = {}
    for path in ("/rules/", "/api/"):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=servers.PATIENCE)
        connection.request("GET", path, headers={"Authorization": "Bearer secret"})
        answer = connection.getresponse()
        plain[path] = (answer.status, answer.headers.get("Location", "")[:8])
        connection.close()
    assert plain == {"/rules/": (301, "https://"), "/api/": (403, "")}


def test_browsers_keep_to_https_for_a_year_and_no_other_site_loads_or_opens_a_page(site):
    page = asked(site, "/")
    (style,) = re.findall(r'href="(/static/page\.\S*css)"', page.text)
    public = asked(site, style)
    assert (
        page.headers["Strict-Transport-Security"],
        page.headers["Cross-Origin-Opener-Policy"],
    ) == (
        f"max-age={YEAR}; includeSubDomains",
        "same-origin",
    )
    assert [one.headers.get("Cross-Origin-Resource-Policy") for one in (page, public)] == [
        "same-origin",
        None,
    ]
    assert "camera=()" in page.headers["Permissions-Policy"]
