import re

import pytest

from tests.cast import a_phone, a_table, address, send

pytestmark = pytest.mark.django_db

OTHERS = [
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "javascript:alert(1)",
    "/\\elsewhere",
    "t/x/",
    "",
]


def classes(page):
    return re.search(r'<html lang="en" class="(.*?)">', page.content.decode())[1]


def ticked(page):
    return re.findall(r'name="(\w+)" value="(\w+)" checked', page.content.decode())


def test_a_phone_looks_as_usual_until_its_owner_changes_it():
    phone = a_phone()
    page = phone.get("/look")
    assert ticked(page) == [
        ("hand", "right"),
        ("type", "plain"),
        ("scheme", "phone"),
        ("turned", "upright"),
        ("buzz", "buzz"),
    ]
    assert (classes(page), classes(phone.get(address(a_table())))) == ("", "")


def test_display_settings_apply_to_every_page_of_this_phone_only():
    phone, table = a_phone(), a_table()
    answer = send(
        phone, "/look", {"hand": "left", "type": "large", "turned": "far", "buzz": "still"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/look")
    assert "Kept on this phone" in phone.get("/look").content.decode()
    shown = [classes(phone.get(where)) for where in (address(table), address(table, "score"), "/")]
    assert shown == ["look-left look-large look-far look-still"] * 3
    assert classes(a_phone().get(address(table))) == ""


def test_one_setting_leaves_the_others_as_they_were():
    phone = a_phone()
    send(phone, "/look", {"hand": "left"})
    send(phone, "/look", {"turned": "around", "type": "gigantic"})
    assert classes(phone.get("/")) == "look-left look-around"


def test_the_display_settings_return_to_the_page_they_came_from():
    phone, pad = a_phone(), address(a_table())
    assert f'name="next" value="{pad}"' in phone.get("/look", {"next": pad}).content.decode()
    assert send(phone, "/look", {"next": pad})["Location"] == pad


@pytest.mark.parametrize("other", OTHERS)
def test_the_display_settings_redirect_to_no_other_site(other):
    assert send(a_phone(), "/look", {"next": other})["Location"] == "/look"
    page = a_phone().get("/look", {"next": other}).content.decode()
    assert 'name="next"' not in page


def test_a_form_from_another_site_changes_nothing():
    assert send(a_phone(strict=True), "/look", {"hand": "left"}).status_code == 403


def test_the_cookie_lasts_a_year_and_is_hidden_from_scripts():
    cookie = send(a_phone(), "/look", {"hand": "left", "type": "large"}).cookies["look"]
    kept = {name: cookie[name] for name in ("max-age", "httponly", "samesite", "path")}
    assert cookie.value == "left.large"
    assert kept == {"max-age": 365 * 24 * 3600, "httponly": True, "samesite": "Lax", "path": "/"}


def test_the_pad_links_to_the_display_settings_and_back():
    pad = address(a_table())
    assert f'href="/look?next={pad}"' in a_phone().get(pad).content.decode()
