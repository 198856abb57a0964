"""A player's own page: how he played, over the years or in one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.models import Club
from scoring.permissions import LOOK, RUN, Actor, may
from scoring.sheets.player_year import player_year_pdf
from scoring.views.access import club_by_number
from scoring.views.career_page import career_context
from scoring.views.player_papers import player_year
from scoring.views.sheets import paper_of, pdf_answer


@require_safe
@club_by_number(LOOK)
def player(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """His closed evenings added up; `?year=2026` shows one year."""
    found = get_object_or_404(club.players.select_related("club"), pk=player)
    runs = may(actor, RUN, club)
    context = career_context(found, year=_year(request), money=runs)
    return render(request, "players/player.html", context | {"runs": runs})


@require_safe
@club_by_number(LOOK)
def sheet(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """The same on paper."""
    found = get_object_or_404(club.players.select_related("club"), pk=player)
    year = _year(request)
    content = player_year_pdf(player_year(found, year=year), paper=paper_of(request))
    return pdf_answer(content, found.name, year or "")


def _year(request: HttpRequest) -> int | None:
    asked = request.GET.get("year", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) == 4):
        raise Http404
    return int(asked)
