"""Require a second factor (two-step sign-in or a passkey) of every account, if the host of the site
has chosen so."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.people.models import SecondFactor

OPEN = {
    *("second-factor", "passkeys", "new-passkey", "remove-own-passkey", "recovery-codes"),
    *("sign-in", "sign-in-code", "sign-in-passkey", "sign-out", "password-change"),
    *("help", "help-page", "look"),
}
"""Names of the addresses that an account without a second factor can open."""
FIRST = "This site requires two-step sign-in. Turn it on here, or add a passkey under Passkeys."


class SecondFactorFirst:
    """Middleware: an account without a second factor is led to the page that turns one on. At a
    table it counts as no account, so that its phone goes on by the table's link."""

    def __init__(self, get_response) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view, args, kwargs) -> HttpResponse | None:
        if not settings.REQUIRE_SECOND_FACTOR or request.resolver_match.url_name in OPEN:
            return None
        if not request.user.is_authenticated:
            return None
        if SecondFactor.objects.filter(user=request.user).exists():
            return None
        if request.resolver_match.route.startswith("t/"):  # where a phone needs no account
            request.user = AnonymousUser()
            return None
        messages.warning(request, FIRST)
        return redirect("second-factor")
