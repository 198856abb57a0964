"""The passkeys of one's account, and signing in with one."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.access import behind_a_door
from scoring.common.answers import TOO_MANY, answered, or_show, posted, status_of, valid
from scoring.common.client import client_address
from scoring.common.refused import Refused
from scoring.common.throttle import TooMany, count_challenge
from scoring.people.actions.activity_log import note_of_account
from scoring.people.actions.passkeys import add_passkey, remove_passkey
from scoring.people.actions.second_factor import renew_codes
from scoring.people.forms.passkeys import TOO_LATE, NewPasskeyForm, PasskeyForm
from scoring.people.models import SecondFactor
from scoring.people.pure.device import device_of
from scoring.people.views.locking import BY_PASSWORD, remember_account
from scoring.people.views.passkey_use import (
    ADD,
    Locked,
    challenge_of,
    site_here,
    to_add,
    to_use,
    used_passkey,
)
from scoring.people.views.password_again import password_again, password_first
from scoring.people.views.security_log import log_account
from scoring.people.views.sign_in import HALF, locked_out, only_signed_in, page_after


@require_http_methods(["GET", "HEAD", "POST"])
@only_signed_in
@password_again
@answered
def passkeys(request: HttpRequest) -> HttpResponse:
    """Show the passkeys of the account, and store a new one."""
    return _add(request) if request.method == "POST" else _page(request)


def _page(request: HttpRequest, *, message: str = "", status: int = 200) -> HttpResponse:
    page = {
        "passkeys": request.user.passkeys.all(),
        "factor": SecondFactor.objects.filter(user=request.user).first(),
        "site": site_here(request),
        "message": message,
    }
    return render(request, "people/sign_in/passkeys.html", page, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@only_signed_in
@password_first
def new_passkey(request: HttpRequest) -> HttpResponse:
    """Show the form on which the browser creates a passkey."""
    name = device_of(request.headers.get("User-Agent", ""))
    return _new(request, NewPasskeyForm(initial={"name": name}))


def _new(request: HttpRequest, form: NewPasskeyForm, *, status: int = 200) -> HttpResponse:
    site = site_here(request)
    if site is None:
        return redirect("passkeys")
    page = {"form": form, "site": site, "options": to_add(request, site)}
    return render(request, "people/sign_in/new_passkey.html", page, status=status)


def _add(request: HttpRequest) -> HttpResponse:
    form = NewPasskeyForm(request.POST)
    with or_show(partial(_new, request, form), form):
        clean, held = valid(form), challenge_of(request, ADD)
        if held is None:
            raise Refused(TOO_LATE)
        site, challenge = held
        codes = add_passkey(
            site=site,
            user=request.user,
            challenge=challenge,
            sent=clean["credential"],
            name=clean["name"],
        )
    log_account(request, "Passkey added", request.user)
    note_of_account(user=request.user, said="Added a passkey.")
    messages.success(request, f"The passkey “{clean['name']}” is added.")
    return _codes(request, codes) if codes else redirect("passkeys")


def own(view):
    """Return a view that needs a login, and may leave by the errors of a form."""
    return only_signed_in(answered(view))


@posted(own, to="passkeys")
@password_again
def remove_own_passkey(request: HttpRequest, passkey: int) -> str:
    """Remove one of the account's passkeys."""
    removed = remove_passkey(user=request.user, pk=passkey)
    if removed is None:
        return "This passkey was removed already."
    log_account(request, "Passkey removed", request.user)
    note_of_account(user=request.user, said="Removed a passkey.")
    said = f"The passkey “{removed}” no longer works. You can also delete it on its device."
    if not SecondFactor.objects.filter(user=request.user).exists():
        said += " You now sign in with your password alone."
    return said


@posted(own, page=_page)
@password_again
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes, and show them once."""
    codes = renew_codes(user=request.user)
    log_account(request, "New recovery codes", request.user)
    note_of_account(user=request.user, said="Made new recovery codes.")
    return _codes(request, codes)


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "people/sign_in/recovery_codes.html", {"codes": codes})


@posted(behind_a_door)
def sign_in_passkey(request: HttpRequest) -> HttpResponse:
    """Ask for a passkey, and sign in with it. No password is needed."""
    if site_here(request) is None:
        return redirect("sign-in")
    if "credential" not in request.POST:
        return _ask(request, PasskeyForm())
    form = PasskeyForm(request.POST)
    try:
        passkey = used_passkey(request, form)
    except Locked as locked:
        return locked_out(request, None, {"username": locked.user.get_username()})
    if passkey is None:
        return _ask(request, form)
    request.session.pop(HALF, None)
    login(request, passkey.user, BY_PASSWORD)
    log_account(request, "Signed in with a passkey", passkey.user)
    return remember_account(request, redirect(page_after(request)), passkey.user)


def _ask(request: HttpRequest, form: PasskeyForm) -> HttpResponse:
    try:
        if not request.user.is_authenticated:
            count_challenge(client_address(request))
    except TooMany as why:
        page = {"title": "Too many sign-ins", "message": str(why)}
        answer = render(request, "errors/error.html", page, status=TOO_MANY)
        answer["Retry-After"] = str(why.seconds)
        return answer
    page = {"form": form, "next": request.POST.get("next", ""), "options": to_use(request)}
    template = "people/sign_in/sign_in_passkey.html"
    return render(request, template, page, status=status_of(form))
