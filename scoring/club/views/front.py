"""The front page, to start a table or run a club."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.club.queries.hosted import Hosted, hosted_evenings
from scoring.common.access import actor_of, behind_a_door, hosted_by, let_host
from scoring.common.amounts import currency_of
from scoring.common.answers import later, posted, status_of
from scoring.common.client import client_address
from scoring.common.permissions import OWN, SITE, may
from scoring.common.throttle import TooMany
from scoring.public.queries.player_page import codes_are_given
from scoring.public.views.personal_code import own_pages_on
from scoring.site.backup.shelf import last_verified
from scoring.table.access import find_link
from scoring.table.actions.tables import start_casual_table
from scoring.table.forms.tables import StartTableForm
from scoring.table.models import ClubSession, Link, Table


@require_safe
@behind_a_door
def front(request: HttpRequest) -> HttpResponse:
    """Start a table in ten seconds, or one `again` with the same people; your clubs, if you are
    signed in; the evenings this browser hosts."""
    hosted = _hosted(request)
    again, last = request.GET.get("again", ""), hosted["last"]
    if found := next((one for one in hosted["all"] if str(one.session.pk) == again), None):
        return _front(request, StartTableForm(now=found.table, names=found.sat), hosted=hosted)
    currency = currency_of(request.headers.get("Accept-Language", ""))
    form = StartTableForm(now=last and last.table, currency=currency)
    return _front(request, form, hosted=hosted)


def _front(
    request: HttpRequest,
    form: StartTableForm,
    *,
    hosted: dict | None = None,
    status: int | None = None,
) -> HttpResponse:
    hosted = hosted or _hosted(request)
    signed_in = request.user.is_authenticated
    owns_site, own_pages = may(actor_of(request), OWN, SITE), own_pages_on(request)
    context = {
        "form": form,
        "kept_days": settings.PUT_AWAY_AFTER,
        "offices": request.user.offices.select_related("club").order_by("club__name")
        if signed_in
        else [],
        "version": settings.VERSION,
        "owns_site": owns_site,
        "own_pages": own_pages,
        "given": bool(own_pages) or codes_are_given(),
        "known": _known(hosted),
        "backed_up": last_verified() if owns_site else None,
        **hosted,
    }
    return render(request, "club/front/front.html", context, status=status or status_of(form))


@dataclass(frozen=True, kw_only=True)
class HostedRow:
    """An evening that this browser hosts."""

    session: ClubSession
    names: str
    about: str
    """ "Call-Ace, 25p a point · today · open"."""
    token: str
    """Of the pad of its only table, while it is open."""
    table: Table | None
    """The last that was opened."""
    sat: tuple[str, ...]
    """The last players there, clockwise."""


def _hosted(request: HttpRequest) -> dict:
    """Return the evenings that this browser hosts, open ones and closed ones."""
    today = timezone.localdate()
    rows = [_hosted_row(one, today) for one in hosted_evenings(hosted_by(request))]
    played = [row for row in rows if row.table]
    return {
        "all": played,
        "last": max(played, key=lambda row: row.session.pk, default=None),
        "hosted": [row for row in rows if not row.session.closed],
        "hosted_before": [row for row in rows if row.session.closed],
    }


def _hosted_row(hosted: Hosted, today: date) -> HostedRow:
    session, tables = hosted.session, hosted.tables
    played_on = session.played_on
    when = "today" if played_on == today else f"{played_on:%-d %B %Y}"
    rules = [
        ", ".join(filter(None, [one.table.rules.name, one.table.stake_as_text])) for one in tables
    ]
    state = "closed" if session.closed else "open"
    names = [", ".join(one.names) for one in tables if one.names]
    return HostedRow(
        session=session,
        names="; ".join(names) or str(session),
        about=" · ".join([*dict.fromkeys(rules), when, state]),
        token=tables[0].token if len(tables) == 1 and not session.closed else "",
        table=tables[-1].table if tables else None,
        sat=tuple(tables[-1].names) if tables else (),
    )


MOST_KNOWN = 12


def _known(hosted: dict) -> list[str]:
    """Return the names of the last tables of this browser, to tap."""
    latest = sorted(hosted["all"], key=lambda row: row.session.pk, reverse=True)
    names = dict.fromkeys(name for row in latest for name in row.sat)
    return list(names)[:MOST_KNOWN]


@posted(behind_a_door)
def start(request: HttpRequest) -> HttpResponse:
    """Start a table without an account; this browser becomes its host."""
    form = StartTableForm(request.POST)
    if not form.is_valid():
        return _front(request, form)
    # Whoever runs a club is known, and may start as many as they like.
    visitor = None if request.user.is_authenticated else client_address(request) or ""
    currency = form.cleaned_data["currency"]
    try:
        table = start_casual_table(currency=currency, counted_for=visitor, **form.values)
    except TooMany as why:
        page = partial(_front, request, form)
        return later(page, form, why, said=". Club organisers can sign in to skip the wait.")
    token = table.links.get(right=Link.Right.WRITE, revoked_at=None).token
    return let_host(request, redirect("pad", token), table.session)


@require_safe
@behind_a_door
def host(request: HttpRequest, token: str) -> HttpResponse:
    """The host's link of a visitor's evening. This browser hosts it from now on."""
    link = find_link(token)
    if link.right != Link.Right.HOST:
        return redirect("pad", token)
    return let_host(request, redirect("session", link.table.session_id), link.table.session)
