"""The cookies by which a phone is known again.

On a site with HTTPS the name of each begins with `__Host-`, so that neither plain HTTP nor another
host name can set it. A browser refuses such a name without HTTPS, so a hall uses the plain names.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core import signing
from django.http import HttpRequest, HttpResponse


def cookie_name(name: str) -> str:
    """Return the name that a cookie has on this site."""
    return settings.COOKIE_PREFIX + name


def remember(
    request: HttpRequest, response: HttpResponse, name: str, value: str, *, seconds: int
) -> HttpResponse:
    """Return the response with a cookie that only the site reads, on its own pages."""
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=seconds,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS or request.is_secure(),
    )
    return response


def remember_signed(
    request: HttpRequest, response: HttpResponse, name: str, value: str, *, seconds: int
) -> HttpResponse:
    """Return the response with a cookie, as `remember` does, that no one else can make."""
    signed = signing.get_cookie_signer(salt=cookie_name(name)).sign(value)
    return remember(request, response, name, signed, seconds=seconds)


def kept(request: HttpRequest, name: str) -> str:
    """Return the value of a cookie, or "" without one."""
    return request.COOKIES.get(cookie_name(name), "")


def kept_signed(request: HttpRequest, name: str, *, seconds: int) -> str:
    """Return the value of a signed cookie, or "" if it is older than this or not ours."""
    return request.get_signed_cookie(cookie_name(name), default="", max_age=seconds)


def forget(response: HttpResponse, name: str) -> None:
    """Delete a cookie."""
    response.delete_cookie(cookie_name(name))


class _MessageCookie(CookieStorage):
    """Messages in a cookie that is named like the others."""

    @property
    def cookie_name(self) -> str:
        return cookie_name("messages")


class MessageStorage(FallbackStorage):
    """Messages for the next page, in a cookie, or in the session where they are too long for it."""

    storage_classes = (_MessageCookie, SessionStorage)
