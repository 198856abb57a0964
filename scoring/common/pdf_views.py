"""A sheet as an answer: which paper is asked for, and the PDF under its name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify


def paper_of(request: HttpRequest) -> str:
    """Return the paper that is asked for: "A4", or "Letter"."""
    return "Letter" if request.GET.get("paper", "").lower() == "letter" else "A4"


def pdf_answer(content: bytes, *name: object) -> HttpResponse:
    """Return a PDF that opens in the browser and is saved under its name."""
    title = slugify("-".join(map(str, name)))
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{title}.pdf"',
            "Cache-Control": "no-store",
        },
    )
