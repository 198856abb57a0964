"""Pages that are open to all: nobody is asked who they are, and a 304 costs one query."""

from __future__ import annotations

from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scoring.common import polling

EMBED = "embed"


def seen_as(request: HttpRequest, version: int | str, *, piece: bool = False) -> str:
    """Return the tag of an open page at an address, in a look, on a day: the next night is of a
    day."""
    what = (request.get_full_path(), request.COOKIES.get("look", ""), piece)
    seen = crc32(repr(what).encode())
    return polling.tag(version, timezone.localdate(), seen)


def framed_if_asked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the page, which may stand in a frame of any site where `?embed` asks
    for it."""
    if EMBED in request.GET:
        response.xframe_options_exempt = True
        response._csp_replace = {"frame-ancestors": ["*"]}  # as csp.decorators.csp_replace does
    return response
