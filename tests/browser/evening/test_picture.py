"""The picture of an evening, handed on from a phone."""

from playwright.sync_api import expect

from tests.browser.club import go_to_club

CAN_SHARE = """
  window.shared = [];
  navigator.canShare = (what) => Boolean(what.files);
  navigator.share = async ({ files }) => window.shared.push(
    [files[0].name, files[0].type, files[0].size > 10000],
  );
"""


def test_the_picture_is_shared_with_a_tap_and_is_a_link_without_a_script(open_page, club, evenings):
    page = open_page()
    go_to_club(page, club)
    page.add_init_script(CAN_SHARE)
    page.goto(evenings["last time"])
    page.get_by_role("button", name="Share picture").click()
    expect(page.locator(".handed-on [role=status]")).to_have_text("Shared.")
    ((name, kind, whole),) = page.evaluate("window.shared")
    assert (name.endswith(".png"), kind, whole) == (True, "image/png", True)
    page.evaluate("() => (navigator.share = () => Promise.reject(Error('Not here.'))) && 0")
    page.get_by_role("button", name="Share picture").click()
    expect(page.locator(".handed-on [role=status]")).to_have_text(
        "This browser can’t share pictures. Open the picture and save it."
    )
    picture = page.get_by_role("link", name="Picture", exact=True).get_attribute("href")
    assert picture == f"{evenings['last time']}picture.png"
