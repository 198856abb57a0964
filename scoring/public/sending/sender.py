"""A thread of the server that sends the outbox.

Several processes may run it. Each takes a lease, under a lock, on notifications that no other has,
and sends them without a lock. So no request ever waits for a push service or a mail server.
"""

from __future__ import annotations

import logging
import smtplib
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.mail import get_connection
from django.db import DatabaseError, close_old_connections, connection, transaction
from django.db.models import F
from django.utils import timezone

from scoring.public.actions.card_reminders import remind_captains
from scoring.public.models import Notification, Subscription
from scoring.public.models.notifications import Way
from scoring.public.sending import away, push
from scoring.public.sending.deadline import cut, within
from scoring.public.sending.mail import as_mail, offers_mail

EVERY = 1.0  # seconds
SELDOM = timedelta(minutes=10)
"""How often it is asked whether a card is missing."""
AT_ONCE = 40
"""How many are taken at a time."""
LEASE = timedelta(minutes=2)
"""A notification whose lease ended is sent by another process, as the first must have died. A phone
still shows it once, by its tag."""
MOST_SERVICES = 3
"""Push services that are written to at the same time. The mail server is written to besides."""
MAIL = ""
"""The mail server among the services."""
MAIL_SECONDS = 30
"""For one e-mail."""
AGAIN = (5, 30, 120, 600)
"""Seconds until it is tried again, after each failure; after the last it is given up."""
LONGEST_WAIT = 3600
"""However long a service says that it wants to be left alone."""
GONE, REFUSED = (404, 410), (401, 403)

SENT, LATE, FAILED, ENDED = Notification.Outcome

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Result:
    """The result of a send: an outcome, or when to retry."""

    outcome: str = ""
    again: timedelta | None = None
    ends: bool = False
    """Whether the address is gone for good."""
    untried: bool = False


WAITS = Result(again=timedelta(seconds=AGAIN[0]), untried=True)


def send_to(service: str, group: Sequence[Notification]) -> bool:
    """Send these, which all go to one service, and write down what came of each."""
    _note(_sent(service, group))
    return True


def send_due(*, now: datetime | None = None, serve: Callable[..., bool] = send_to) -> int:
    """Send what is due, and return how many were taken. Each service's are given to `serve`; where
    that has no time for them they wait."""
    now = now or timezone.now()
    taken = _take(now)
    groups: dict[str, list[Notification]] = defaultdict(list)
    for one in taken:
        groups["late" if one.worth_until <= now else _service_of(one)].append(one)
    _note([(one, Result(outcome=LATE)) for one in groups.pop("late", ())])
    for service, group in groups.items():
        if not serve(service, group):
            _note([(one, WAITS) for one in group])
    return len(taken)


class Sender:
    """Sends to several services at a time, so that one that hangs delays no other."""

    def __init__(self) -> None:
        self.busy: set[str] = set()

    def look(self) -> int:
        """Begin to send what is due; return how many were taken."""
        return send_due(serve=self._begin)

    def _begin(self, service: str, group: list[Notification]) -> bool:
        pushes = self.busy - {MAIL}
        if service in self.busy or (service != MAIL and len(pushes) >= MOST_SERVICES):
            return False
        self.busy.add(service)
        # Daemons: the server ends without waiting for a service that does not answer.
        threading.Thread(target=self._serve, args=(service, group), daemon=True).start()
        return True

    def _serve(self, service: str, group: list[Notification]) -> None:
        try:
            send_to(service, group)
        except Exception:  # they are tried again, when nobody has answered for them
            log.exception("The sender stumbled.")
        finally:
            connection.close()
            self.busy.discard(service)


def _take(now: datetime) -> list[Notification]:
    """Return what is due and what no other process has, and let none have it for a while."""
    due = Notification.objects.filter(done_at=None, next_at__lte=now)
    if not due.exists():  # nobody is kept from writing for nothing
        return []
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True).order_by("next_at", "pk")
        keys = list(free.values_list("pk", flat=True)[:AT_ONCE])
        rows = Notification.objects.filter(pk__in=keys)
        rows.update(next_at=now + LEASE, tries=F("tries") + 1)
        return list(rows.select_related("club"))


def _service_of(one: Notification) -> str:
    if one.way == Way.MAIL:
        return MAIL
    try:
        host, port, _ = away.target_of(one.sent_to)
    except away.Forbidden:
        return "nowhere"
    return f"{host}:{port}"


def _sent(service: str, group: Sequence[Notification]) -> list[tuple[Notification, Result]]:
    """Send all that goes to one service by one connection; after it did not answer the rest is not
    tried. Asks the database nothing."""
    if service == "nowhere":
        return [(one, Result(outcome=FAILED, ends=True)) for one in group]
    results, ends_at = [], timezone.now() + LEASE / 2
    line = _Mails() if service == MAIL else _Pushes(*service.rsplit(":", 1))
    try:
        for one in group:
            if line.is_down or timezone.now() > ends_at:
                results.append((one, WAITS))
            else:
                results.append((one, line.send(one)))
    finally:
        line.close()
    return results


