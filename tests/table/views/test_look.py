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


def test_a_phone_is_as_usual_until_its_owner_says_otherwise():
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


def test_what_is_chosen_holds_for_every_page_of_this_phone_and_for_no_other():
    phone, table = a_phone(), a_table()
    answer = send(
        phone, "/look", {"hand": "left", "type": "large", "turned": "far", "buzz": "still"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/look")
    assert "Kept on this phone" in phone.get("/look").content.decode()
    shown = [classes(phone.get(where)) for where in (address(table), address(table, "score"), "/")]
    assert shown == ["look-left look-large look-far look-still"] * 3
    assert classes(a_phone().get(address(table))) == ""


def test_one_answer_leaves_the_others_as_they_were():
    phone = a_phone()
    send(phone, "/look", {"hand": "left"})
    send(phone, "/look", {"turned": "around", "type": "gigantic"})
    assert classes(phone.get("/")) == "look-left look-around"


def test_the_phone_goes_back_to_where_it_came_from():
    phone, pad = a_phone(), address(a_table())
    assert f'name="next" value="{pad}"' in phone.get("/look", {"next": pad}).content.decode()
    assert send(phone, "/look", {"next": pad})["Location"] == pad


@pytest.mark.parametrize("other", OTHERS)
def test_nobody_is_sent_to_another_site(other):
    assert send(a_phone(), "/look", {"next": other})["Location"] == "/look"
    page = a_phone().get("/look", {"next": other}).content.decode()
    assert 'name="next"' not in page


def test_a_form_of_another_site_changes_nothing():
    assert send(a_phone(strict=True), "/look", {"hand": "left"}).status_code == 403


def test_the_cookie_is_kept_for_a_year_and_read_by_no_script():
    cookie = send(a_phone(), "/look", {"hand": "left", "type": "large"}).cookies["look"]
    kept = {name: cookie[name] for name in ("max-age", "httponly", "samesite", "path")}
    assert cookie.value == "left.large"
    assert kept == {"max-age": 365 * 24 * 3600, "httponly": True, "samesite": "Lax", "path": "/"}


def test_the_pad_leads_to_how_it_looks_and_back():
    pad = address(a_table())
    assert f'href="/look?next={pad}"' in a_phone().get(pad).content.decode()
