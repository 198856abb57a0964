"""Signing in and out, where an account is signed in, and changing one's password. django-axes
counts wrong tries; the messages are here."""

from __future__ import annotations

from contextlib import suppress
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.auth import views as auth
from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.common.access import kept_nowhere
from scoring.common.answers import status_of
from scoring.common.local_time import clock
from scoring.euchre.wording import counted
from scoring.people.actions.activity_log import note_of_account
from scoring.people.actions.sign_ins import sign_out_elsewhere, sign_out_of
from scoring.people.forms.sign_in import LONGEST_USERNAME, NewPasswordForm, SignInForm
from scoring.people.models import SecondFactor
from scoring.people.queries.sign_ins import SEEN, sign_ins_of
from scoring.people.views.locking import Lock, lock_of, remember_account
from scoring.people.views.passkey_use import site_here
from scoring.people.views.password_again import password_again
from scoring.people.views.security_log import count_wrong_try, log_account, may_try

HOUR = 3600
HALF = "half signed in"
"""In a session: the account whose password was right, and which still needs a code."""

WHAT_IS_LOCKED = {
    "name here": "“{name}” can’t sign in from here for the next {minutes}. Try again at {time}.",
    "address": "Too many wrong tries came from this network. New browsers here can’t sign in "
    "for "
    "the next {minutes}. Try again at {time}.",
    "name": "There were too many wrong tries for “{name}”. New browsers can’t sign in with "
    "this "
    "name for the next {minutes}. Try again at {time}.",
}
STILL_OPEN = {
    "name here": "Tables, codes and other user names work as before. People who are signed in stay "
    "signed in.",
    "address": "Browsers that signed in before can still sign in. Tables and codes work as "
    "before, and people who are signed in stay signed in.",
}
STILL_OPEN["name"] = STILL_OPEN["address"]
FORGOT = "Forgot your password? Ask an owner of your club for a link to choose a new one."
NO_CODE = (
    "Lost your phone? Sign in with a recovery code, or ask the host of the site to turn two-step "
    "sign-in off."
)


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict
) -> HttpResponse:
    """429: too many passwords or codes were wrong for this name, from this address, or both."""
    lock = lock_of(request, credentials) or Lock(until=timezone.now(), of="name here")
    log_account(request, f"Sign-in locked ({lock.of})", _account_called(credentials["username"]))
    left = max(1, round((lock.until - timezone.now()).total_seconds()))
    said = {
        "name": credentials["username"],
        "minutes": counted(-(-left // 60), "minute"),
        "time": clock(lock.until),
    }
    coded = {"code", "credential"} & request.POST.keys()
    page = {
        "title": "Too many wrong tries",
        "message": WHAT_IS_LOCKED[lock.of].format(**said),
        "kept": f"{STILL_OPEN[lock.of]} {NO_CODE if coded else FORGOT}",
    }
    answer = render(request, "errors/error.html", page, status=429)
    answer["Retry-After"] = str(left)
    return kept_nowhere(answer)


def only_signed_in(view):
    """Return a view that needs a login, of any user."""

    @wraps(view)
    def inner(request, *args, **kwargs):
        if not request.user.is_authenticated:
            raise PermissionDenied("Sign in first.")
        return kept_nowhere(view(request, *args, **kwargs))

    return inner


class PasswordChange(auth.PasswordChangeView):
    """One's own password; Django signs out every other browser of the account."""

    template_name = "people/sign_in/password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("front")

    def post(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if not may_try(request, request.user):
            return locked_out(request, None, {"username": request.user.get_username()})
        return super().post(request, *args, **kwargs)

    def form_valid(self, form) -> HttpResponse:
        user = self.request.user
        messages.success(self.request, "Password changed. Every other browser is signed out.")
        response = super().form_valid(form)
        sign_out_elsewhere(user=user, here=self.request.session.session_key)
        note_of_account(user=user, said="Changed their password.")
        log_account(self.request, "Password changed", user)
        return response

    def form_invalid(self, form) -> HttpResponse:
        if form.has_error("old_password", "password_incorrect"):
            count_wrong_try(self.request, "Wrong password", self.request.user)
        return self.render_to_response(self.get_context_data(form=form), status=status_of(form))


class SignIn(auth.LoginView):
    """Signing in; from then on the browser is known to the account."""

    def form_valid(self, form) -> HttpResponse:
        user = form.get_user()
        if SecondFactor.objects.filter(user=user).exists():
            now, hashed = int(timezone.now().timestamp()), user.get_session_auth_hash()
            self.request.session[HALF] = [user.pk, now, hashed, self.get_success_url()]
            return redirect("sign-in-code")
        log_account(self.request, "Signed in", user)
        return remember_account(self.request, super().form_valid(form), user)

    def get_context_data(self, **context) -> dict:
        return super().get_context_data(
            passkeys_here=site_here(self.request) is not None, **context
        )

    def form_invalid(self, form) -> HttpResponse:
        if {"username", "password"} <= form.cleaned_data.keys():
            found = _account_called(form.cleaned_data["username"])
            log_account(self.request, "Wrong password", found)
        return super().form_invalid(form)


def page_after(request: HttpRequest) -> str:
    """Return the address that a form of signing in leads to."""
    view = SignIn()
    view.setup(request)
    return view.get_success_url()


class SignOut(auth.LogoutView):
    """Signing out. With HTTPS, the browser also deletes its cached pages. Its storage and its
    cookies stay, as unsent hands and the phone's own pages are there."""

    def post(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            log_account(request, "Signed out", request.user)
        response = super().post(request, *args, **kwargs)
        if settings.HTTPS:
            response["Clear-Site-Data"] = '"cache"'
        return response


def _account_called(name: str):
    return get_user_model().objects.filter(username=name[:LONGEST_USERNAME]).first()


@require_http_methods(["GET", "HEAD", "POST"])
@only_signed_in
@password_again
def signed_in_on(request: HttpRequest) -> HttpResponse:
    """Show where the user is signed in, and sign them out there."""
    own = {"user": request.user, "here": request.session.session_key}
    if request.method != "POST":
        page = {"sign_ins": sign_ins_of(request.user, here=own["here"])}
        return render(request, "people/sign_in/signed_in_on.html", page)
    if "browser" in request.POST:
        ended = sign_out_of(**own, id=request.POST["browser"])
        said = f"Signed out of {ended.device}." if ended else "That browser is signed out already."
    else:
        said = f"Signed out of {counted(sign_out_elsewhere(**own), 'other browser')}."
    log_account(request, said, request.user)
    messages.success(request, said)
    return redirect("signed-in-on")


def note_when_seen(get_response):
    """Middleware: note down once an hour that a signed-in browser was used."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session, now = request.session, int(timezone.now().timestamp())
        if not session.accessed or session.modified or SESSION_KEY not in session:
            return response
        if not 0 <= now - session.get(SEEN, 0) < HOUR:
            session[SEEN] = now
            with suppress(DatabaseError, UpdateError):  # the page is not lost for this
                session.save()
            session.modified = False
        return response

    return answer


sign_in = SignIn.as_view(
    template_name="people/sign_in/sign_in.html", authentication_form=SignInForm
)
sign_out = SignOut.as_view()
change_password = only_signed_in(PasswordChange.as_view())
