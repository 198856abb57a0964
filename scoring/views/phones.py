"""Which phone writes: each has two signs of its own, by which a table's history tells it from
others."""

from __future__ import annotations

import re
import secrets

from django.http import HttpRequest, HttpResponse

PHONE = "phone"
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are taken for one another."""


def phone_of(request: HttpRequest) -> str:
    """Return the two signs of the phone that asks; nothing for one that is not known yet."""
    return known(request.COOKIES.get(PHONE, ""))


def known(told: str) -> str:
    """Return the signs if they can be those of a phone; else nothing."""
    return told if re.fullmatch(f"[{SIGNS}]{{2}}", told) else ""


def new_phone() -> str:
    """Return two signs for a phone that is not known yet."""
    return secrets.choice(SIGNS) + secrets.choice(SIGNS)


def remember(request: HttpRequest, response: HttpResponse, phone: str) -> HttpResponse:
    """Return the response with the cookie by which this phone is known again, at every table."""
    response.set_cookie(
        PHONE, phone, max_age=HALF_A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response
