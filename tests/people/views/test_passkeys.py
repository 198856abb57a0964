"""Passkeys: adding, signing in, what is refused, recovery codes, and removing lost ones."""

import json
import tracemalloc
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone
from fido2 import cbor
from fido2.utils import websafe_encode
from hypothesis import given
from hypothesis import strategies as st

from scoring.common.refused import Refused
from scoring.models import Club, Event, Invitation, Passkey, SecondFactor, Visitor
from scoring.people.actions import passkeys
from scoring.people.actions.second_factor import use_code
from scoring.people.pure.passkey_site import passkey_site
from scoring.people.views import passkey_use
from scoring.site.backup.making import make_backup
from scoring.site.backup.restoring import restore
from tests.cast import a_phone, an_officer, an_organiser, signed_in
from tests.html import said, shown
from tests.league.views.test_fixtures import text_of
from tests.passkeys import FLAG, Device
from tests.people.actions.test_officers import the_club
from tests.people.views.test_signed_in_on import long_ago

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ORIGIN = "https://testserver"
PASSWORD = {"username": "kate", "password": "kate"}


@pytest.fixture(autouse=True)
def https():
    with override_settings(PUBLIC_URL=ORIGIN):
        yield


def options(answer):
    """Return what a page gives the browser."""
    (found,) = (part.split('"')[0] for part in answer.content.decode().split('data-options="')[1:])
    return json.loads(unescape(found))


def added(client, device=None, *, name="My phone", **wrong):
    """Add a passkey of a device to an account, and return the answer."""
    device = device or Device()
    sent = device.create(options(client.get("/passkeys/new")), **wrong)
    return client.post("/passkeys", {"name": name, "credential": sent})


def asked(client=None, **form):
    """Return a browser on the page that asks for a passkey, and the page's options."""
    client = client or a_phone()
    return client, options(client.post("/sign-in/passkey", form))


def is_in(client):
    return client.get("/password").status_code == 200


@pytest.fixture
def device():
    """A device with a passkey of kate."""
    found = Device()
    added(signed_in("kate"), found)
    return found


@pytest.fixture
def counting():
    """One that counts how often it was used."""
    found = Device(counts=True)
    added(signed_in("kate"), found)
    return found


# -- adding


def test_an_officer_adds_a_passkey_and_gets_recovery_codes_once():
    kate, club = signed_in("kate"), the_club()
    answer = added(kate)
    codes = shown(answer, "<kbd>(.*?)</kbd>")
    assert (answer.status_code, len(set(codes))) == (200, 5)
    page = text_of(kate.get("/passkeys"))
    assert "My phone" in page
    assert "not used yet" in page
    assert codes[0] not in page
    again = added(kate, name="My key")
    assert (again.status_code, again.url) == (302, "/passkeys")
    assert [str(one) for one in Passkey.objects.all()] == ["My phone", "My key"]
    assert Event.objects.filter(club=club, said="Added a passkey.").count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "http://testserver"},
        {"challenge": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
        {"type": "webauthn.get"},
        {"flags": FLAG.UP},
        {"flags": FLAG.UV},
    ],
)
def test_a_passkey_of_another_page_or_of_a_person_not_checked_is_not_added(wrong):
    answer = added(signed_in("kate"), **wrong)
    assert (answer.status_code, "not accepted" in said(answer)) == (409, True)
    assert (Passkey.objects.count(), SecondFactor.objects.count()) == (0, 0)


def test_a_refused_passkey_keeps_the_name_and_the_page_can_be_sent_again():
    kate, device = signed_in("kate"), Device()
    answer = added(kate, device, name="My tablet", flags=FLAG.UP)
    assert 'value="My tablet"' in answer.content.decode()
    sent = device.create(options(answer))
    assert kate.post("/passkeys", {"name": "My tablet", "credential": sent}).status_code == 200


def test_the_same_passkey_is_added_once():
    device = Device()
    assert [added(signed_in(who), device).status_code for who in ("kate", "sam")] == [200, 409]
    assert [one.user.username for one in Passkey.objects.all()] == ["kate"]


def test_an_account_has_ten_passkeys_at_most():
    kate = signed_in("kate")
    answers = [added(kate).status_code for _ in range(11)]
    assert (answers[-2:], Passkey.objects.count()) == ([302, 409], 10)


