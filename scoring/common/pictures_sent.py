"""Decide which form may bring pictures, and so be larger than others. Only one that was made for
a person who may enter scores.

This is known without a query, before the body is read.
"""

from __future__ import annotations

import re
from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner

ADDRESS = re.compile(r"/sessions/\d{1,18}/tournament/pictures/add", re.ASCII)
GOOD_FOR = timedelta(hours=24)
LARGEST = 40_000_000
"""Bytes of such a form."""
SECONDS = 300.0
"""For its body to arrive."""
PATIENCE = 240.0
"""Seconds that it waits while other pictures are read."""


def signed(address: str) -> str:
    """Return where a form that is made now sends its pictures."""
    return f"{address}?{_signer().sign(address).removeprefix(f'{address}:')}"


def brings_pictures(path: str, query: str) -> bool:
    """Return whether a request may bring pictures. It must go to an address that `signed` gave
    today."""
    if not ADDRESS.fullmatch(path):
        return False
    try:
        _signer().unsign(f"{path}:{query}", max_age=GOOD_FOR)
    except BadSignature:
        return False
    return True


def _signer() -> TimestampSigner:
    """Return the signer. It is made on first use, since it needs the site's key."""
    return TimestampSigner(salt="bring-pictures")
