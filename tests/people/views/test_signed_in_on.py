"""Where an account is signed in, signing out there, and the password that is asked for again."""

import logging
from io import StringIO

import pytest
from axes.helpers import cleanse_parameters
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from scoring.models import Event, Invitation
from scoring.people.actions.sign_ins import SessionStore
from scoring.people.pure.device import device_of
from scoring.people.queries.sign_ins import CONFIRMED, SEEN
from scoring.site.views.errors import SECRETS
from tests.cast import a_phone, an_organiser, signed_in
from tests.html import said, shown
from tests.people.actions.test_officers import the_club

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
SIGN_IN = {"username": "kate", "password": "kate"}
ENDED = 403


def signed_in_with(user_agent):
    """Sign kate in with a password, in a browser of this kind."""
    an_organiser("kate")
    client = a_phone()
    sent = client.post("/sign-in", SIGN_IN, headers={"User-Agent": user_agent})
    assert sent.status_code == 302
    return client


def devices(client):
    return shown(client.get("/signed-in-on"), r"<b>(.*?)</b>")


def session_of(client):
    return SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)


def change(client, **values):
    """Set what the session of a browser knows."""
    session = session_of(client)
    session.update(values)
    session.save()


@pytest.fixture
def two():
    return signed_in_with(LAPTOP), signed_in_with(PHONE)


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (PHONE, "Safari on an iPhone"),
        (LAPTOP, "Chrome on Linux"),
        (f"{LAPTOP} Edg/140.0", "Edge on Linux"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0", "Firefox on Android"),
        ("", "A browser on an unknown device"),
    ],
)
def test_a_browser_is_described_by_its_name_and_its_device(user_agent, words):
    assert device_of(user_agent) == words


def test_the_page_lists_the_browsers_of_this_account_only_and_this_one_first(two):
    laptop, phone = two
    signed_in("sam")
    assert devices(laptop) == ["Chrome on Linux", "Safari on an iPhone"]
    assert devices(phone) == ["Safari on an iPhone", "Chrome on Linux"]
    page = laptop.get("/signed-in-on").content.decode()
    assert not [one.pk for one in Session.objects.all() if one.pk in page]


def test_one_browser_is_signed_out_from_another_and_the_rest_stay(two):
    laptop, phone = two
    tablet = signed_in_with(PHONE.replace("iPhone", "iPad"))
    ids = shown(laptop.get("/signed-in-on"), 'name="browser" value="(.{16})"')
    others = dict(zip(devices(laptop)[1:], ids, strict=True))
    laptop.post("/signed-in-on", {"browser": others["Safari on an iPhone"]})
    found = [one.get("/password").status_code for one in (laptop, phone, tablet)]
    assert found == [200, ENDED, 200]


def test_one_account_cannot_sign_out_another(two):
    laptop, _ = two
    sam = signed_in("sam")
    (id, *_) = shown(laptop.get("/signed-in-on"), 'name="browser" value="(.{16})"')
    sam.post("/signed-in-on", {"browser": id})
    sam.post("/signed-in-on")
    assert [one.get("/password").status_code for one in (*two, sam)] == [200] * 3


@pytest.mark.parametrize("way", ["everywhere else", "a new password", "a link"])
def test_signing_out_everywhere_else_and_a_new_password_leave_one_browser(two, way):
    laptop, phone = two
    club = the_club()
    if way == "everywhere else":
        laptop.post("/signed-in-on")
    elif way == "a new password":
        new = {"new_password1": "a longer password", "new_password2": "a longer password"}
        laptop.post("/password", {"old_password": "kate", **new})
        assert Event.objects.filter(club=club, said="Changed their password.").count() == 1
    else:
        user = an_organiser("kate")
        link = Invitation.objects.create(
            club=club, role="owner", user=user, whom="kate", made_by="x"
        )
        new = {"new_password1": "a longer password", "new_password2": "a longer password"}
        laptop.post(f"/invitations/{link.token}/", new)
    assert [one.get("/password").status_code for one in (laptop, phone)] == [200, ENDED]
    assert len(devices(laptop)) == 1