def test_an_answer_is_taken_once_and_soon(monkeypatch):
    kate, device = signed_in("kate"), Device()
    sent = device.create(options(kate.get("/passkeys/new")))
    form = {"name": "My phone", "credential": sent}
    assert kate.post("/passkeys", form).status_code == 200
    Passkey.objects.all().delete()
    assert "too long" in said(kate.post("/passkeys", form))
    monkeypatch.setattr(passkey_use, "CHALLENGE_FOR", 0)
    assert "too long" in said(added(kate))
    assert not Passkey.objects.exists()


def test_adding_a_passkey_needs_the_password_again_first():
    kate = signed_in("kate")
    long_ago(kate)
    asked_for = kate.get("/passkeys/new")
    assert shown(asked_for, "<h1>(.*?)</h1>") == ["Enter your password"]
    assert kate.post("/passkeys/new", {"password_again": "kate"}).url == "/passkeys/new"
    assert added(kate).status_code == 200


@pytest.mark.parametrize("sent", ["", "{", "[]", '{"id": 1}', '{"id": "é"}', "9" * 20_000])
@pytest.mark.parametrize("path", ["/passkeys", "/sign-in/passkey"])
def test_an_answer_that_cannot_be_read_is_refused_in_a_sentence(path, sent, device):
    client = signed_in("sam") if path == "/passkeys" else a_phone()
    form = {"name": "My phone", "credential": sent}
    answer = client.post(path, form)
    assert answer.status_code in {409, 422}
    assert said(answer)
    assert Passkey.objects.count() == 1


PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"]
VALUES = st.one_of(st.none(), st.integers(), st.text(max_size=9), st.binary(max_size=60))


@given(response=st.dictionaries(st.sampled_from(PARTS), VALUES))
def test_whatever_a_stranger_sends_for_a_passkey_is_refused(response):
    coded = {
        name: websafe_encode(value) if isinstance(value, bytes) else value
        for name, value in response.items()
    }
    sent = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": coded}
    site, user = passkey_site(ORIGIN), User(pk=1)
    about = {"site": site, "challenge": "A" * 43, "sent": sent}
    with pytest.raises(Refused):
        passkeys.add_passkey(user=user, name="x", **about)
    passkey = Passkey(pk=1, user=user, credential="AAAA", public_key="AAAA")
    assert "not accepted" in passkeys.use_passkey(passkey=passkey, **about)


LARGE = 200_000_000
CLIENT = json.dumps({"type": "webauthn.get", "challenge": LARGE, "origin": ORIGIN}).encode()


@pytest.mark.parametrize(
    "response",
    [
        {"clientDataJSON": LARGE},
        {"clientDataJSON": websafe_encode(CLIENT)},
        {"authenticatorData": LARGE, "signature": LARGE},
        {"attestationObject": LARGE},
        {"attestationObject": websafe_encode(cbor.encode({"authData": LARGE}))},
        {
            "attestationObject": websafe_encode(
                cbor.encode({"fmt": "none", "attStmt": {}, "authData": LARGE})
            )
        },
    ],
)
def test_a_number_never_makes_so_many_bytes(response):
    device = Device()
    user, about = User(pk=1), {"site": passkey_site(ORIGIN), "challenge": "B" * 43}
    created = json.loads(device.create({"rp": {"id": "testserver"}, "challenge": "A" * 43}))
    used = json.loads(device.use({"rpId": "testserver", "challenge": "A" * 43}))
    passkey = Passkey(pk=1, user=user, credential="AAAA", public_key="AAAA")
    for sent in (created, used):
        sent["response"] |= response
    tracemalloc.start()
    try:
        with pytest.raises(Refused):
            passkeys.add_passkey(user=user, name="x", sent=created, **about)
        passkeys.use_passkey(passkey=passkey, sent=used, **about)
        passkeys.passkey_in({"id": LARGE})
        assert tracemalloc.get_traced_memory()[1] < LARGE / 10
    finally:
        tracemalloc.stop()


# -- signing in


def test_a_passkey_alone_signs_in_and_leads_to_the_page_that_was_wanted(device):
    client, found = asked(next="/rules/")
    assert found["allowCredentials"] == []
    form = {"credential": device.use(found), "next": "/rules/"}
    answer = client.post("/sign-in/passkey", form)
    assert (answer.status_code, answer.url, is_in(client)) == (302, "/rules/", True)
    assert Passkey.objects.get().used_at is not None


def test_signing_in_by_passkey_leads_to_no_other_site(device):
    client, found = asked()
    form = {"credential": device.use(found), "next": "https://elsewhere.example/"}
    assert client.post("/sign-in/passkey", form).url == "/"


