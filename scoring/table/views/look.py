"""The look of the site on this phone, the choice of its owner at any table."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from scoring.common import cookies
from scoring.common.answers import answered, or_show, valid
from scoring.table.forms.look import CHOICES, changed, chosen
from scoring.table.forms.phones import PhoneForm
from scoring.table.views.phones import name_of, remember_name

LOOK = "look"
A_YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@answered
def look(request: HttpRequest) -> HttpResponse:
    """Ask for the name, the thumb, the type, the turned names and the buzz of this phone; keep the
    answers on it alone."""
    if request.method == "POST":
        return _kept(request)
    return _page(request, PhoneForm(initial={"phone_name": name_of(request)}))


def _page(request: HttpRequest, form: PhoneForm, *, status: int = 200) -> HttpResponse:
    sent = request.POST or request.GET
    answers = chosen(changed(cookies.kept(request, LOOK), request.POST.dict()))
    asked = [(one, answers[one.name]) for one in CHOICES]
    context = {"asked": asked, "form": form, "next": _back(sent.get("next", ""))}
    return render(request, "table/look/look.html", context, status=status)


def _kept(request: HttpRequest) -> HttpResponse:
    """Send the phone back to where it came from, with its cookies."""
    form = PhoneForm({"phone_name": name_of(request)} | request.POST.dict())
    with or_show(partial(_page, request, form), form):
        name = valid(form)["phone_name"]
    back = _back(request.POST.get("next", ""))
    if not back:
        messages.success(request, "Kept on this phone, for every table.")
    response = redirect(back or "look")
    if name != name_of(request):
        remember_name(request, response, name)
    kept = changed(cookies.kept(request, LOOK), request.POST.dict())
    return cookies.remember(request, response, LOOK, kept, seconds=A_YEAR)


def _back(kept: str) -> str:
    """Return an address of this site to go back to; nothing for another's, or for what is none."""
    inside = kept.startswith("/") and url_has_allowed_host_and_scheme(kept, allowed_hosts=None)
    return kept if inside else ""
