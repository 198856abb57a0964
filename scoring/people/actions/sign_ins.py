"""Store when and where an account signed in, and sign it out elsewhere."""

from __future__ import annotations

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.utils import timezone

from scoring.people.queries.sign_ins import CONFIRMED, SEEN, SINCE, SignedIn, sign_ins_of


class SessionStore(db.SessionStore):
    """Django's sessions. One of an account also has the times of its sign-in."""

    def create_model_instance(self, data: dict) -> Session:
        if SESSION_KEY in data:
            now = int(timezone.now().timestamp())
            for name in (SINCE, SEEN):
                data.setdefault(name, now)
        return super().create_model_instance(data)


@receiver(user_logged_in)
def _confirm(request, **about) -> None:
    """Note in a new sign-in that the password was right just now. Older sessions don't know. It
    lasts as long as any, even if it began on a page that asked a stranger for a passkey."""
    request.session[CONFIRMED] = int(timezone.now().timestamp())
    request.session.set_expiry(None)


def sign_out_of(*, user, id: str, here: str | None) -> SignedIn | None:
    """Sign an account out in one other browser, and return which. It is None if it is signed out
    there already."""
    found = next((one for one in sign_ins_of(user, here=here) if one.id == id), None)
    if found is None or found.here:
        return None
    Session.objects.filter(pk=found.key).delete()
    return found


def sign_out_elsewhere(*, user, here: str | None) -> int:
    """Sign an account out in all browsers but this one. Return in how many it was."""
    others = [one.key for one in sign_ins_of(user, here=here) if not one.here]
    return Session.objects.filter(pk__in=others).delete()[0]