def test_a_browser_in_use_is_seen_once_an_hour_and_costs_no_write_between():
    kate = signed_in("kate")
    now = int(timezone.now().timestamp())
    for ago, seen_again in ((100, False), (4000, True)):
        change(kate, **{SEEN: now - ago})
        kate.get("/password")
        assert (session_of(kate)[SEEN] >= now) == seen_again


@pytest.mark.parametrize("https", [True, False])
def test_signing_out_deletes_cached_pages_and_never_what_a_phone_keeps(https):
    with override_settings(HTTPS=https):
        answer = signed_in("kate").post("/sign-out")
    assert answer.get("Clear-Site-Data") == ('"cache"' if https else None)


# -- the password again


def long_ago(client):
    change(client, **{CONFIRMED: int(timezone.now().timestamp()) - 16 * 60})


def test_a_link_to_a_role_needs_the_password_again_after_a_while():
    club, kate = the_club(), signed_in("kate")
    long_ago(kate)
    form = {"role": "scorer", "whom": "Ann"}
    path = f"/clubs/{club.pk}/officers/invite"
    asked = kate.post(path, form)
    assert shown(asked, "<h1>(.*?)</h1>") == ["Enter your password"]
    wrong = kate.post(path, {**form, "password_again": "wrong"})
    assert (wrong.status_code, "wrong" in said(wrong), Invitation.objects.count()) == (
        422,
        True,
        0,
    )
    right = kate.post(path, {**form, "password_again": "kate"})
    assert (right.status_code, Invitation.objects.get().whom) == (302, "Ann")
    assert kate.post(path, form | {"whom": "Bob"}).status_code == 302


@pytest.mark.parametrize(
    "rest",
    [
        "officers/{officer}/",
        "officers/{officer}/remove",
        "programs/",
        "officers/{officer}/new-password",
        "players/{player}/forget",
    ],
)
def test_roles_tokens_and_erasing_data_need_the_password_again(rest):
    club, kate = the_club(), signed_in("kate")
    long_ago(kate)
    player = club.players.create(name="Ann")
    officer = club.officers.get(user__username="kate")
    path = f"/clubs/{club.pk}/" + rest.format(officer=officer.pk, player=player.pk)
    asked = kate.post(path, {"anything": "typed"})
    assert shown(asked, "<h1>(.*?)</h1>") == ["Enter your password"]
    assert 'name="anything" value="typed"' in asked.content.decode()


def test_a_link_to_a_role_is_shown_only_after_the_password():
    club, kate = the_club(), signed_in("kate")
    kate.post(f"/clubs/{club.pk}/officers/invite", {"role": "owner", "whom": "Ann"})
    link = Invitation.objects.get()
    path, seen = f"/clubs/{club.pk}/invitations/{link.pk}/", lambda page: link.token in page
    assert seen(kate.get(path).content.decode())
    long_ago(kate)
    asked = kate.get(path)
    assert shown(asked, "<h1>(.*?)</h1>") == ["Enter your password"]
    wrong = kate.post(path, {"password_again": "wrong"})
    assert [seen(one.content.decode()) for one in (asked, wrong)] == [False, False]
    right = kate.post(path, {"password_again": "kate"}, follow=True)
    assert seen(right.content.decode())


def test_backups_and_the_club_file_are_downloaded_only_after_the_password():
    club, kate = the_club(), signed_in("kate")
    call_command("siteowner", "kate", stdout=StringIO())
    long_ago(kate)
    for path in ("/site/backups/bowerbook-1.zip/file", f"/clubs/{club.pk}/files/club.jsonl.gz"):
        asked = kate.get(path)
        assert shown(asked, "<h1>(.*?)</h1>") == ["Enter your password"], path
        assert kate.post(path, {"password_again": "wrong"}).status_code == 422, path
    right = kate.post(f"{path}?codes=no", {"password_again": "kate"})
    assert (right.status_code, right.url) == (302, f"{path}?codes=no")
    assert kate.get(path)["Content-Type"] == "application/gzip"


