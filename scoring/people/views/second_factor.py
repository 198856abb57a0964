"""Turn the second factor of an account on or off, and ask for its code at sign-in."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_http_methods

from scoring.common.access import behind_a_door
from scoring.common.answers import CONFLICT, answered, or_show, status_of, valid
from scoring.common.qr_codes import qr_of
from scoring.people.actions.activity_log import note_of_account
from scoring.people.actions.second_factor import (
    WRONG_CODE,
    address_for_app,
    new_secret,
    turn_off,
    turn_on,
    use_code,
)
from scoring.people.forms.second_factor import CodeForm, SetUpForm
from scoring.people.models import SecondFactor
from scoring.people.views.locking import BY_PASSWORD, remember_account
from scoring.people.views.passkey_use import to_use
from scoring.people.views.password_again import password_again
from scoring.people.views.security_log import count_wrong_try, log_account, may_try
from scoring.people.views.sign_in import HALF, locked_out, only_signed_in

HALF_FOR = 10 * 60
"""Seconds in which the code must follow the password."""


@require_http_methods(["GET", "HEAD", "POST"])
@only_signed_in
@password_again
@answered
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show whether the account has a second factor, and turn it on or off."""
    if request.method != "POST":
        return _page(request, SetUpForm(initial={"sealed": new_secret(request.user)}))
    if "off" in request.POST:
        return _off(request, CodeForm(request.POST))
    form = SetUpForm(request.POST)
    if not settings.HTTPS:
        return _page(request, form, status=CONFLICT)
    with or_show(partial(_page, request, form), form, "code"):
        codes = turn_on(user=request.user, **valid(form))
    _note(request, "on")
    messages.success(request, "Two-step sign-in is on.")
    if codes:
        return render(request, "people/sign_in/recovery_codes.html", {"codes": codes})
    return redirect("second-factor")


def _off(request: HttpRequest, form: CodeForm) -> HttpResponse:
    """Turn it off with a code, so that a stranger who knows the password can't."""
    user = request.user
    if not SecondFactor.objects.filter(user=user).exclude(sealed="").exists():
        return redirect("second-factor")
    if not may_try(request, user):
        return locked_out(request, None, {"username": user.get_username()})
    if not _is_right(request, form, user):
        return _page(request, form)
    turn_off(user=user)
    _note(request, "off")
    messages.success(request, "Two-step sign-in is off.")
    return redirect("second-factor")


def _note(request: HttpRequest, now: str) -> None:
    log_account(request, f"Second factor {now}", request.user)
    note_of_account(user=request.user, said=f"Turned {now} two-step sign-in.")


def _is_right(request: HttpRequest, form: CodeForm, user) -> bool:
    """Return whether the form has a valid code, which is then used up. A wrong one counts as a
    wrong password does."""
    if not form.is_valid():
        return False
    if use_code(user=user, code=form.cleaned_data["code"]):
        return True
    count_wrong_try(request, "Wrong code", user)
    form.add_error("code", WRONG_CODE)
    return False


def _page(
    request: HttpRequest,
    form: CodeForm,
    *,
    status: int | None = None,
) -> HttpResponse:
    factor = SecondFactor.objects.filter(user=request.user).exclude(sealed="").first()
    page = {"form": form, "factor": factor, "https": settings.HTTPS}
    if factor is None and settings.HTTPS:
        given = address_for_app(sealed=form["sealed"].value() or "", user=request.user)
        if given is None:
            return redirect("second-factor")
        page |= {"secret": given[0], "address": given[1], "qr": qr_of(given[1])}
    template = "people/sign_in/second_factor.html"
    return render(request, template, page, status=status or status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code after a right password, and sign in."""
    user, back = _half_signed_in(request)
    if user is None:
        return redirect("sign-in")
    if request.method != "POST":
        return _ask(request, CodeForm(), user, back)
    if not may_try(request, user):
        return locked_out(request, None, {"username": user.get_username()})
    form = CodeForm(request.POST)
    if not _is_right(request, form, user):
        return _ask(request, form, user, back)
    del request.session[HALF]
    login(request, user, BY_PASSWORD)
    log_account(request, "Signed in with a code", user)
    return remember_account(request, redirect(back), user)


def _ask(request: HttpRequest, form: CodeForm, user, back: str) -> HttpResponse:
    page = {
        "form": form,
        "has_app": SecondFactor.objects.filter(user=user).exclude(sealed="").exists(),
        "has_passkeys": user.passkeys.exists(),
        "options": to_use(request, user),
        "next": back,
    }
    return render(request, "people/sign_in/sign_in_code.html", page, status=status_of(form))


def _half_signed_in(request: HttpRequest) -> tuple[User | None, str]:
    """Return the account whose password was right in this browser a short while ago, and the page
    to open after the code. The account is None if its password was changed since."""
    pk, at, hashed, back = request.session.get(HALF) or (None, 0, "", "")
    user = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not 0 <= timezone.now().timestamp() - at < HALF_FOR:
        return None, ""
    same = constant_time_compare(user.get_session_auth_hash(), hashed)
    return (user, back) if same else (None, "")
