"""Ask for the password, or a passkey, again before an action that a stranger at an open laptop
could misuse."""

from __future__ import annotations

from functools import wraps

from axes.helpers import get_lockout_response
from django.contrib.auth import HASH_SESSION_KEY, authenticate
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from scoring.common.answers import UNPROCESSABLE
from scoring.people.forms.passkeys import PasskeyForm
from scoring.people.queries.sign_ins import CONFIRMED
from scoring.people.views.passkey_use import Locked, to_use, used_passkey
from scoring.people.views.security_log import log_account

GOOD_FOR = 15 * 60
"""Seconds after a sign-in or a right password in which no password is asked for."""
FIELD, PASSKEY = "password_again", "passkey_again"


def password_again(view):
    """Return a view whose form needs the password or a passkey if that was last given a while ago.
    What was typed goes on with it."""

    @sensitive_post_parameters(FIELD)
    @wraps(view)
    def inner(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.method != "POST" or _is_fresh(request):
            return view(request, *args, **kwargs)
        sent = request.POST.copy()
        typed, shown = ("".join(sent.pop(name, [])) for name in (FIELD, PASSKEY))
        request.POST = sent  # axes stores what was sent with a wrong password
        try:
            wrong = _why_wrong(request, typed, shown)
        except Locked as locked:
            whose = {"username": locked.user.get_username()}
            return get_lockout_response(request, credentials=whose)
        if wrong is None:
            return view(request, *args, **kwargs)
        return _ask(request, sent, wrong=wrong)

    return inner


def password_first(view):
    """Return a view of a page or a file that holds secrets. It opens after the password is entered
    if that was last done a while ago."""

    @password_again
    def opened(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.method == "POST":
            return redirect(request.get_full_path())
        return view(request, *args, **kwargs)

    @wraps(view)
    def inner(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.method == "POST" or _is_fresh(request):
            return opened(request, *args, **kwargs)
        return _ask(request, request.POST, wrong="")

    return inner


def _now() -> int:
    return int(timezone.now().timestamp())


def _is_fresh(request: HttpRequest) -> bool:
    if not request.user.is_authenticated:
        return True  # whoever has no account came in by a link, and has no password
    since = _now() - request.session.get(CONFIRMED, 0)
    return 0 <= since < GOOD_FOR


def _why_wrong(request: HttpRequest, password: str, shown: str) -> str | None:
    """Return what is wrong with the password or the passkey, as a sentence, which is empty if there
    was neither. It is None if the user gave the right one. A wrong one counts as a wrong sign-in
    does. Raise Locked if there were too many."""
    if shown:
        return _why_wrong_passkey(request, shown)
    if not password:
        return ""
    found = authenticate(request, username=request.user.get_username(), password=password)
    if found is None or found != request.user:
        log_account(request, "Wrong password", request.user)
        return "This password is wrong. Enter it again."
    _confirm(request, found)
    return None


def _why_wrong_passkey(request: HttpRequest, shown: str) -> str | None:
    form = PasskeyForm({"credential": shown})
    passkey = used_passkey(request, form, user=request.user)
    if passkey is None:
        return next(iter(form.errors.values()))[0]
    _confirm(request, passkey.user)
    return None


def _confirm(request: HttpRequest, user) -> None:
    """Store that the password was right just now. The session keeps its key, as other tabs and a
    second tap use it. It is stored before the action, which may take long or fail."""
    session = request.session
    session[CONFIRMED] = _now()
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()  # a stronger hash may be new
    try:
        session.save()
    except UpdateError as ended:
        raise SessionInterrupted("Signed out meanwhile.") from ended
    session.modified = False


def _ask(request: HttpRequest, sent, *, wrong: str) -> HttpResponse:
    fields = [
        (name, value)
        for name, values in sent.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
    page = {
        "to": request.get_full_path(),
        "fields": fields,
        "field": FIELD,
        "passkey": PASSKEY,
        "options": to_use(request, request.user),
        "wrong": wrong,
    }
    status = UNPROCESSABLE if wrong else 200
    return render(request, "people/sign_in/password_again.html", page, status=status)