def test_wrong_passwords_typed_again_are_limited_as_at_sign_in():
    club, kate = the_club(), signed_in("kate")
    long_ago(kate)
    path = f"/clubs/{club.pk}/officers/invite"
    tries = [kate.post(path, {"password_again": "wrong"}).status_code for _ in range(6)]
    assert (tries[0], tries[-1]) == (422, 429)


def test_the_password_again_keeps_the_session_for_other_tabs_and_a_second_tap():
    club, kate = the_club(), signed_in("kate")
    long_ago(kate)
    before = kate.cookies[settings.SESSION_COOKIE_NAME].value
    form = {"role": "scorer", "whom": "Ann", "password_again": "kate"}
    assert kate.post(f"/clubs/{club.pk}/officers/invite", form).status_code == 302
    assert kate.cookies[settings.SESSION_COOKIE_NAME].value == before
    assert session_of(kate)[CONFIRMED] >= int(timezone.now().timestamp()) - 60


def test_a_wrong_password_typed_again_is_stored_nowhere():
    club, kate = the_club(), signed_in("kate")
    long_ago(kate)
    kate.post(f"/clubs/{club.pk}/officers/invite", {"password_again": "nearly right"})
    assert "nearly right" not in AccessAttempt.objects.get().post_data


@pytest.mark.parametrize("field", ["password_again", "code", "sealed", "old_password"])
def test_secrets_are_masked_where_wrong_tries_are_counted(field):
    assert cleanse_parameters({field: "secret"})[field] != "secret"
    assert field in SECRETS


def test_a_session_from_before_is_asked_for_the_password():
    club, kate = the_club(), signed_in("kate")
    session = session_of(kate)
    del session[CONFIRMED]
    session.save()
    asked = kate.post(f"/clubs/{club.pk}/officers/invite", {"role": "scorer", "whom": "Ann"})
    assert shown(asked, "<h1>(.*?)</h1>") == ["Enter your password"]
    assert Invitation.objects.count() == 0


# -- the log


def test_sign_ins_and_wrong_passwords_are_logged_without_names(caplog):
    with caplog.at_level(logging.INFO, "bowerbook.security"):
        user = an_organiser("kate")
        for name, password in (("kate", "wrong"), ("nobody", "wrong"), ("kate", "kate")):
            a_phone().post("/sign-in", {"username": name, "password": password})
    lines = [one.getMessage() for one in caplog.records if one.name == "bowerbook.security"]
    assert lines == [
        f"Wrong password: account {user.pk}",
        "Wrong password: an unknown name",
        f"Signed in: account {user.pk}",
    ]


@pytest.mark.parametrize("form", [{"username": "a\0b", "password": "x"}, {"username": "kate"}])
def test_a_form_without_a_valid_name_and_password_looks_up_no_account(form, caplog):
    an_organiser("kate")
    with caplog.at_level(logging.INFO, "bowerbook.security"):
        assert a_phone().post("/sign-in", form).status_code == 200
    assert "Wrong password" not in caplog.text


def test_a_stranger_at_an_open_browser_cannot_guess_the_password(caplog):
    kate = signed_in("kate")
    new = {"new_password1": "a longer password", "new_password2": "a longer password"}
    with caplog.at_level(logging.INFO, "bowerbook.security"):
        form = {"old_password": "wrong", **new}
        tries = [kate.post("/password", form).status_code for _ in range(6)]
    assert tries == [422] * 4 + [429] * 2
    assert caplog.text.count("Wrong password") == 5
    assert kate.post("/password", form | {"old_password": "kate"}).status_code == 429
