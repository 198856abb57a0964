"""The organiser's sign-up list, which others change while a thumb is on it."""

from datetime import timedelta

from playwright.sync_api import expect

from tests.browser.beforehand import send
from tests.browser.conftest import PHONE
from tests.browser.evening.test_door import NOW, an_evening, line


def test_a_line_that_another_phone_moved_is_held_for_a_moment(open_page, club):
    page = open_page(**PHONE)
    names = f"{an_evening(page, club, 'Sign-ups')}names/"
    send(page, f"{names}terms", partners="alone")
    for name in ("Ann", "Ben", "Cat"):
        send(page, f"{names}add", name=name, key=f"00000000-0000-4000-8000-{ord(name[0]):012}")
    page.goto(names)
    page.clock.set_fixed_time(NOW)  # so that whatever is held stays held
    details = [line(page, name).get_by_label("Details") for name in ("Ann", "Cat")]
    ben = line(page, "Ben").get_attribute("id").removeprefix("n")
    send(page, f"{names}{ben}/strike")
    expect(line(page, "Ben")).not_to_be_visible()
    expect(details[1]).to_have_attribute("aria-disabled", "true")
    expect(details[0]).not_to_have_attribute("aria-disabled", "true")
    page.clock.set_fixed_time(NOW + timedelta(seconds=1))
    expect(details[1]).not_to_have_attribute("aria-disabled", "true")
