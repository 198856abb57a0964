"""Addresses and secret links to hand out, and their QR codes."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scoring.common.codes import code_of
from scoring.common.pdf.code import Code
from scoring.common.pdf.qr import qr_code


def address_of(request: HttpRequest, name: str, *args) -> str:
    """Return a whole address that a phone can open."""
    return whole_address(request, reverse(name, args=args))


def whole_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path of the site."""
    return (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )


def only_here(address: str) -> bool:
    """Return whether an address works on this machine only."""
    return any(name in address for name in ("//127.0.0.1", "//localhost"))


def qr_of(address: str) -> SafeString:
    """Return the address as an inline SVG, without inline styles."""
    return mark_safe(
        qr_code(address).svg_inline(
            border=2, omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff"
        )
    )


def given_link(request: HttpRequest, page: str, link: models.Model | None, *, shown: bool) -> dict:
    """Return the context of templates/_given_link.html for a link to this page: its address and, if
    `shown`, its QR code. The address is empty without a link."""
    address = address_of(request, page, link.token) if link else ""
    return {"address": address, "qr": qr_of(address) if address and shown else "", "shown": shown}


def paper_code(request: HttpRequest, kind: str, number: int) -> Code:
    """Return the code of a record for a paper; `kind` is one of codes.KINDS."""
    signs = code_of(kind, number)
    return Code(signs=signs, address=address_of(request, "record", signs.replace("-", "")))


def coded(request: HttpRequest, paper, kind: str, number: int):
    """Return the content of a sheet with the code of its record added."""
    return replace(paper, code=paper_code(request, kind, number))
