"""Signing in, and changing one's password. django-axes counts wrong tries; the messages are
here."""

from __future__ import annotations

from functools import wraps

from django.contrib import messages
from django.contrib.auth import views as auth
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils import timezone

from scoring.common.access import kept_nowhere
from scoring.common.answers import status_of
from scoring.common.dates import clock
from scoring.euchre.wording import counted
from scoring.people.forms.sign_in import NewPasswordForm, SignInForm
from scoring.people.views.locking import Lock, lock_of, remember_account

WHAT_IS_LOCKED = {
    "name here": "“{name}” can’t sign in from here for the next {minutes}. Try again at {time}.",
    "address": "Too many wrong passwords came from this network. New browsers here can’t sign in "
    "for "
    "the next {minutes}. Try again at {time}.",
    "name": "Too many wrong passwords were entered for “{name}”. New browsers can’t sign in with "
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


def locked_out(request: HttpRequest, response: HttpResponse, credentials: dict) -> HttpResponse:
    """429: too many passwords were wrong for this name, from this address, or both."""
    lock = lock_of(request, credentials) or Lock(until=timezone.now(), of="name here")
    left = max(1, round((lock.until - timezone.now()).total_seconds()))
    said = {
        "name": credentials["username"],
        "minutes": counted(-(-left // 60), "minute"),
        "time": clock(lock.until),
    }
    page = {
        "title": "Too many wrong passwords",
        "message": WHAT_IS_LOCKED[lock.of].format(**said),
        "kept": f"{STILL_OPEN[lock.of]} {FORGOT}",
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

    def form_valid(self, form) -> HttpResponse:
        messages.success(self.request, "Password changed. Every other browser is signed out.")
        return super().form_valid(form)

    def form_invalid(self, form) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=status_of(form))


class SignIn(auth.LoginView):
    """Signing in; from then on the browser is known to the account."""

    def form_valid(self, form) -> HttpResponse:
        return remember_account(self.request, super().form_valid(form), form.get_user())


sign_in = SignIn.as_view(
    template_name="people/sign_in/sign_in.html", authentication_form=SignInForm
)
change_password = only_signed_in(PasswordChange.as_view())
