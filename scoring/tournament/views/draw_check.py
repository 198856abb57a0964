"""A page to download that checks the draw of round 1 without a server."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.text import slugify

from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.draw import fills_in_order
from scoring.tournament.pure.here import here


def checking_page(tournament: Tournament, now: values.Tournament, *, shown: bool) -> HttpResponse:
    """Return the page, complete in one file. Raise Http404 if the draw can't be checked, or isn't
    `shown` to this person yet."""
    if not (shown and now.draw):
        raise Http404
    script = Path(finders.find("tournament/draw-check.js")).read_text(encoding="utf-8")
    page = render_to_string(
        "tournament/draw_check.html",
        {
            "tournament": tournament,
            "draw": now.draw,
            "numbers": here(now, 1),
            "in_order": fills_in_order(now),
            "six": now.format.seats_six,
            "script": script,
        },
    )
    name = slugify(f"draw-{tournament.session.played_on}-{tournament.session.title}")
    saved = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return HttpResponse(page, headers=saved)
