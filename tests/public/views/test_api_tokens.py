"""An owner makes a token for a program, sees it once, and revokes it."""

import re

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.models import ApiToken
from scoring.people.actions.officers import remove_officer
from scoring.public.actions.api_tokens import MOST
from scoring.public.models.api_tokens import digest_of
from tests.api import Program, a_token
from tests.cast import a_club, an_officer, an_organiser, signed_in, some_id

pytestmark = pytest.mark.django_db


def make(phone, club, **what):
    sent = {"name": "Hall display", "right": "read", "key": some_id(1)} | what
    return phone.post(f"/clubs/{club.pk}/programs/", sent)


def shown_in(page):
    return re.search(r'<code id="token">(\S+)</code>', page.content.decode())[1]


def test_a_token_is_shown_once_and_only_its_digest_is_kept():
    club, phone = a_club(), signed_in()
    page = make(phone, club)
    secret = shown_in(page)
    kept = ApiToken.objects.get()
    assert (page.status_code, kept.digest) == (200, digest_of(secret))
    assert (kept.name, kept.right, kept.made_by) == ("Hall display", "read", "kate")
    again = phone.get(f"/clubs/{club.pk}/programs/").content.decode()
    assert secret not in again
    assert "not used yet" in again
    assert [event.said for event in club.events.all()] == [
        "Created the API token Hall display, which reads."
    ]
    assert page["Cache-Control"] == "private, no-store"
    assert Program(secret).get("/api/").status_code == 200
    used = phone.get(f"/clubs/{club.pk}/programs/").content.decode()
    assert f"last used {timezone.localdate():%-d %b %Y}" in used


def test_a_double_tap_makes_one_token_and_the_page_shows_a_valid_one():
    club, phone = a_club(), signed_in()
    first, second = (shown_in(make(phone, club)) for _ in range(2))
    assert [Program(one).get("/api/").status_code for one in (first, second)] == [401, 200]
    assert ApiToken.objects.count() == 1
    late = make(phone, club)  # it was used meanwhile
    assert late.status_code == 409
    assert "was made before, and is shown once" in late.content.decode()


def test_a_revoked_token_is_refused_from_that_moment():
    club, phone = a_club(), signed_in()
    made = a_token(club)
    program = Program(made.secret)
    before = program.get("/api/").status_code
    for _ in range(2):
        phone.post(f"/clubs/{club.pk}/programs/{made.token.pk}/revoke")
    after = program.get("/api/")
    assert (before, after.status_code) == (200, 401)
    assert after.json() == {
        "error": "This token was revoked. Ask an owner of the club for another.",
        "kept": "",
    }
    assert [event.said for event in club.events.all()] == [
        "Revoked the API token Hall display.",
        "Created the API token Hall display, which reads and enters hands.",
    ]


def test_a_person_who_loses_their_role_loses_their_tokens():
    club = a_club()
    an_officer(club, "olga")
    made = a_token(club)
    kate = club.officers.get(user=an_organiser("kate"))
    remove_officer(officer=kate, actor=Actor(user=an_organiser("olga")))
    assert Program(made.secret).get("/api/").status_code == 401


def test_a_token_needs_a_name_and_a_right_and_their_number_is_limited():
    club, phone = a_club(), signed_in()
    assert make(phone, club, name="").status_code == 422
    assert make(phone, club, right="own").status_code == 422
    for no in range(MOST):
        a_token(club, name=f"Program {no}")
    assert make(phone, club).status_code == 409
    assert ApiToken.objects.count() == MOST


def test_another_clubs_token_cannot_be_revoked_through_this_clubs_address():
    club, phone = a_club(), signed_in()
    other = a_token(a_club("Left Bowers", organiser="mallory")).token
    assert phone.post(f"/clubs/{club.pk}/programs/{other.pk}/revoke").status_code == 404
    other.refresh_from_db()
    assert other.revoked_at is None