def test_the_password_alone_signs_no_one_in_who_has_a_passkey(device):
    client = a_phone()
    assert client.post("/sign-in?next=/rules/", PASSWORD).url == "/sign-in/code"
    assert not is_in(client)
    found = options(client.get("/sign-in/code"))
    assert len(found["allowCredentials"]) == 1
    form = {"credential": device.use(found), "next": "/rules/"}
    assert client.post("/sign-in/passkey", form).url == "/rules/"
    assert is_in(client)


def test_a_recovery_code_signs_in_after_the_password():
    codes = shown(added(signed_in("kate")), "<kbd>(.*?)</kbd>")
    client = a_phone()
    for expected in (True, False):
        client.post("/sign-in", PASSWORD)
        client.post("/sign-in/code", {"code": codes[0]})
        assert is_in(client) == expected
        client = a_phone()


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "https://testserver:444"},
        {"host": "elsewhere.example"},
        {"challenge": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
        {"type": "webauthn.create"},
        {"flags": FLAG.UP},
        {"flags": FLAG.UV},
        {"signed": False},
    ],
)
def test_a_passkey_for_another_page_or_site_or_without_a_check_signs_no_one_in(device, wrong):
    client, found = asked()
    answer = client.post("/sign-in/passkey", {"credential": device.use(found, **wrong)})
    assert (answer.status_code, "not accepted" in said(answer)) == (422, True)
    assert not is_in(client)


def test_an_unknown_passkey_and_one_of_a_disabled_account_sign_no_one_in(device):
    user = Passkey.objects.get().user
    user.is_active = False
    user.save()
    for one in (Device(), device):
        client, found = asked()
        answer = client.post("/sign-in/passkey", {"credential": one.use(found)})
        assert (answer.status_code, "doesn’t know" in said(answer)) == (422, True)
        assert not is_in(client)


def test_an_answer_signs_in_once_and_only_in_the_browser_that_was_asked(device):
    client, found = asked()
    sent = {"credential": device.use(found)}
    other, _ = asked()
    assert other.post("/sign-in/passkey", sent).status_code == 422
    assert client.post("/sign-in/passkey", sent).status_code == 302
    client.post("/sign-out")
    assert client.post("/sign-in/passkey", sent).status_code == 422
    assert not is_in(client)


def test_a_copied_passkey_is_noticed_by_its_count(counting):
    for count, status in ((5, 302), (4, 422), (5, 422), (7, 302)):
        client, found = asked()
        counting.count = count - 1
        answer = client.post("/sign-in/passkey", {"credential": counting.use(found)})
        assert answer.status_code == status, count


def test_wrong_passkeys_count_with_wrong_passwords(device):
    client, found = asked()
    for _ in range(2):
        a_phone().post("/sign-in", PASSWORD | {"password": "wrong"})
    answers = []
    for _ in range(4):
        sent = {"credential": device.use(found, signed=False)}
        answers.append(client.post("/sign-in/passkey", sent))
        if answers[-1].status_code == 422:
            found = options(answers[-1])
    assert [one.status_code for one in answers][:3] == [422, 422, 429]
    assert "recovery code" in answers[2].content.decode()
    client, found = asked()
    right = client.post("/sign-in/passkey", {"credential": device.use(found)})
    assert (right.status_code, is_in(client)) == (429, False)


