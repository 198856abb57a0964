"""How many tables an address may start without an account, and how many wrong codes may come from
it: more than a hall ever needs, fewer than a robot likes
(docs/decisions/0032-so-many-tables-an-address.md)."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.actions import Refused
from scoring.models import Visitor
from scoring.rules.wording import counted

Found = TypeVar("Found")
TEN_MINUTES, A_DAY = 600, 24 * 3600
A_HOUSEHOLD = 64
"""Bits of an IPv6 address that a provider hands out: whoever has one has all that begin so."""


class TooManyTables(Refused):
    """So many tables were started from an address that it has to wait, for `seconds`."""

    def __init__(self, *, most: int, within: str, seconds: int) -> None:
        super().__init__(
            f"From this address {counted(most, 'table')} could be started within {within}, and no "
            "more. Nothing was stored; what you typed is still here."
        )
        self.seconds = seconds


@transaction.atomic
def count_start(address: str | None) -> None:
    """Count a table that is started from this address; TooManyTables when it has had its share."""
    visitor = _locked(address)
    shortly, in_a_day = settings.START_LIMITS
    limits = ((shortly, TEN_MINUTES, "ten minutes"), (in_a_day, A_DAY, "a day"))
    for most, within, words in limits:
        if seconds := _wait(visitor.started, most, within):
            raise TooManyTables(most=most, within=words, seconds=seconds)
    visitor.started = [*_lately(visitor.started), _now()]
    visitor.save()


WRONG_CODES = ((30, TEN_MINUTES), (200, A_DAY))
"""So many in so many seconds: a hall full of thumbs types fewer, and a robot would need thousands
of years for one of the 32^8 codes."""


class TooManyCodes(Refused):
    """So many wrong codes came from an address that it has to wait, for `seconds`."""

    def __init__(self, *, seconds: int) -> None:
        super().__init__("Too many codes that are none came from this address.")
        self.seconds = seconds


@transaction.atomic
def found_by_code(address: str | None, find: Callable[[], Found | None]) -> Found | None:
    """Return what `find` finds by a code that was typed at this address; what finds nothing is
    counted.

    TooManyCodes, and nothing is looked for, when it has had its share. The row of the address is
    locked meanwhile: tries at the same time are tries one after the other.
    """
    visitor = _locked(address)
    seconds = max(_wait(visitor.mistyped, *limit) for limit in WRONG_CODES)
    if seconds:
        raise TooManyCodes(seconds=seconds)
    found = find()
    if found is None:
        visitor.mistyped = [*_lately(visitor.mistyped), _now()]
        visitor.save()
    elif not (visitor.started or visitor.mistyped):
        visitor.delete()
    return found


def _locked(address: str | None) -> Visitor:
    """Return the row of an address, locked until the transaction ends, so that all processes
    agree."""
    visitor, _ = Visitor.objects.get_or_create(address=_house_of(address))
    return Visitor.objects.select_for_update().get(pk=visitor.pk)


def _now() -> int:
    return int(timezone.now().timestamp())


def _lately(moments: list[int]) -> list[int]:
    """Return those of the last day. A clock that was put back must not keep anybody waiting for
    what has not been yet."""
    now = _now()
    return [at for at in moments if now - A_DAY < at <= now]


def _wait(moments: list[int], most: int, within: int) -> int:
    """Return for how many seconds it has to wait; 0 where it may."""
    now = _now()
    lately = [at for at in _lately(moments) if at > now - within]
    if len(lately) < most:
        return 0
    return max(1, lately[-most] + within - now if most else within)


def _house_of(address: str | None) -> str:
    """Return the address that is counted; all that are not known are one."""
    if not address:
        return "unknown"
    found = ip_address(address)
    if found.version == 4 or found.ipv4_mapped:
        return str(getattr(found, "ipv4_mapped", None) or found)
    return str(ip_network(f"{found}/{A_HOUSEHOLD}", strict=False))


def forget_old_visitors() -> int:
    """Delete the addresses from which no table was started and no wrong code typed within a day;
    return how many."""
    gone = [
        visitor.pk
        for visitor in Visitor.objects.all()
        if not _lately(visitor.started) and not _lately(visitor.mistyped)
    ]
    return Visitor.objects.filter(pk__in=gone).delete()[0]
