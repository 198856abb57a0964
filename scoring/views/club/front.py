"""The front page: start a table, or run a club."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.actions.table.tables import start_casual_table
from scoring.actions.table.visitors import TooManyTables
from scoring.backup.shelf import last_verified
from scoring.forms.table.tables import StartTableForm
from scoring.models import ClubSession, Link
from scoring.permissions import OWN, SITE, may
from scoring.views.access import actor_of, behind_a_door, find_link, hosted_by, let_host
from scoring.views.answers import status_of
from scoring.views.club.sign_in import client_address
from scoring.views.dates import clock

TOO_MANY = 429


@require_safe
@behind_a_door
def front(request: HttpRequest) -> HttpResponse:
    """Start a table in ten seconds; your clubs, if you are signed in; the evenings this browser
    hosts."""
    return _front(request, StartTableForm())


def _front(
    request: HttpRequest, form: StartTableForm, *, status: int | None = None
) -> HttpResponse:
    signed_in = request.user.is_authenticated
    owns_site = may(actor_of(request), OWN, SITE)
    context = {
        "form": form,
        "kept_days": settings.PUT_AWAY_AFTER,
        "offices": request.user.offices.select_related("club").order_by("club__name")
        if signed_in
        else [],
        "version": settings.VERSION,
        "owns_site": owns_site,
        "backed_up": last_verified() if owns_site else None,
        "hosted": ClubSession.objects.filter(pk__in=hosted_by(request)).select_related("club")[:5],
    }
    return render(request, "club/front/front.html", context, status=status or status_of(form))


@require_POST
@behind_a_door
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
    except TooManyTables as why:
        return _wait(request, form, why)
    token = table.links.get(right=Link.Right.WRITE, revoked_at=None).token
    return let_host(request, redirect("pad", token), table.session)


def _wait(request: HttpRequest, form: StartTableForm, why: TooManyTables) -> HttpResponse:
    again = clock(timezone.now() + timedelta(seconds=why.seconds))
    form.add_error(
        None,
        f"{why} Try again at {again}; whoever signs in for a club need not wait.",
    )
    response = _front(request, form, status=TOO_MANY)
    response["Retry-After"] = str(why.seconds)
    return response


@require_safe
@behind_a_door
def host(request: HttpRequest, token: str) -> HttpResponse:
    """The key of a visitor's evening: this browser hosts it from now on."""
    link = find_link(token)
    if link.right != Link.Right.HOST:
        return redirect("pad", token)
    return let_host(request, redirect("session", link.table.session_id), link.table.session)
