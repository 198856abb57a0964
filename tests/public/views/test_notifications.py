"""Told without asking, as a phone and a mail's reader see it."""

from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from scoring.evening.actions.sign_up import open_list, put_down
from scoring.models import Club, Subscription
from scoring.public.actions.subscriptions import ask_by_mail, confirm
from scoring.public.models.notifications import fingerprint_of
from scoring.public.sending.sender import send_due
from tests.cast import PHONE, a_phone, an_evening
from tests.own import own_link
from tests.pushes import Phone
from tests.tournament.cast import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def by_mail(settings):
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example.org", "https://scores.example.org"
    settings.DEFAULT_FROM_EMAIL = "book@example.org"


def pages():
    """The three pages that offer it: a card, a name that was put down, a page of one's own."""
    tournament = a_tournament(8)
    token = tournament.session.passes.get(right="players").token
    found = open_list(session=an_evening(), actor=PHONE)
    mine = put_down(sign_up_list=found, key=uuid4(), name="Zoë", actor=PHONE)
    player = tournament.entrants.get(no=4).player
    Club.objects.update(own_parts=["seat"])
    return [f"/e/{token}/3/", f"/coming/{mine.token}/", own_link(player).get_absolute_url()]


def is_on(page, phone):
    of = fingerprint_of(phone.endpoint)
    return a_phone().get(f"{page}told", {"of": of}).json()


def test_each_page_offers_notifications_and_sends_them_until_they_are_turned_off():
    for page in pages():
        phone = Phone()
        assert f'data-at="{page}told"' in a_phone().get(page).content.decode()
        assert is_on(page, phone) == {"on": False}
        assert a_phone().post(f"{page}told", phone.sent).json() == {"on": True}
        assert (is_on(page, phone), is_on(page, Phone())) == ({"on": True}, {"on": False})
        stops = {"stop": "", "endpoint": phone.endpoint}
        assert a_phone().post(f"{page}told", stops).json() == {"on": False}
        assert is_on(page, phone) == {"on": False}


def test_malformed_subscriptions_are_refused_in_a_sentence_and_not_stored():
    page, phone = pages()[0], Phone()
    wrong = [
        {},
        {**phone.sent, "p256dh": "BCVx"},
        {**phone.sent, "auth": "<script>"},
        {**phone.sent, "endpoint": "https://192.168.1.1/"},
        {**phone.sent, "endpoint": "http://push.example/x"},
        {**phone.sent, "endpoint": "https://push.example/" + "x" * 2000},
    ]
    for sent in wrong:
        answer = a_phone().post(f"{page}told", sent)
        assert answer.status_code == 422, sent
        assert answer.json()["message"].endswith("."), sent
    assert not Subscription.objects.exists()


def test_a_form_from_another_site_changes_nothing():
    page = pages()[0]
    answer = Client(enforce_csrf_checks=True).post(f"{page}told", Phone().sent)
    assert (answer.status_code, Subscription.objects.exists()) == (403, False)


def test_a_site_without_mail_offers_none():
    for page in pages():
        assert f"{page}mail" not in a_phone().get(page).content.decode()
        assert a_phone().get(f"{page}mail").status_code == 404


def test_e_mail_can_be_requested_confirmed_and_stopped_without_a_script(by_mail):
    for page in pages():
        mail.outbox.clear()
        client = a_phone()
        assert f'href="{page}mail"' in client.get(page).content.decode()
        wrong = client.post(f"{page}mail", {"address": "zoe@example.org\nBcc: all@example.org"})
        assert wrong.status_code == 422
        answer = client.post(f"{page}mail", {"address": "zoe@example.org"}, follow=True)
        assert answer.redirect_chain == [(page, 302)]
        assert "We sent an e-mail to that address" in answer.content.decode()
        send_due()
        asked = Subscription.objects.get(confirmed_at=None)
        confirms = f"/told/{asked.token}/"
        assert confirms in mail.outbox[0].body
        assert "Turn on e-mail notifications" in client.get(confirms).content.decode()
        asked.refresh_from_db()
        assert asked.confirmed_at is None
        assert "E-mail notifications are on" in client.post(confirms, follow=True).content.decode()
        stops = f"{confirms}stop"
        assert Subscription.objects.exists()
        assert client.get(stops).status_code == 200
        one_tap = Client(enforce_csrf_checks=True).post(stops, {"List-Unsubscribe": "One-Click"})
        assert "Unsubscribed" in one_tap.content.decode()
        assert not Subscription.objects.exists()


def test_a_card_does_not_reveal_whether_a_player_gets_e_mails(by_mail):
    card = pages()[0]
    a_phone().post(f"{card}mail", {"address": "zoe@example.org"})
    for at in (None, timezone.now()):
        Subscription.objects.update(confirmed_at=at)
        assert "mail notifications are o" not in a_phone().get(card).content.decode()


def test_your_own_page_says_that_e_mails_are_on_once_the_address_is_confirmed(by_mail):
    on = "E-mail notifications are on"
    for page in pages()[1:]:
        client = a_phone()
        assert on not in client.get(page).content.decode()
        client.post(f"{page}mail", {"address": "zoe@example.org"})
        waits = client.get(page).content.decode()
        assert (on in waits, "off until you open the e-mail" in waits) == (False, True)
        confirm(subscription=Subscription.objects.get(confirmed_at=None))
        shown = client.get(page).content.decode()
        assert on in shown
        assert "zoe@example.org" not in shown


def test_entering_an_address_does_not_reveal_whether_it_is_subscribed(by_mail):
    tournament = a_tournament(8)
    token = tournament.session.passes.get(right="players").token
    ask_by_mail(whom=tournament.entrants.get(no=3), address="zoe@example.org")
    page = f"/e/{token}/3/mail"
    known, new = (
        a_phone().post(page, {"address": one}, follow=True).content
        for one in ("zoe@example.org", "yan@example.org")
    )
    assert b"We sent an e-mail to that address" in known
    assert b"We sent an e-mail to that address" in new


def test_a_moved_phone_is_recognised_only_by_its_earlier_push_address():
    page, phone, new = pages()[0], Phone(), Phone()
    a_phone().post(f"{page}told", phone.sent)
    tells = Client(enforce_csrf_checks=True)
    assert tells.post("/told/moved", {**new.sent, "before": "x"}).json() == {"moved": 0}
    assert tells.post("/told/moved", {**new.sent, "before": phone.endpoint}).json() == {"moved": 1}
    assert is_on(page, new) == {"on": True}


def test_the_worker_intercepts_no_page_and_a_page_can_be_installed_as_an_app():
    worker = a_phone().get("/told/worker.js")
    assert worker["Content-Type"] == "text/javascript"
    assert b'addEventListener("fetch"' not in worker.content
    assert a_phone().get("/told/app.webmanifest").json()["display"] == "standalone"
