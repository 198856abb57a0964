"""Return a sheet as a PDF response, on the chosen paper and with a file name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify


def paper_of(request: HttpRequest) -> str:
    """Return the chosen paper, "A4" or "Letter"."""
    return "Letter" if request.GET.get("paper", "").lower() == "letter" else "A4"


def pdf_answer(
    request: HttpRequest, draw: Callable[..., bytes], *values: Any, name: Iterable[object]
) -> HttpResponse:
    """Return what `draw` makes of these values on the paper that is asked for, as a PDF of this
    name that opens in the browser."""
    title = slugify("-".join(map(str, name)))
    return HttpResponse(
        draw(*values, paper=paper_of(request)),
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{title}.pdf"',
            "Cache-Control": "no-store",
        },
    )
