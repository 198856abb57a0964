"""The front page: start a table, or run a club."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.actions.table.tables import start_casual_table
from scoring.forms.table.tables import StartTableForm
from scoring.models import ClubSession, Link
from scoring.views.access import behind_a_door, find_link, hosted_by, let_host
from scoring.views.answers import status_of


@require_safe
@behind_a_door
def front(request: HttpRequest) -> HttpResponse:
    """Start a table in ten seconds; your clubs, if you are signed in; the evenings this browser
    hosts."""
    return _front(request, StartTableForm())


def _front(request: HttpRequest, form: StartTableForm) -> HttpResponse:
    signed_in = request.user.is_authenticated
    context = {
        "form": form,
        "offices": request.user.offices.select_related("club").order_by("club__name")
        if signed_in
        else [],
        "version": settings.VERSION,
        "hosted": ClubSession.objects.filter(pk__in=hosted_by(request)).select_related("club")[:5],
    }
    return render(request, "club/front/front.html", context, status=status_of(form))


@require_POST
@behind_a_door
def start(request: HttpRequest) -> HttpResponse:
    """Start a table without an account; this browser becomes its host."""
    form = StartTableForm(request.POST)
    if not form.is_valid():
        return _front(request, form)
    table = start_casual_table(currency=form.cleaned_data["currency"], **form.values)
    token = table.links.get(right=Link.Right.WRITE, revoked_at=None).token
    return let_host(request, redirect("pad", token), table.session)


@require_safe
@behind_a_door
def host(request: HttpRequest, token: str) -> HttpResponse:
    """The key of a visitor's evening: this browser hosts it from now on."""
    link = find_link(token)
    if link.right != Link.Right.HOST:
        return redirect("pad", token)
    return let_host(request, redirect("session", link.table.session_id), link.table.session)
