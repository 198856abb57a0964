"""The pad as an app of the phone, with the service worker that opens it offline, and its
manifest."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.common.permissions import LOOK, Actor
from scoring.table.access import by_link
from scoring.table.hooks import KeptPages, kept_pages
from scoring.table.models import Table

PADS = KeptPages(
    scope="/t/",
    name="pad",
    pattern=r"^/t/[-\w]+/$",
    files=("pad.css", "pad.js", "own.js", "handover.js", "laws.js", "vendor/lean-qr-2.7.4.mjs"),
    away="table/away.html",
)
SHARED = (
    "icon.svg",
    "fonts/BowerSans-Regular-latin.woff2",
    "fonts/BowerSans-SemiBold-latin.woff2",
    "fonts/Vollkorn-Italic-latin.woff2",
    "fonts/Vollkorn-Regular-latin.woff2",
    "fonts/Vollkorn-SemiBold-latin.woff2",
)
"""What every page has."""
PAPER = "#f5efe1"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/192.png", "192x192", "image/png", "any"),
    ("icons/512.png", "512x512", "image/png", "any"),
    ("icons/maskable.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, type, purpose. The last may be cut to any shape, so its picture is in the middle."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker's script, which names this build and its files, so that each build
    installs a new one."""
    site = {
        "build": settings.BUILD_ID,
        "kept": {
            one.scope: {
                "name": one.name,
                "pattern": one.pattern,
                "files": [static(file) for file in (*one.files, *SHARED)],
                "away": render_to_string(one.away) if one.away else "",
            }
            for one in (PADS, *kept_pages())
        },
    }
    script = Path(finders.find("queue/worker.js")).read_text(encoding="utf-8")
    return HttpResponse(
        f"const SITE = {json.dumps(site)};\n{script}",
        content_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
@by_link(LOOK)
def manifest(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The facts with which a phone installs this table's pad as an app."""
    given = {
        "name": "Bowerbook",
        "short_name": "Bowerbook",
        "description": f"The score book of {table}",
        "start_url": reverse("pad", args=[actor.link.token]),
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [
            {"src": static(file), "sizes": sizes, "type": type, "purpose": purpose}
            for file, sizes, type, purpose in ICONS
        ],
    }
    return JsonResponse(given, content_type="application/manifest+json")
