"""What is in the outbox goes out: once, in time, to whom it was sealed for; and nobody waits for
it."""

import smtplib
import threading
from datetime import timedelta
from itertools import count

import pytest
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from scoring.models import Club, Notification, Subscription
from scoring.public.actions.subscriptions import ask_by_mail, confirm, tell_phone
from scoring.public.sending import sender
from scoring.public.sending.sender import AGAIN, LEASE, Sender, send_due
from tests.cast import a_phone
from tests.pushes import Phone, push_service
from tests.tournament.cast import a_tournament, begun, ended, tell_all

pytestmark = pytest.mark.django_db

numbers = count(1)


def a_notice(phone, *, club=None, seconds=600, tag=""):
    """Something on its way to a phone, of nobody's subscription."""
    keys = {"p256dh": phone.sent["p256dh"], "auth": phone.sent["auth"]}
    return Notification.objects.create(
        club=club or Club.objects.get_or_create(name="The Left Bower Club")[0],
        way="push",
        sent_to=phone.endpoint,
        fingerprint=phone.endpoint[-32:],
        **keys,
        tag=tag or f"seat-1-{next(numbers)}",
        title="Table 3, seat East",
        body="With Zoë",
        path="/e/x/3/",
        worth_until=timezone.now() + timedelta(seconds=seconds),
    )


def outcomes():
    return list(Notification.objects.order_by("pk").values_list("outcome", flat=True))


def later(seconds):
    return timezone.now() + timedelta(seconds=seconds)


def test_a_round_reaches_the_phone_that_asked_and_only_it_can_read_it(service):
    tournament, phone = a_tournament(8), service.phone()
    tell_phone(whom=tournament.entrants.get(no=3), **phone.sent)
    begun(tournament)
    (one,) = Notification.objects.all()
    assert (send_due(), send_due()) == (1, 0)
    (post,) = service.posts
    token = tournament.session.passes.get(right="players").token
    assert phone.opens(post.body) == {
        "id": one.pk,
        "tag": f"seat-{tournament.pk}-3",
        "title": one.title,
        "body": one.body,
        "path": f"/e/{token}/3/",
    }
    assert post.path == phone.endpoint.partition(str(service.port))[2]
    assert (post.claims["aud"], post.headers["Content-Encoding"]) == (
        f"https://localhost:{service.port}",
        "aes128gcm",
    )
    assert 0 < int(post.headers["TTL"]) <= 1200
    assert len(post.headers["Topic"]) == 32


def test_a_sent_notification_keeps_neither_text_nor_address(service):
    a_notice(service.phone())
    send_due()
    (one,) = Notification.objects.all()
    assert (one.outcome, one.sent_to, one.p256dh, one.title, one.body, one.path) == (
        "sent",
        *[""] * 5,
    )


def test_an_outdated_notification_is_not_sent(service):
    a_notice(service.phone(), seconds=30)
    send_due(now=later(31))
    assert (outcomes(), service.posts) == (["late"], [])


def test_a_phone_that_is_gone_is_not_notified_again(service):
    tournament, phone = a_tournament(8), service.phone()
    tell_phone(whom=tournament.entrants.get(no=3), **phone.sent)
    begun(tournament)
    a_notice(phone)
    service.answers = [410]
    send_due()
    (asked,) = Subscription.objects.all()
    assert asked.ended_at
    assert (asked.sent_to, asked.auth) == ("", "")
    tell_all(ended(tournament.rounds.get()))
    begun(tournament)
    send_due(now=later(60))
    assert Notification.objects.filter(done_at=None).count() == 0
    assert len(service.posts) <= 2


def test_a_failing_service_is_retried_ever_later_and_then_given_up(service):
    a_notice(service.phone(), seconds=100_000)
    service.answers = [500, 503, 429, 500, 500]
    due = timezone.now()
    for seconds in AGAIN:
        before = timezone.now()
        send_due(now=due)
        due, waits = Notification.objects.get().next_at, timedelta(seconds=seconds)
        assert before + waits <= due <= timezone.now() + waits
        assert send_due(now=due - timedelta(seconds=1)) == 0
    send_due(now=due)
    assert (outcomes(), len(service.posts)) == (["failed"], 5)


def test_a_service_that_asks_to_wait_is_not_contacted_until_then(service):
    a_notice(service.phone(), seconds=100_000)
    service.answers = [(429, {"Retry-After": "300"})]
    send_due()
    assert send_due(now=later(290)) == 0
    assert send_due(now=later(301)) == 1
    assert outcomes() == ["sent"]


def test_after_one_timeout_the_rest_wait_without_losing_an_attempt(service):
    for _ in range(3):
        a_notice(service.phone())
    service.answers = [500]
    send_due()
    assert len(service.posts) == 1
    assert sorted(Notification.objects.values_list("tries", flat=True)) == [0, 0, 1]
    send_due(now=later(6))
    assert outcomes() == ["sent"] * 3


def test_an_address_inside_our_own_network_is_never_connected_to(settings, monkeypatch):
    monkeypatch.setattr(sender.away.socket, "create_connection", lambda *_: pytest.fail("went"))
    for endpoint in ("https://localhost/x", "https://192.168.1.1/x", "https://10.1/x"):
        a_notice(Phone(endpoint=endpoint))
    send_due()
    assert outcomes() == ["failed"] * 3