def test_strangers_who_only_ask_are_limited_and_their_sessions_end_soon(monkeypatch):
    monkeypatch.setattr("scoring.common.throttle.CHALLENGES", (3, 5))
    answers = [a_phone().post("/sign-in/passkey") for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert len(Visitor.objects.get().challenged) == 3
    soon = timezone.now() + timedelta(minutes=11)
    assert not Session.objects.filter(expire_date__gt=soon).exists()


def test_a_sign_in_that_began_by_passkey_lasts_as_long_as_any():
    an_organiser("kate")
    client, _ = asked()
    client.post("/sign-in", PASSWORD)
    later = timezone.now() + timedelta(days=100)
    assert Session.objects.filter(expire_date__gt=later).count() == 1


def test_a_link_for_a_new_password_does_not_go_around_the_passkey(device):
    user = Passkey.objects.get().user
    link = Invitation.objects.create(
        club=the_club(), role="owner", user=user, whom="kate", made_by="x"
    )
    new = {"new_password1": "a longer password", "new_password2": "a longer password"}
    client = a_phone()
    assert client.post(f"/invitations/{link.token}/", new).url == "/sign-in"
    assert not is_in(client)


# -- the passkey again


def test_a_passkey_is_accepted_where_the_password_is_asked_for_again(device):
    club, kate = the_club(), signed_in("kate")
    long_ago(kate)
    path, form = f"/clubs/{club.pk}/officers/invite", {"role": "scorer", "whom": "Ann"}
    page = kate.post(path, form)
    again = form | {"passkey_again": device.use(options(page), flags=FLAG.UP)}
    page = kate.post(path, again)
    assert (page.status_code, Invitation.objects.count()) == (422, 0)
    sent = form | {"passkey_again": device.use(options(page))}
    assert (kate.post(path, sent).status_code, Invitation.objects.get().whom) == (302, "Ann")


def test_another_account_s_passkey_is_not_accepted_as_the_password_again(device):
    an_officer(the_club(), "sam")
    sam = signed_in("sam")
    other = Device()
    added(sam, other)
    long_ago(sam)
    page = sam.get("/passkeys/new")
    answer = sam.post("/passkeys/new", {"passkey_again": device.use(options(page))})
    assert (answer.status_code, "another account" in said(answer)) == (422, True)


def test_wrong_passkeys_given_again_are_limited(device):
    kate = signed_in("kate")
    long_ago(kate)
    page, tries = kate.get("/passkeys/new"), []
    for _ in range(6):
        sent = {"passkey_again": device.use(options(page), signed=False)}
        answer = kate.post("/passkeys/new", sent)
        tries.append(answer.status_code)
        page = answer if answer.status_code == 422 else kate.get("/passkeys/new")
    assert tries == [422] * 4 + [429] * 2


# -- removing


def test_one_s_own_passkey_is_removed_and_with_the_last_one_its_recovery_codes(device):
    kate = signed_in("kate")
    added(kate)
    first, second = Passkey.objects.values_list("pk", flat=True)
    kate.post(f"/passkeys/{first}/remove")
    assert (Passkey.objects.count(), SecondFactor.objects.count()) == (1, 1)
    client, found = asked()
    assert client.post("/sign-in/passkey", {"credential": device.use(found)}).status_code == 422
    page = kate.post(f"/passkeys/{second}/remove", follow=True)
    assert "your password alone" in text_of(page)
    assert (Passkey.objects.count(), SecondFactor.objects.count()) == (0, 0)
    client = a_phone()
    client.post("/sign-in", PASSWORD)
    assert is_in(client)


def test_a_passkey_of_another_account_is_not_removed(device):
    pk = Passkey.objects.get().pk
    for path in (f"/passkeys/{pk}/remove", f"/passkeys/{pk + 1}/remove"):
        assert signed_in("sam").post(path).status_code == 302
    assert Passkey.objects.count() == 1


def test_removing_needs_the_password_again(device):
    kate = signed_in("kate")
    long_ago(kate)
    answer = kate.post(f"/passkeys/{Passkey.objects.get().pk}/remove")
    assert shown(answer, "<h1>(.*?)</h1>") == ["Enter your password"]
    assert Passkey.objects.count() == 1


def test_new_recovery_codes_replace_the_old_ones():
    kate = signed_in("kate")
    assert kate.post("/passkeys/recovery-codes").status_code == 409
    old = shown(added(kate), "<kbd>(.*?)</kbd>")
    new = shown(kate.post("/passkeys/recovery-codes"), "<kbd>(.*?)</kbd>")
    user = an_organiser("kate")
    assert [use_code(user=user, code=one) for one in (old[0], new[0])] == [False, True]


def officer_path(club, name, rest=""):
    officer = club.officers.get(user__username=name)
    return f"/clubs/{club.pk}/officers/{officer.pk}/{rest}"


def test_an_owner_removes_an_officer_s_lost_passkeys_and_signs_them_out():
    club, kate = the_club(), signed_in("kate")
    an_officer(club, "sam", "scorer")
    sam = signed_in("sam")
    added(sam)
    assert "Remove passkeys" in text_of(kate.get(officer_path(club, "sam")))
    kate.post(officer_path(club, "sam", "remove-passkeys"))
    assert (Passkey.objects.count(), SecondFactor.objects.count(), is_in(sam)) == (0, 0, False)
    assert Event.objects.filter(club=club, said="Removed the passkeys of sam.").count() == 1


@pytest.mark.parametrize("why", ["owns the site", "another club", "a scorer asks"])
def test_an_owner_does_not_remove_passkeys_of_an_account_that_is_not_the_club_s_alone(why):
    club = the_club()
    user = an_officer(club, "sam", "organiser")
    added(signed_in("sam"))
    if why == "owns the site":
        call_command("siteowner", "sam")
    elif why == "another club":
        an_officer(Club.objects.create(name="Another"), "sam")
    who = signed_in("sam" if why == "a scorer asks" else "kate")
    answer = who.post(officer_path(club, "sam", "remove-passkeys"))
    assert answer.status_code == (403 if why == "a scorer asks" else 409)
    assert user.passkeys.count() == 1


def test_the_host_removes_them_by_a_command(device, capsys):
    call_command("twostep", "kate", off=True)
    assert (Passkey.objects.count(), SecondFactor.objects.count()) == (0, 0)
    assert "password alone" in capsys.readouterr().out


def test_a_passkey_signs_in_after_a_restore_though_the_backup_has_a_lower_count(
    counting, settings, tmp_path
):
    settings.BACKUP_DIR, settings.DATA_DIR = tmp_path / "backups", tmp_path / "data"
    file = make_backup(folder=tmp_path / "stick", now=timezone.now())
    removed = Passkey.objects.get()
    client, found = asked()
    client.post("/sign-in/passkey", {"credential": counting.use(found)})
    kate = signed_in("kate")
    kate.post(f"/passkeys/{removed.pk}/remove")
    added(kate, Device(), name="New one")
    restore(file=file, now=timezone.now())
    assert [*Passkey.objects.values_list("name", flat=True)] == ["My phone"]
    assert not any(map(is_in, (client, kate)))
    client, found = asked()
    answer = client.post("/sign-in/passkey", {"credential": counting.use(found)})
    assert (answer.status_code, is_in(client)) == (302, True)


def test_passkeys_end_with_their_account(device):
    an_organiser("kate").delete()
    assert Passkey.objects.count() == 0


# -- where they work


@pytest.mark.parametrize(
    ("address", "origin", "host"),
    [
        ("https://scores.example.org", "https://scores.example.org", "scores.example.org"),
        ("https://Scores.Example.org:443", "https://scores.example.org", "scores.example.org"),
        (
            "https://scores.example.org:8443",
            "https://scores.example.org:8443",
            "scores.example.org",
        ),
        ("https://bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("http://localhost:8000", "http://localhost:8000", "localhost"),
        ("http://club.localhost", "http://club.localhost", "club.localhost"),
    ],
)
def test_passkeys_belong_to_the_host_name_of_the_site(address, origin, host):
    found = passkey_site(address)
    assert (found.origin, found.host) == (origin, host)


@pytest.mark.parametrize(
    "address",
    [
        "http://scores.example.org",
        "http://notlocalhost",
        "https://192.168.0.7",
        "https://[2001:db8::7]:8000",
        "http://[::1]:8000",
        "http://127.0.0.1:8000",
        "https://[::1",
        "https://a..b",
        "https://localhost:99999",
        "ftp://localhost",
        "https://",
        "",
    ],
)
def test_plain_http_and_numbers_have_no_passkeys(address):
    assert passkey_site(address) is None


@pytest.mark.parametrize("host", ["hall.example", "192.168.0.7:8000", "[2001:db8::7]:8000"])
def test_in_a_hall_without_https_the_page_says_why_there_are_none(host, device):
    kate = signed_in("kate")
    with override_settings(PUBLIC_URL="", ALLOWED_HOSTS=["*"]):
        page = kate.get("/passkeys", HTTP_HOST=host)
        assert "https://" in text_of(page)
        assert "Add a passkey" not in text_of(page)
        assert kate.get("/passkeys/new", HTTP_HOST=host).status_code == 302
        client = a_phone()
        assert "with a passkey" not in text_of(client.get("/sign-in", HTTP_HOST=host))
        assert client.post("/sign-in/passkey", HTTP_HOST=host).url == "/sign-in"
        client.post("/sign-in", PASSWORD, HTTP_HOST=host)
        assert "Enter a recovery code" in text_of(client.get("/sign-in/code", HTTP_HOST=host))


def test_the_page_of_a_passkey_for_this_computer_says_so():
    with override_settings(PUBLIC_URL=""):
        page = signed_in("kate").get("/passkeys/new", HTTP_HOST="localhost:8000")
    assert "only works at http://localhost:8000" in text_of(page)
