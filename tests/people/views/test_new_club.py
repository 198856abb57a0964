"""A club is made on a page by whoever owns the site; a newcomer is shown how."""

import pytest

from scoring.models import Club, Officer
from tests.cast import a_phone, an_organiser, signed_in
from tests.league.views.test_fixtures import text_of as text

pytestmark = pytest.mark.django_db


def an_owner_of_the_site():
    root = an_organiser("root")
    root.is_superuser = True
    root.save()
    return signed_in(root)


def test_the_site_owner_creates_a_club_once_however_often_the_form_is_sent():
    client = an_owner_of_the_site()
    assert "New club" in text(client.get("/"))
    sent = {"name": "St Austell Euchre League", "currency": "GBP"}
    for _ in range(2):
        made = client.post("/site/clubs/new", sent)
        assert made["Location"] == f"/clubs/{Club.objects.get().pk}/"
    assert [(one.user.username, one.role) for one in Officer.objects.all()] == [("root", "owner")]
    front = text(client.get("/"))
    assert "Your clubs St Austell Euchre League owner" in front


def test_a_club_without_a_name_is_refused_and_typed_values_stay():
    client = an_owner_of_the_site()
    wrong = client.post("/site/clubs/new", {"name": " ", "currency": "EUR"})
    assert (wrong.status_code, Club.objects.count()) == (422, 0)
    assert "Enter the name of the club." in text(wrong)
    assert '<option value="EUR" selected>' in wrong.content.decode()


def test_a_newcomer_reads_how_to_start_a_club_and_a_league():
    client = a_phone()
    front = client.get("/")
    assert "New club" not in text(front)
    page = front.content.decode()
    assert '<a href="/help/host/#your-first-club"><b>Start a club</b>' in page
    assert "newclub" in text(client.get("/help/host/"))
