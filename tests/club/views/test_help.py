"""The help: a page for each who comes for the first time; every link of it leads somewhere."""

import re

import pytest

from scoring.club.views.help import PAGES
from tests.cast import a_club, a_phone, signed_in
from tests.html import said, shown

pytestmark = pytest.mark.django_db


def links(page):
    return re.findall(r'<a [^>]*href="([^"]+)"', page.content.decode())


def test_it_has_a_page_for_who_comes_for_the_first_time_and_one_of_the_words():
    page = a_phone().get("/help/")
    assert shown(page, r'<a href="/help/[\w-]+/">\s*<b>(.*?)</b>') == [
        "Your first table",
        "Your first club night",
        "Your first tournament",
        "Your first league",
        "What members do themselves",
        "You scanned a code",
        "Games with bidding",
        "Told without asking",
        "What the words mean",
    ]
    for one in PAGES:
        found = a_phone().get(f"/help/{one.key}/")
        assert shown(found, "<h1>(.*?)</h1>") == [one.title]


def test_every_link_of_it_leads_to_a_page():
    phone = a_phone()
    pages = ["/help/", *(f"/help/{one.key}/" for one in PAGES)]
    found = {link for page in pages for link in links(phone.get(page)) if link[0] == "/"}
    assert {link: phone.get(link).status_code for link in found} == dict.fromkeys(found, 200)


def test_every_page_of_a_club_the_front_page_and_the_club_s_places_lead_to_it():
    club = a_club()
    for path in ("/", f"/clubs/{club.pk}/", f"/clubs/{club.pk}/officers/"):
        assert "/help/" in links(signed_in().get(path)), path
    assert "/help/" in links(a_phone().get("/"))


def test_a_page_that_is_not_there_says_so():
    answer = a_phone().get("/help/nothing/")
    assert (answer.status_code, said(answer)) == (
        404,
        "There is no such page of help. The help says which there are.",
    )
