"""Throttle (rate limit) an address without an account: tables started, names signed up, wrong
codes, sign-ins by passkey.

The limits are above what a hall needs and below what a robot wants
(docs/decisions/0032-so-many-tables-an-address.md).
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from itertools import chain
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.common.models import Visitor
from scoring.common.refused import Refused
from scoring.euchre.wording import counted

Found = TypeVar("Found")
TEN_MINUTES, A_DAY = 600, 24 * 3600
A_HOUSEHOLD = 64
"""Prefix length of an IPv6 network that a provider assigns to one customer."""


class TooMany(Refused):
    """The address reached its rate limit, and must wait for `seconds`."""

    def __init__(self, what: str, *, within: str, seconds: int) -> None:
        super().__init__(
            f"This network is at its limit of {what} in {within}. What you typed is still here."
        )
        self.seconds = seconds


def count_start(address: str | None) -> None:
    """Count a table that is started from this address. Raise TooMany if its limit is reached."""
    _count(address, "started", "table", settings.START_LIMITS)


def count_name(address: str | None) -> None:
    """Count a sign-up from this address, whatever its outcome. Raise TooMany if the address reached
    its limit, so that trying many names doesn't reveal who is on a list."""
    _count(address, "named", "sign-up", settings.NAME_LIMITS)


CHALLENGES = (60, 300)
"""A club has few officers; each stores a session for a few minutes."""


def count_challenge(address: str | None) -> None:
    """Count a sign-in by passkey that begins at this address. Raise TooMany if its limit is
    reached."""
    _count(address, "challenged", "passkey sign-in", CHALLENGES)


WRONG_CODES = (30, 200)
"""A hall full of thumbs types fewer; a robot would need thousands of years for one of 32^8."""


def found_by_code(address: str | None, find: Callable[[], Found | None]) -> Found | None:
    """Return the result of `find` for a code typed at this address, and count a wrong code.

    Raise TooMany if the address reached its limit, whatever was found. `find` runs before the lock,
    so a stranger's code keeps no other write waiting.
    """
    found = find()
    _judge(address, found)
    return found


@transaction.atomic
def _judge(address: str | None, found: object | None) -> None:
    visitor = _locked(address)
    before = _before(visitor, "mistyped", "wrong code", WRONG_CODES)
    if found is None:
        visitor.mistyped = [*before, _now()]
        visitor.save()
    elif not any(_times(visitor)):
        visitor.delete()


@transaction.atomic
def _count(address: str | None, times: str, thing: str, limits: tuple[int, int]) -> None:
    visitor = _locked(address)
    before = _before(visitor, times, thing, limits)
    setattr(visitor, times, [*before, _now()])
    visitor.save()


def _times(visitor: Visitor) -> tuple[list[int], ...]:
    return visitor.started, visitor.named, visitor.mistyped, visitor.challenged


def _locked(address: str | None) -> Visitor:
    """Return the row of an address, locked until the transaction ends, so that all processes
    agree."""
    visitor, _ = Visitor.objects.get_or_create(address=house_of(address))
    return Visitor.objects.select_for_update().get(pk=visitor.pk)


def _now() -> int:
    return int(timezone.now().timestamp())


def _before(visitor: Visitor, times: str, thing: str, limits: tuple[int, int]) -> list[int]:
    """Return the times within the last day, in seconds. Raise TooMany if the limit is reached."""
    now = _now()
    # A clock that was put back must not keep anybody waiting for what has not been yet.
    before = [at for at in getattr(visitor, times) if now - A_DAY < at <= now]
    shortly, in_a_day = limits
    for most, within, words in (
        (shortly, TEN_MINUTES, "ten minutes"),
        (in_a_day, A_DAY, "a day"),
    ):
        lately = [at for at in before if at > now - within]
        if len(lately) >= most:
            free = lately[-most] + within - now if most else within
            raise TooMany(counted(most, thing), within=words, seconds=max(1, free))
    return before


def house_of(address: str | None) -> str:
    """Return the address that is counted; all that are not known are one."""
    return network_of(address) if address else "unknown"


def network_of(address: str) -> str:
    """Return the address itself, or of IPv6 the first one of its household's network."""
    found = ip_address(address)
    if found.version == 4 or found.ipv4_mapped:
        return str(getattr(found, "ipv4_mapped", None) or found)
    return str(ip_network(f"{found}/{A_HOUSEHOLD}", strict=False).network_address)


def forget_old_visitors() -> int:
    """Delete the addresses from which nothing came within a day; return how many."""
    now, gone = timezone.now().timestamp(), []
    for visitor in Visitor.objects.all():
        times = chain(*_times(visitor))
        if not any(now - A_DAY < at <= now for at in times):
            gone.append(visitor.pk)
    return Visitor.objects.filter(pk__in=gone).delete()[0]
