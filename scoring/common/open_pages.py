"""Public pages: no login or link is needed, and a 304 costs one query."""

from __future__ import annotations

from zlib import crc32

from django.http import HttpRequest, HttpResponse

from scoring.common import polling
from scoring.common.cookies import kept
from scoring.common.tonight import tonight

EMBED = "embed"


def seen_as(request: HttpRequest, version: int | str, *, piece: bool = False) -> str:
    """Return the tag of a public page, which depends on its address, its look and which night is
    on."""
    what = (request.get_full_path(), kept(request, "look"), piece, tonight())
    seen = crc32(repr(what).encode())
    return polling.tag(version, seen)


def framed_if_asked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the page. With `?embed` in the address, other sites may show it in a frame."""
    if EMBED in request.GET:
        response.xframe_options_exempt = True
        response._csp_replace = {"frame-ancestors": ["*"]}  # as csp.decorators.csp_replace does
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
