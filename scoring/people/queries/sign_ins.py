"""Where an account is signed in. Each sign-in is a session of Django's, with its times and device.

Only people with a role sign in, so the sessions of a site are few, and reading all is quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

DEVICE, SINCE, SEEN, CONFIRMED = "device", "since", "seen", "confirmed"
"""What a session knows: the device in words, and in seconds when the user signed in, was last seen,
and last entered the password."""


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """A browser in which an account is signed in."""

    id: str
    """Identifies it on a page. Unlike the key of its session, it gives no access."""
    key: str
    device: str
    since: datetime
    seen: datetime
    here: bool


def sign_ins_of(user, *, here: str | None = None) -> list[SignedIn]:
    """Return the browsers where an account is signed in: the one with the session key `here` first,
    then the last seen first."""
    found = []
    for one in Session.objects.filter(expire_date__gt=timezone.now()):
        data = one.get_decoded()
        if data.get(SESSION_KEY) != str(user.pk):
            continue
        found.append(
            SignedIn(
                id=sha256(one.session_key.encode()).hexdigest()[:16],
                key=one.session_key,
                device=data.get(DEVICE, "A browser"),
                since=datetime.fromtimestamp(data.get(SINCE, 0), UTC),
                seen=datetime.fromtimestamp(data.get(SEEN, 0), UTC),
                here=one.session_key == here,
            )
        )
    return sorted(found, key=lambda one: (one.here, one.seen), reverse=True)
