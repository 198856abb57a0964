"""The look of the site on this phone, the choice of its owner at any table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from scoring.common import cookies
from scoring.table.forms.look import CHOICES, changed, chosen

LOOK = "look"
A_YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """Ask for the thumb, the type, the turned names and the buzz; keep the answers on this phone
    alone."""
    kept = cookies.kept(request, LOOK)
    if request.method == "POST":
        return _kept(request, changed(kept, request.POST.dict()))
    answers = chosen(kept)
    asked = [(one, answers[one.name]) for one in CHOICES]
    return render(
        request,
        "table/look/look.html",
        {"asked": asked, "next": _back(request.GET.get("next", ""))},
    )


def _kept(request: HttpRequest, kept: str) -> HttpResponse:
    """Send the phone back to where it came from, with its cookie."""
    back = _back(request.POST.get("next", ""))
    if not back:
        messages.success(request, "Kept on this phone, for every table.")
    return cookies.remember(request, redirect(back or "look"), LOOK, kept, seconds=A_YEAR)


def _back(kept: str) -> str:
    """Return an address of this site to go back to; nothing for another's, or for what is none."""
    inside = kept.startswith("/") and url_has_allowed_host_and_scheme(kept, allowed_hosts=None)
    return kept if inside else ""