def test_a_crashed_senders_notification_is_sent_again_with_the_same_id(service):
    phone = service.phone()
    one = a_notice(phone)
    send_due(serve=lambda *_: True)  # taken, and never heard of again
    assert send_due() == 0
    assert send_due(now=timezone.now() + LEASE + timedelta(seconds=1)) == 1
    assert phone.opens(service.posts[0].body)["id"] == one.pk
    assert outcomes() == ["sent"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_several_senders_at_once_each_take_different_notifications(service):
    for _ in range(60):
        a_notice(service.phone())
    ready = threading.Barrier(4)

    def send():
        ready.wait()
        while send_due():
            pass
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert outcomes() == ["sent"] * 60
    assert len({post.path for post in service.posts}) == len(service.posts) == 60


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_service_that_does_not_answer_delays_nothing_else(service, tmp_path, monkeypatch):
    """While the service keeps its answer back: a round is told, a page is shown, nothing is locked,
    and another service is sent to."""
    tournament = a_tournament(8)
    tell_phone(whom=tournament.entrants.get(no=3), **service.phone().sent)
    begun(tournament)
    service.hangs = threading.Event()
    sends = Sender()
    sends.look()
    assert service.came.acquire(timeout=60)
    with transaction.atomic():  # on SQLite: who holds the lock of all writers
        Notification.objects.select_for_update().get()
        tell_all(ended(tournament.rounds.get()))
        begun(tournament)
    token = tournament.session.passes.get(right="players").token
    page = a_phone().get(f"/e/{token}/3/")
    assert (page.status_code, "Round 2" in page.content.decode()) == (200, True)
    (tmp_path / "other").mkdir()
    with push_service(tmp_path / "other") as (other, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        a_notice(other.phone())
        sends.look()
        assert other.came.acquire(timeout=60)
    service.hangs.set()
    while sends.busy:
        threading.Event().wait(0.01)


def test_mail_and_push_do_not_wait_for_each_other(monkeypatch):
    hangs, begun_ = threading.Event(), []

    def send_to(service, group):
        begun_.append(service)
        hangs.wait(60)

    monkeypatch.setattr(sender, "send_to", send_to)
    sends = Sender()
    asked = ["a:443", "b:443", "c:443", "d:443", sender.MAIL, sender.MAIL]
    taken = [sends._begin(service, []) for service in asked]
    hangs.set()
    assert taken == [True, True, True, False, True, False]


# -- Mail.


@pytest.fixture
def by_mail(settings):
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example.org", "https://scores.example.org"
    settings.DEFAULT_FROM_EMAIL = "book@example.org"


def test_a_mail_is_plain_and_short_and_has_a_link_to_unsubscribe(by_mail):
    tournament = a_tournament(8)
    asked = ask_by_mail(whom=tournament.entrants.get(no=3), address="zoe@example.org")
    send_due()
    (asks,) = mail.outbox
    assert f"https://scores.example.org/told/{asked.token}/" in asks.body
    confirm(subscription=asked)
    begun(tournament)
    send_due()
    one = mail.outbox[1]
    club, token = tournament.session.club, tournament.session.passes.get(right="players").token
    assert (one.to, one.from_email) == (["zoe@example.org"], f"{club} <book@example.org>")
    title, body, page, stop, sender_ = one.body.rstrip().split("\n\n")
    assert title.startswith("Table ")
    assert body.endswith("Round 1.")
    assert page == f"https://scores.example.org/e/{token}/3/"
    link = f"https://scores.example.org/told/{asked.token}/stop"
    assert (stop, sender_) == (f"To stop these e-mails, open {link}", str(club))
    assert one.extra_headers["List-Unsubscribe"] == f"<{link}>"


def test_right_to_left_names_do_not_move_figures_in_a_mail(by_mail):
    Notification.objects.create(
        club=Club.objects.create(name="ליגה 1"),
        way="mail",
        sent_to="zoe@example.org",
        fingerprint="x",
        stop_token="y",
        tag="seat-1-1",
        title="Table 3",
        body="דוד 7, مريم 5",
        worth_until=later(60),
    )
    send_due()
    (one,) = mail.outbox
    assert one.subject == "Table 3 · \u2068ליגה\u2069 1"
    assert "\u2068דוד\u2069 7, \u2068مريم\u2069 5" in one.body


def test_a_line_break_in_a_name_reaches_no_mail_header(by_mail):
    club = Club.objects.create(name="Bower\r\nBcc: all@example.org")
    Notification.objects.create(
        club=club,
        way="mail",
        sent_to="zoe@example.org",
        fingerprint="x",
        stop_token="y",
        tag="seat-1-1",
        title="Hello\nTo: other@example.org",
        worth_until=later(60),
    )
    send_due()
    (one,) = mail.outbox
    head = one.message().as_string().partition("\n\n")[0]
    assert [line for line in head.split("\n") if line.startswith(("Bcc", "To:"))] == [
        "To: zoe@example.org"
    ]


def test_no_mail_is_sent_where_no_mail_server_is_set(settings):
    settings.EMAIL_HOST = ""
    ask_by_mail(whom=a_tournament(8).entrants.get(no=3), address="zoe@example.org")
    send_due()
    assert (mail.outbox, outcomes()) == ([], [""])


def test_an_unreachable_mail_server_is_retried_but_a_refused_address_is_not(by_mail, monkeypatch):
    asked = ask_by_mail(whom=a_tournament(8).entrants.get(no=3), address="zoe@example.org")
    wrong = [ConnectionRefusedError(), smtplib.SMTPRecipientsRefused({"zoe": (550, b"nobody")})]

    def send(one):
        raise wrong.pop(0)

    monkeypatch.setattr(mail.EmailMessage, "send", send)
    send_due()
    assert outcomes() == [""]
    send_due(now=later(6))
    asked.refresh_from_db()
    assert (outcomes(), bool(asked.ended_at), asked.sent_to) == (["gone"], True, "")
