"""Phones, with the id of two characters by which each is known, and which of two had it first.

A page of a pad gives a phone an id that no hand of its table has, and stores nothing. The first
hand or word that it sends makes it its own, unless another phone with the same id was faster. Then
it has another id from there on.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from urllib.parse import quote, unquote
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scoring.common import cookies
from scoring.common.access import HALF_A_YEAR
from scoring.people.models import SIGNS
from scoring.table.actions.phones import Sighting, note_seen
from scoring.table.forms.phones import PhoneForm
from scoring.table.models import Assent, HandRecord, Table

COOKIE = "phone"
NAME = "phone-name"
"""The cookie with the name of a phone, after the millisecond in which it was given."""
EPOCH, MILLISECOND = datetime.fromtimestamp(0, UTC), timedelta(milliseconds=1)
SHOWN = (200, 304)


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A phone in its cookie. It is "K7-" before anything that it sent has its id, then "K7"; or
    "M3-K7" if another phone was faster."""

    signs: str
    before: str = ""
    """The id it had at first, which its page may still send."""
    own: bool = True
    """Whether something that it sent has its id."""

    def __str__(self) -> str:
        return f"{self.signs}-{self.before}" if self.before or not self.own else self.signs


def phone_of(request: HttpRequest) -> Phone | None:
    """Return the phone that asks; None for one that is not known yet."""
    form = f"([{SIGNS}]{{2}})(?:(-)([{SIGNS}]{{2}})?)?"
    found = re.fullmatch(form, cookies.kept(request, COOKIE))
    if found is None:
        return None
    signs, dash, before = found.groups(default="")
    return Phone(signs=signs, before=before, own=bool(before or not dash))


def signs_of(request: HttpRequest) -> str:
    """Return the two signs that are the own ones of the phone that asks; nothing for a new one."""
    phone = phone_of(request)
    return phone.signs if phone and phone.own else ""


def signs_of_another(request: HttpRequest, signs: str) -> str:
    """Return the id of the phone on which something was entered, if it is valid and not that of the
    phone that sends it."""
    phone = phone_of(request)
    its_own = (phone.signs, phone.before) if phone else ()
    return signs if re.fullmatch(f"[{SIGNS}]{{2}}", signs) and signs not in its_own else ""


def new_phone(table: Table | None = None) -> Phone:
    """Return a phone that is not known yet, with signs that no hand or phone of the table has."""
    if table is None:
        return Phone(signs=_free(set()), own=False)
    of_hands, seen = _of_hands(table), table.phones.values_list("signs", flat=True)
    return Phone(signs=_free(of_hands.union(seen), of_hands), own=False)


def _free(taken: set[str], of_hands: Collection[str] = ()) -> str:
    """Return an id that is not taken. If all are, it is one that no hand has, if there is one."""
    every = {one + two for one in SIGNS for two in SIGNS}
    return secrets.choice(list(every - taken or every.difference(of_hands) or every))


def _of_hands(table: Table) -> set[str]:
    pairs = HandRecord.objects.filter(sitting__table=table).values_list("phone", "told_on")
    return {one for pair in pairs.distinct() for one in pair}


def _taken(table: Table) -> set[str]:
    """Return the signs that hands of the table bear, and words that were said of them."""
    words = Assent.objects.filter(record__sitting__table=table, by__startswith="phone ")
    voices = words.values_list("by", flat=True).distinct()
    return _of_hands(table) | {voice.removeprefix("phone ") for voice in voices}


def answer_to_new(
    request: HttpRequest, table: Table, phone: Phone, view: Callable[[str], HttpResponse]
) -> HttpResponse:
    """Return the view's response for a phone whose id is not its own yet, with the cookie that
    makes it its own.

    The table is locked meanwhile, so that of two phones with the same id one is first.
    """
    with transaction.atomic():
        list(Table.locked(table.pk))
        found = _its_own(request, table, phone)
        response = view(found.signs)
        stored = not transaction.get_rollback() and found.signs in _taken(table)
        if not stored:  # the next time decides
            found = phone
    return remember(request, response, found)


def _its_own(request: HttpRequest, table: Table, phone: Phone) -> Phone:
    taken, signs = _taken(table), phone.signs
    if signs in taken:
        signs = _signs_before(request, table, phone) or _free(taken, _of_hands(table))
    return Phone(signs=signs, before="" if signs == phone.signs else phone.signs)


def _signs_before(request: HttpRequest, table: Table, phone: Phone) -> str:
    """Return the phone's id on a hand that this phone sends again because it got no response; ""
    for other facts."""
    sent = request.POST
    if sent.get("do", "hand") != "hand" or sent.get("phone") not in (None, "", phone.signs):
        return ""
    hand = None
    with suppress(ValueError):
        hand = UUID(sent.get("hand_id", ""))
    records = HandRecord.objects.filter(pk=hand, sitting__table=table)
    stored, told_on = records.values_list("phone", "told_on").first() or ("", "")
    return (told_on or stored) if told_on in ("", phone.signs) else ""


def remember(request: HttpRequest, response: HttpResponse, phone: Phone) -> HttpResponse:
    """Return the response with the cookie by which this phone is known again, at every table."""
    return cookies.remember(request, response, COOKIE, str(phone), seconds=HALF_A_YEAR)


# -- Its name, and when it was seen.


def name_of(request: HttpRequest) -> str:
    """Return the name that this phone was given on itself, or ""."""
    return _named(request)[0]


def remember_name(request: HttpRequest, response: HttpResponse, name: str) -> HttpResponse:
    """Return the response with the cookie that gives this phone its name at every table."""
    named = f"{(timezone.now() - EPOCH) // MILLISECOND}.{quote(name)}"
    return cookies.remember(request, response, NAME, named, seconds=HALF_A_YEAR)


def _named(request: HttpRequest) -> tuple[str, datetime | None]:
    found = re.fullmatch(r"(\d{1,14})\.(.*)", cookies.kept(request, NAME), re.ASCII)
    form = PhoneForm({"phone_name": unquote(found[2]) if found else ""})
    if found is None or not form.is_valid():
        return "", None
    at = EPOCH + int(found[1]) * MILLISECOND
    return (form.cleaned_data["phone_name"], at) if at <= timezone.now() else ("", None)


def noting_phones(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view of a table's link, which notes that a phone has shown it."""

    @wraps(view)
    def inner(request: HttpRequest, token: str) -> HttpResponse:
        response = view(request, token=token)
        phone = phone_of(request)
        if phone and response.status_code in SHOWN:
            name, named_at = _named(request)
            sighting = Sighting(at=timezone.now(), name=name, named_at=named_at)
            note_seen(token=token, signs=phone.signs, sighting=sighting)
        return response

    return inner
