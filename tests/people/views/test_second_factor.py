"""Two-step sign-in: turning it on and off, its codes, and what can't go around it."""

from datetime import timedelta

import pyotp
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from clubsite.server.requests import WITH_PASSWORD
from scoring.models import Event, Invitation, SecondFactor
from scoring.people.actions import second_factor
from scoring.people.actions.second_factor import turn_on, use_code
from tests.cast import a_club, a_phone, an_organiser, signed_in
from tests.html import shown
from tests.league.views.test_fixtures import text_of
from tests.people.actions.test_officers import the_club

pytestmark = pytest.mark.django_db

PASSWORD = {"username": "kate", "password": "kate"}


@pytest.fixture(autouse=True)
def https():
    with override_settings(HTTPS=True):
        yield


class App:
    """The authenticator app of kate, and her recovery codes."""

    def __init__(self):
        self.user = an_organiser("kate")
        sealed = second_factor.new_secret(self.user)
        self.secret, _ = second_factor.address_for_app(sealed=sealed, user=self.user)
        self.codes = turn_on(user=self.user, sealed=sealed, code=self.code(steps=-1))

    def code(self, *, steps=0):
        return pyotp.TOTP(self.secret).at(timezone.now() + timedelta(seconds=30 * steps))


@pytest.fixture
def app():
    return App()


def half():
    """Return a browser in which kate's password was right."""
    client = a_phone()
    answer = client.post("/sign-in?next=/rules/", PASSWORD)
    assert (answer.status_code, answer.url) == (302, "/sign-in/code")
    return client


def is_in(client):
    return client.get("/password").status_code == 200


def test_a_person_turns_it_on_with_the_first_code_and_gets_recovery_codes_once():
    kate = signed_in("kate")
    page = kate.get("/second-factor")
    (sealed,) = shown(page, 'name="sealed" value="(.*?)"')
    (secret,) = shown(page, '<kbd class="long">(.*?)</kbd>')
    assert shown(page, f'<a href="(otpauth:.*?{secret}.*?)"')
    wrong = kate.post("/second-factor", {"sealed": sealed, "code": "000000x"})
    assert (wrong.status_code, SecondFactor.objects.count()) == (409, 0)
    on = kate.post("/second-factor", {"sealed": sealed, "code": pyotp.TOTP(secret).now()})
    codes = shown(on, "<kbd>(.*?)</kbd>")
    assert len(set(codes)) == 5
    assert codes[0] not in text_of(kate.get("/second-factor"))
    stored = SecondFactor.objects.get()
    kept = f"{stored.sealed} {stored.codes}"
    assert [one for one in (secret, *codes) if one in kept] == []


def test_the_password_alone_signs_no_one_in(app):
    client = half()
    assert not is_in(client)
    assert client.post("/sign-in/code", {"code": "123"}).status_code == 422
    assert not is_in(client)
    answer = client.post("/sign-in/code", {"code": app.code()})
    assert (answer.status_code, answer.url, is_in(client)) == (302, "/rules/", True)


@pytest.mark.parametrize(("steps", "valid"), [(0, True), (1, True), (2, False), (-2, False)])
def test_a_code_is_valid_for_half_a_minute_before_and_after(app, steps, valid):
    SecondFactor.objects.update(last_step=0)
    assert use_code(user=app.user, code=app.code(steps=steps)) == valid


def test_a_code_works_once_and_so_does_a_recovery_code(app):
    codes = [app.code(), app.code(), app.codes[0], app.codes[0], app.codes[1].lower()]
    assert [use_code(user=app.user, code=one) for one in codes] == [True, False, True, False, True]
    assert len(SecondFactor.objects.get().codes) == 3


def test_guessing_codes_is_limited_as_guessing_passwords_is(app):
    client = half()
    tries = [client.post("/sign-in/code", {"code": "123"}).status_code for _ in range(6)]
    assert tries == [422] * 4 + [429] * 2
    assert client.post("/sign-in/code", {"code": app.code()}).status_code == 429


def test_wrong_codes_count_with_wrong_passwords_and_the_page_helps_with_codes(app):
    client, stranger = half(), a_phone()
    for _ in range(2):
        stranger.post("/sign-in", PASSWORD | {"password": "wrong"})
    tries = [client.post("/sign-in/code", {"code": "123"}) for _ in range(3)]
    assert [one.status_code for one in tries] == [422, 422, 429]
    assert "recovery code" in tries[-1].content.decode()
    assert client.post("/sign-in/code", {"code": app.code()}, REMOTE_ADDR="198.51.100.4").url


