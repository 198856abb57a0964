"""Public pages: no login or link is needed, and a 304 costs one query."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.safestring import SafeString

from scoring.common import polling
from scoring.common.cookies import kept
from scoring.common.qr_codes import whole_address
from scoring.common.tonight import tonight

EMBED = "embed"
PICTURE, SIDE = "icons/512.png", 512


@dataclass(frozen=True, kw_only=True)
class Shared:
    """What a messenger shows of a public page (Open Graph, templates/_shared.html)."""

    title: str
    says: str
    address: str
    picture: str
    side: int = SIDE
    event: SafeString | str = ""
    """The script with its SportsEvent, if the page is about one club night."""


def shared(
    request: HttpRequest, path: str, *, title: str, says: str, event: SafeString | str = ""
) -> Shared:
    """Return the preview of the page of this path, with the site's own picture. Drawing one for
    each page would cost too much, because any stranger may ask for it."""
    picture = whole_address(request, static(PICTURE))
    address = whole_address(request, path)
    return Shared(title=title, says=says, address=address, picture=picture, event=event)


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
