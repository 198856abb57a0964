"""The pad as an app of the phone: the service worker that opens it, or a captain's night, without a
network, and its manifest."""

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
from scoring.table.models import Table

FILES = (
    "pad.css",
    "pad.js",
    "handover.js",
    "laws.js",
    "icon.svg",
    "fonts/BowerSans-Regular-latin.woff2",
    "fonts/BowerSans-SemiBold-latin.woff2",
    "fonts/Vollkorn-Italic-latin.woff2",
    "fonts/Vollkorn-Regular-latin.woff2",
    "fonts/Vollkorn-SemiBold-latin.woff2",
    "vendor/lean-qr-2.7.4.mjs",
)
"""What a pad is made of, or may bring while it is open."""
NIGHT = (
    "page.css",
    "league/night.css",
    "night.js",
    "icon.svg",
    "fonts/BowerSans-Regular-latin.woff2",
    "fonts/BowerSans-SemiBold-latin.woff2",
    "fonts/Vollkorn-Italic-latin.woff2",
    "fonts/Vollkorn-Regular-latin.woff2",
    "fonts/Vollkorn-SemiBold-latin.woff2",
)
"""What a captain's page of a night is made of."""
KEPT = {
    "/t/": {"name": "pad", "pages": r"^/t/[-\w]+/$", "files": FILES},
    "/team/": {"name": "night", "pages": r"^/team/[-\w]+/matches/\d+/$", "files": NIGHT},
}
"""Which pages the worker keeps below which addresses, how they name themselves, and their files."""
PAPER = "#f5efe1"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/192.png", "192x192", "image/png", "any"),
    ("icons/512.png", "512x512", "image/png", "any"),
    ("icons/maskable.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, type, purpose. The last may be cut to any shape: its picture stands in the
middle."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker's script, which names this build and its files: a new one is installed
    with each."""
    kept = {
        scope: {**one, "files": [static(file) for file in one["files"]]}
        for scope, one in KEPT.items()
    }
    kept["/t/"]["away"] = render_to_string("table/away.html")
    site = {"build": settings.BUILD_ID, "kept": kept}
    script = Path(finders.find("queue/worker.js")).read_text(encoding="utf-8")
    return HttpResponse(
        f"const SITE = {json.dumps(site)};\n{script}",
        content_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
@by_link(LOOK)
def manifest(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """What a phone needs to know to put this table's pad among its apps."""
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
