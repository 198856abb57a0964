"""Start a table without an account: names first, then rules, stake and dealer."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.views.hosted import HostedHere, hosted_here
from scoring.common.access import behind_a_door, let_host
from scoring.common.amounts import currency_of
from scoring.common.answers import later, status_of
from scoring.common.client import client_address
from scoring.common.throttle import TooMany
from scoring.euchre.books import SHELF
from scoring.table.access import find_link
from scoring.table.actions.tables import start_casual_table
from scoring.table.forms.tables import StartTableForm
from scoring.table.models import Link


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
def start(request: HttpRequest) -> HttpResponse:
    """Show the form, with the players of an evening to play `again`; or start a table, whose host
    this browser becomes."""
    if request.method != "POST":
        return _fresh(request)
    form = StartTableForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    # Whoever runs a club is known, and may start as many as they like.
    visitor = None if request.user.is_authenticated else client_address(request) or ""
    currency = form.cleaned_data["currency"]
    try:
        table = start_casual_table(currency=currency, counted_for=visitor, **form.values)
    except TooMany as why:
        page = partial(_page, request, form)
        return later(page, form, why, said=". Club organisers can sign in to skip the wait.")
    token = table.links.get(right=Link.Right.WRITE, revoked_at=None).token
    return let_host(request, redirect("pad", token), table.session)


def _fresh(request: HttpRequest) -> HttpResponse:
    hosted = hosted_here(request)
    if found := hosted.of(request.GET.get("again", "")):
        return _page(request, StartTableForm(now=found.table, names=found.sat), hosted=hosted)
    currency = currency_of(request.headers.get("Accept-Language", ""))
    rules = request.GET.get("rules", "")
    if rules in SHELF:
        form = StartTableForm(initial={"rules": rules}, currency=currency)
        return _page(request, form, hosted=hosted)
    form = StartTableForm(now=hosted.last and hosted.last.table, currency=currency)
    return _page(request, form, hosted=hosted)


def _page(
    request: HttpRequest,
    form: StartTableForm,
    *,
    hosted: HostedHere | None = None,
    status: int | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "kept_days": settings.PUT_AWAY_AFTER,
        "known": (hosted or hosted_here(request)).known,
        "runs_a_club": request.user.is_authenticated and request.user.offices.exists(),
    }
    return render(request, "club/start/start.html", context, status=status or status_of(form))


@require_safe
@behind_a_door
def host(request: HttpRequest, token: str) -> HttpResponse:
    """The host's link of a visitor's evening. This browser hosts it from now on."""
    link = find_link(token)
    if link.right != Link.Right.HOST:
        return redirect("pad", token)
    return let_host(request, redirect("session", link.table.session_id), link.table.session)
