"""Decide which request may be large. Forms may not, but the upload of a backup by the site's owner
may.

This is known without a query, before the body is read.
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
    """Return whether a request uploads a backup and may be large. It must go to that one address,
    with a form made for an owner of the site today."""
    if path != BRING:
        return False
    try:
        _signer().unsign(query, max_age=GOOD_FOR)
    except BadSignature:
        return False
    return True


def _signer() -> TimestampSigner:
    """Return the signer. It is made on first use, since it needs the site's key."""
    return TimestampSigner(salt="bring-backup")
