"""Ask for a passkey on a page, and check the answer.

The page has what the browser needs in `data-options` (static/people/passkeys.js). The challenge in
it is kept in the session: one for each purpose, for a few minutes, and for one answer.
"""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from scoring.people.actions.passkeys import (
    OF_ANOTHER,
    UNKNOWN,
    new_challenge,
    options_to_add,
    options_to_use,
    passkey_in,
    use_passkey,
)
from scoring.people.forms.passkeys import TOO_LATE, PasskeyForm
from scoring.people.models import Passkey
from scoring.people.pure.passkey_site import PasskeySite, passkey_site
from scoring.people.views.security_log import count_wrong_try, log_account, may_try

ADD, USE = "add a passkey", "use a passkey"
CHALLENGE_FOR = 5 * 60
"""Seconds in which the answer must follow the page."""
STRANGER_FOR = 10 * 60
"""Seconds for which a browser without an account keeps its session."""


class Locked(Exception):
    """There were too many wrong tries for this account from here."""

    def __init__(self, user) -> None:
        super().__init__()
        self.user = user


def site_here(request: HttpRequest) -> PasskeySite | None:
    """Return where the passkeys of this site work, or None if it can't have any."""
    return passkey_site(settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}")


def to_add(request: HttpRequest, site: PasskeySite) -> str:
    """Return what the browser needs to create a passkey of the user, as JSON."""
    challenge = _begin(request, ADD)
    return json.dumps(options_to_add(site=site, user=request.user, challenge=challenge))


def to_use(request: HttpRequest, user=None) -> str:
    """Return what the browser needs to use a passkey, as JSON. With a `user` it is "" if they have
    none, and always if this site can't have any."""
    site = site_here(request)
    if site is None or (user is not None and not user.passkeys.exists()):
        return ""
    challenge = _begin(request, USE)
    return json.dumps(options_to_use(site=site, user=user, challenge=challenge))


def _begin(request: HttpRequest, purpose: str) -> str:
    challenge = new_challenge()
    request.session[purpose] = [challenge, int(timezone.now().timestamp())]
    if not request.user.is_authenticated:
        request.session.set_expiry(STRANGER_FOR)
    return challenge


def challenge_of(request: HttpRequest, purpose: str) -> tuple[PasskeySite, str] | None:
    """Return this site and the challenge that the session has for an answer, which is used up. It
    is None if there is none, or if it is too old."""
    challenge, at = request.session.pop(purpose, None) or ("", 0)
    site = site_here(request)
    soon = 0 <= timezone.now().timestamp() - at < CHALLENGE_FOR
    return (site, challenge) if site and soon else None


def used_passkey(request: HttpRequest, form: PasskeyForm, *, user=None) -> Passkey | None:
    """Return the passkey that a browser used, of this `user` if one is given. If it is None, the
    form says why. A passkey that is not accepted counts as a wrong password does. Raise Locked if
    there were too many."""
    held = challenge_of(request, USE)
    if not form.is_valid():
        return None
    sent = form.cleaned_data["credential"]
    passkey = passkey_in(sent)
    if held is None:
        form.add_error(None, TOO_LATE)
        return None
    if passkey is None or user not in {None, passkey.user}:
        log_account(request, "Unknown passkey", user)
        form.add_error(None, OF_ANOTHER if passkey else UNKNOWN)
        return None
    if not may_try(request, passkey.user):
        raise Locked(passkey.user)
    site, challenge = held
    if wrong := use_passkey(site=site, passkey=passkey, challenge=challenge, sent=sent):
        count_wrong_try(request, "Wrong passkey", passkey.user)
        form.add_error(None, wrong)
        return None
    return passkey
