"""An officer signs in with a passkey, on a device that Chromium plays."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.club import Inspector
from tests.browser.conftest import PHONE, looks

PASSWORD = "the long evening"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@contextmanager
def a_device(page, **different):
    """Give the page's browser a device that keeps passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | different})
    yield lambda: session.send("WebAuthn.getCredentials", made)["credentials"]
    session.send("WebAuthn.removeVirtualAuthenticator", made)


@pytest.fixture
def at_localhost(server):
    """The site at the one address without HTTPS where browsers allow passkeys."""
    return {"base_url": server.url.replace("127.0.0.1", "localhost")}


@pytest.fixture
def who(server):
    """The owner of a club of their own."""
    server.manage("newclub", "Passkeys", "--owner", "paul", typed=f"{PASSWORD}\n")
    yield "paul"
    server.manage("twostep", "paul", "--off")


def sign_in(page, name):
    page.goto("/sign-in")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


@looks(0)
def test_an_officer_signs_in_with_a_passkey(open_page, axe, who, at_localhost, width, scheme):
    page = open_page(width, 640, color_scheme=scheme, **at_localhost)
    pages = Inspector(axe)
    with a_device(page) as kept:
        sign_in(page, who)
        page.goto("/passkeys")
        pages.look(page, "Passkeys")
        page.get_by_role("link", name="Add a passkey").click()
        pages.look(page, "Add a passkey")
        page.get_by_label("Name").fill("My phone")
        page.get_by_role("button", name="Create passkey").click()
        pages.look(page, "Recovery codes")
        codes = page.locator("kbd").all_inner_texts()
        assert (len(codes), len(kept())) == (5, 1)
        page.get_by_role("link", name="I have them").click()
        expect(page.locator("main")).to_contain_text("not used yet")
        pages.look(page, "Passkeys")
        page.get_by_role("link", name="Add a passkey").click()
        page.get_by_role("button", name="Create passkey").click()
        expect(page.get_by_role("alert")).to_contain_text("already has a passkey")
        page.context.clear_cookies()

        page.goto("/sign-in?next=/passkeys")
        pages.look(page, "Sign in")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.locator("main")).to_contain_text("last used")
        page.context.clear_cookies()

        sign_in(page, who)
        expect(page).to_have_url(f"{at_localhost['base_url']}/")
        page.goto("/passkeys")
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_role("status")).to_contain_text("your password alone")
    assert not pages.wrong


@pytest.mark.parametrize("device", ["none that checks", "without JavaScript"])
def test_without_a_passkey_at_hand_a_recovery_code_signs_in(
    open_page, axe, console, who, at_localhost, device
):
    console.expect("status of 422")
    page = open_page(**PHONE, **at_localhost)
    pages = Inspector(axe)
    with a_device(page):
        sign_in(page, who)
        page.goto("/passkeys/new")
        page.get_by_role("button", name="Create passkey").click()
        pages.look(page, "Recovery codes")
        code = page.locator("kbd").first.inner_text()
    other = open_page(**PHONE, **at_localhost, java_script_enabled=device == "none that checks")
    sign_in(other, who)
    expect(other.locator("h1")).to_have_text("Use your passkey")
    if device == "without JavaScript":
        assert other.locator("noscript").inner_text() == "Passkeys need JavaScript."
        other.get_by_role("button", name="Use a passkey").click()
        expect(other.locator(".complaint").first).to_contain_text("Passkeys need JavaScript")
        sign_in(other, who)
    other.get_by_label("Code").fill(code)
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.locator("h1")).not_to_have_text("Use your passkey")
    other.goto("/passkeys")
    expect(other.locator("main")).to_contain_text("4 recovery codes")
    assert not pages.wrong
