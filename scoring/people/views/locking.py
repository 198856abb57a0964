"""Throttle (rate limit) password guessing. django-axes counts; this module says which counts lock.

| wrong within a quarter of an hour       | is locked                 | against                    |
|-----------------------------------------|---------------------------|----------------------------|
| 5 for a name from an address            | that name at that address | many passwords or codes    |
| 50 from an address, whatever the names  | new browsers there        | one password on many names |
| 50 for a name, from whatever addresses  | that name on new browsers | one name from many places  |

A wrong code of two-step sign-in counts as a wrong password does. A browser in which an account has
signed in before is not new to it. Its tries at an address are counted apart, so five for it are
another five. So guessing can't lock an owner out for ever, not even from the same network, and a
hall with one address goes on. At most five tries of a name at an address count, so that a child who
hammers one name locks no hall.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scoring.common.access import HALF_A_YEAR
from scoring.common.cookies import kept_signed, remember_signed
from scoring.people.pure.device import device_of
from scoring.people.queries.sign_ins import DEVICE

FAR_AND_WIDE = 50
BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"
KNOWN = "known"
MOST_KNOWN = 20
DRIFT = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class Lock:
    """Why a password is not even looked at, and until when."""

    until: datetime
    of: str
    """ "name here", "address" or "name"."""


class Handler(AxesDatabaseHandler):
    """Lets a name at an address, an address and a name be locked, each at a count of its own."""

    def get_failures(self, request: HttpRequest, credentials: dict | None = None) -> int:
        found = super().get_failures(request, credentials)
        locked = found < settings.AXES_FAILURE_LIMIT and lock_of(request, credentials)
        return settings.AXES_FAILURE_LIMIT if locked else found

    def get_user_attempts(self, request: HttpRequest, credentials: dict | None = None):
        # What was counted while the clock was ahead would lock for as long as it was.
        return [
            attempts.filter(attempt_time__lte=timezone.now() + DRIFT)
            for attempts in super().get_user_attempts(request, credentials)
        ]

    def clean_expired_user_attempts(self, request=None, credentials=None) -> int:
        ahead = AccessAttempt.objects.filter(attempt_time__gt=timezone.now() + DRIFT)
        return ahead.delete()[0] + super().clean_expired_user_attempts(request, credentials)


def lock_of(request: HttpRequest, credentials: dict) -> Lock | None:
    """Return what keeps this name from trying a password from here; None where nothing does."""
    name, address = credentials.get("username"), request.axes_ip_address
    knows = _knows(request, name)
    now = timezone.now()
    since = now - settings.AXES_COOLOFF_TIME
    lately = AccessAttempt.objects.filter(attempt_time__gt=since, attempt_time__lte=now + DRIFT)
    here = lately.filter(username=counted_as(request, credentials), ip_address=address)
    if until := _until(_tries(here, "username"), settings.AXES_FAILURE_LIMIT):
        return Lock(until=until, of="name here")
    if knows:
        return None
    for of, tries in (
        ("address", _tries(lately.filter(ip_address=address), "username")),
        ("name", _tries(lately.filter(username=_counted(name, knows=False)), "ip_address")),
    ):
        if until := _until(tries, FAR_AND_WIDE):
            return Lock(until=until, of=of)
    return None


def counted_as(request: HttpRequest, credentials: dict | None) -> str:
    """Return the name that wrong tries are stored with. In a browser in which this account has
    signed in before it is another one, which no typed name can be."""
    name = (credentials or {}).get("username") or request.POST.get("username") or ""
    return _counted(name, knows=_knows(request, name))


def _counted(name: str | None, *, knows: bool) -> str:
    return f"{'known' if knows else 'typed'}: {name}"


def _tries(attempts: QuerySet, by: str) -> list[tuple[datetime, int]]:
    """Return when each was last wrong, and how often, as far as it counts."""
    found = attempts.values_list(by).annotate(Max("attempt_time"), Sum("failures_since_start"))
    return [(at, min(times, settings.AXES_FAILURE_LIMIT)) for _, at, times in found.order_by()]


def _until(tries: Iterable[tuple[datetime, int]], most: int) -> datetime | None:
    """Return when old tries expire, so that fewer than `most` are left. It is None if there are
    fewer now."""
    left, until = sum(times for _, times in tries), None
    for at, times in sorted(tries):
        if left < most:
            break
        left, until = left - times, at + settings.AXES_COOLOFF_TIME
    return until


def remember_account(request: HttpRequest, response: HttpResponse, user) -> HttpResponse:
    """Return the response with a cookie that marks this browser as known to the account. The
    session notes which device it is."""
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))
    known = [key for key in _known(request) if key != str(user.pk)]
    value = ".".join([*known, str(user.pk)][-MOST_KNOWN:])
    return remember_signed(request, response, KNOWN, value, seconds=HALF_A_YEAR)


def _known(request: HttpRequest) -> list[str]:
    found = kept_signed(request, KNOWN, seconds=HALF_A_YEAR)
    return [key for key in found.split(".") if key]


def _knows(request: HttpRequest, name: str | None) -> bool:
    """Whether the account of this name has signed in with this browser before."""
    known = _known(request)
    if not known or not name:
        return False
    return get_user_model().objects.filter(pk__in=known, username=name).exists()
