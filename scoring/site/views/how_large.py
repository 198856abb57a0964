"""Which request may be large: no form, but a backup that the site's owner brings.

It is known without the database and before the body is read.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.core.signing import BadSignature, TimestampSigner

BRING = "/site/backups/bring"
GOOD_FOR = timedelta(hours=12)


def bring_address(owner: AbstractBaseUser) -> str:
    """Return where a form that is made now, for this owner of the site, sends its backup."""
    return f"{BRING}?{_signer().sign(owner.pk)}"


def is_brought(path: str, query: str) -> bool:
    """Whether a request brings a backup and may be large: it goes to the one address for that, by
    a form that was made for an owner of the site today."""
    if path != BRING:
        return False
    try:
        _signer().unsign(query, max_age=GOOD_FOR)
    except BadSignature:
        return False
    return True


def _signer() -> TimestampSigner:
    """Return who signs: made when it is needed, since it asks for the site's key."""
    return TimestampSigner(salt="bring-backup")