class _Pushes:
    """A push service while it is written to."""

    def __init__(self, host: str, port: str) -> None:
        self.host, self.port = host, int(port)
        self.line = away.Connection(self.host, self.port)
        self.is_down = False

    def send(self, one: Notification) -> Result:
        now = timezone.now()
        said = {name: getattr(one, name) for name in ("tag", "title", "body", "path")}
        try:
            body = push.sealed(
                push.as_payload(key=one.pk, **said), p256dh=one.p256dh, auth=one.auth
            )
            headers = push.headers_of(
                host=self.host,
                port=self.port,
                tag=f"{one.fingerprint} {one.tag}",
                seconds=int((one.worth_until - now).total_seconds()),
                now=int(now.timestamp()),
            )
            status, later = self.line.post(away.target_of(one.sent_to)[2], body, headers)
        except away.Unreachable as why:
            self.is_down = True
            return _try_again(one, str(why))
        except (away.Forbidden, ValueError):
            return Result(outcome=FAILED, ends=True)
        if 200 <= status < 300:
            return Result(outcome=SENT)
        if status in GONE:
            return Result(outcome=ENDED, ends=True)
        if status in REFUSED:  # it knows the phone under another key of ours
            return Result(outcome=FAILED, ends=True)
        if status == 429 or status >= 500:
            self.is_down = True
            return _try_again(one, f"{self.host} answers {status}.", later)
        log.warning("A push service refuses what we send: %s answers %s.", self.host, status)
        return Result(outcome=FAILED)

    def close(self) -> None:
        self.line.close()


class _Mails:
    """The mail's server while it is written to."""

    def __init__(self) -> None:
        self.connection = get_connection()
        self.is_down = not offers_mail()

    def send(self, one: Notification) -> Result:
        try:
            within(MAIL_SECONDS, as_mail(one, self.connection).send)
        except smtplib.SMTPRecipientsRefused as why:
            codes = [code for code, _ in why.recipients.values()]
            if any(code >= 500 for code in codes):
                return Result(outcome=ENDED, ends=True)
            return _try_again(one, "The mail’s server does not take an address now.")
        except (smtplib.SMTPException, OSError) as why:
            self.is_down = True
            cut(getattr(getattr(self.connection, "connection", None), "sock", None))
            return _try_again(one, f"The mail’s server does not take mail: {type(why).__name__}.")
        except ValueError:  # no header that could be written
            return Result(outcome=FAILED)
        return Result(outcome=SENT)

    def close(self) -> None:
        try:
            self.connection.close()
        except (smtplib.SMTPException, OSError):
            pass


def _try_again(one: Notification, why: str, later: str = "") -> Result:
    log.info("%s", why)
    if one.tries > len(AGAIN):
        return Result(outcome=FAILED)
    wanted = int(later) if later.isdecimal() and len(later) < 9 else 0
    return Result(again=timedelta(seconds=min(max(AGAIN[one.tries - 1], wanted), LONGEST_WAIT)))


def _note(results: Iterable[tuple[Notification, Result]]) -> None:
    """Write down what came of them; what is done loses its text and its address."""
    results = list(results)
    if not results:
        return
    now = timezone.now()
    nothing = dict.fromkeys(
        ("sent_to", "p256dh", "auth", "stop_token", "title", "body", "path"), ""
    )
    with transaction.atomic():
        for one, result in results:
            row = Notification.objects.filter(pk=one.pk, done_at=None)
            if result.outcome:
                row.update(done_at=now, outcome=result.outcome, **nothing)
            else:
                row.update(next_at=now + result.again, tries=one.tries - result.untried)
        ended = [one.fingerprint for one, result in results if result.ends]
        if ended:
            keys = dict.fromkeys(("sent_to", "p256dh", "auth"), "")
            live = Subscription.objects.filter(fingerprint__in=ended, ended_at=None)
            live.update(ended_at=now, **keys)
            waiting = Notification.objects.filter(fingerprint__in=ended, done_at=None)
            waiting.update(done_at=now, outcome=ENDED, **nothing)


class Reminders:
    """Looks now and then which captains are to be reminded of a card."""

    def __init__(self) -> None:
        self._not_before: datetime | None = None

    def look(self, now: datetime) -> None:
        """Write the reminders that are due, unless it looked a moment ago."""
        if self._not_before is None or not now < self._not_before <= now + SELDOM:
            self._not_before = now + SELDOM
            remind_captains(now=now)


def start_sending() -> None:
    """Start the thread; it ends with the process."""
    threading.Thread(target=_go_on, name="sender", daemon=True).start()


def _go_on() -> None:
    sender, reminders, pause = Sender(), Reminders(), threading.Event()
    while True:
        try:
            reminders.look(timezone.now())
            while sender.look():
                pass
        except DatabaseError:  # whoever asks for a page is told; this looks again
            connection.close()
        except Exception:  # it must go on, whatever it was
            log.exception("The sender stumbled.")
        close_old_connections()
        pause.wait(EVERY)
