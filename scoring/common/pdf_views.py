"""Return a sheet as a PDF response, on the club's paper and with a file name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

SIZES = {"a4": "A4", "letter": "Letter"}
TO_THE_CLUB = ("league", "session", "club")


def paper_of(request: HttpRequest) -> str:
    """Return the paper that is asked for (`?paper=`), "A4" or "Letter"; otherwise that of the club
    whose page it is, which an access decorator noted (`request.about`)."""
    asked = SIZES.get(request.GET.get("paper", "").lower())
    club = getattr(request, "about", None)
    for way in TO_THE_CLUB:
        club = getattr(club, way, club)
    return asked or getattr(club, "paper", SIZES["a4"])


def pdf_answer(
    request: HttpRequest, draw: Callable[..., bytes], *values: Any, name: Iterable[object]
) -> HttpResponse:
    """Return what `draw` makes of these values on the club's paper, as a PDF of this name that
    opens in the browser."""
    title = slugify("-".join(map(str, name)))
    return HttpResponse(
        draw(*values, paper=paper_of(request)),
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{title}.pdf"',
            "Cache-Control": "no-store",
        },
    )