def test_a_stranger_on_the_same_network_does_not_lock_the_codes_of_a_known_browser(app):
    client, stranger = half(), half()
    client.post("/sign-in/code", {"code": app.code()})
    client.post("/sign-out")
    for _ in range(6):
        stranger.post("/sign-in/code", {"code": "123"})
    assert client.post("/sign-in", PASSWORD).status_code == 302
    client.post("/sign-in/code", {"code": app.code(steps=1)})
    assert is_in(client)


@pytest.mark.parametrize("change", ["ten minutes", "another password"])
def test_the_code_must_follow_the_password_soon(app, change, monkeypatch):
    client = half()
    if change == "ten minutes":
        monkeypatch.setattr("scoring.people.views.second_factor.HALF_FOR", 0)
    else:
        app.user.set_password("another")
        app.user.save()
    answer = client.post("/sign-in/code", {"code": app.code()})
    assert (answer.url, is_in(client)) == ("/sign-in", False)


def test_a_link_for_a_new_password_does_not_go_around_the_code(app):
    club = a_club()
    link = Invitation.objects.create(
        club=club, role="organiser", user=app.user, whom="kate", made_by="x"
    )
    new = {"new_password1": "a longer password", "new_password2": "a longer password"}
    client = a_phone()
    answer = client.post(f"/invitations/{link.token}/", new)
    assert (answer.url, is_in(client)) == ("/sign-in", False)


def test_the_site_s_host_turns_it_off_and_so_does_its_owner(app):
    call_command("twostep", "kate", off=True)
    assert SecondFactor.objects.count() == 0
    club, app, kate = the_club(), App(), signed_in("kate")
    for code, left in (("", 1), ("000000", 1), (app.code(), 0)):
        kate.post("/second-factor", {"off": "yes", "code": code})
        assert SecondFactor.objects.count() == left
    assert Event.objects.filter(club=club, said__contains="two-step").count() == 1


def test_it_ends_with_its_account(app):
    app.user.delete()
    assert SecondFactor.objects.count() == 0


def test_without_https_it_is_not_offered():
    kate, sealed = signed_in("kate"), second_factor.new_secret(an_organiser("kate"))
    with override_settings(HTTPS=False):
        assert "no HTTPS" in text_of(kate.get("/second-factor"))
        answer = kate.post("/second-factor", {"sealed": sealed, "code": "1"})
    assert (answer.status_code, SecondFactor.objects.count()) == (409, 0)


def test_the_secret_is_worthless_without_the_key_of_the_site(app):
    with override_settings(SECRET_KEY="another"):
        assert not use_code(user=app.user, code=app.code())
        assert use_code(user=app.user, code=app.codes[0])


def test_a_secret_of_another_account_is_neither_shown_nor_taken(app):
    stolen = SecondFactor.objects.get().sealed
    sam = signed_in("sam")
    for code in ("000000", app.code()):
        answer = sam.post("/second-factor", {"sealed": stolen, "code": code})
        assert (answer.status_code, app.secret in answer.content.decode()) == (302, False)
    assert not SecondFactor.objects.filter(user__username="sam").exists()


def test_six_digits_are_compared_with_no_recovery_code(app, monkeypatch):
    compared = []
    monkeypatch.setattr(second_factor, "check_password", lambda *given: compared.append(given))
    assert not use_code(user=app.user, code="000000")
    assert not compared


@pytest.mark.django_db(transaction=True)
def test_no_hash_is_compared_while_the_database_is_locked(app, monkeypatch):
    compare, locked = second_factor.check_password, []

    def comparing(*given):
        locked.append(connection.in_atomic_block)
        return compare(*given)

    monkeypatch.setattr(second_factor, "check_password", comparing)
    assert use_code(user=app.user, code=app.codes[1])
    assert locked == [False, False]


@pytest.mark.parametrize("path", ["/second-factor", "/signed-in-on", "/sign-in/code"])
def test_forms_with_a_code_or_a_password_wait_in_a_line_of_their_own(path):
    assert path.startswith(WITH_PASSWORD)


def test_guessing_a_code_to_turn_it_off_is_limited(app):
    kate = signed_in("kate")
    off = {"off": "yes", "code": "000000"}
    tries = [kate.post("/second-factor", off).status_code for _ in range(6)]
    assert tries == [422] * 4 + [429] * 2
    assert SecondFactor.objects.count() == 1


def test_turning_it_on_again_replaces_neither_the_app_nor_the_codes(app):
    before = SecondFactor.objects.values().get()
    sealed = second_factor.new_secret(app.user)
    secret, _ = second_factor.address_for_app(sealed=sealed, user=app.user)
    form = {"sealed": sealed, "code": pyotp.TOTP(secret).now()}
    assert signed_in("kate").post("/second-factor", form).status_code == 409
    assert SecondFactor.objects.values().get() == before
