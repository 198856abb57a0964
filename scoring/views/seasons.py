"""A club's seasons and their standings, and how strong its players are rated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.seasons import change_season, delete_season, make_season
from scoring.figures.rating import FEWEST_HANDS, PROVISIONAL
from scoring.forms.seasons import SeasonForm
from scoring.models import Club, Season
from scoring.models.ratings import rated_players
from scoring.permissions import LOOK, RUN, Actor, may
from scoring.sheets.listing import listing_pdf
from scoring.views.access import club_by_number
from scoring.views.season_page import season_context, season_listing, season_sheet
from scoring.views.sheets import paper_of, pdf_answer


@require_safe
@club_by_number(LOOK)
def seasons(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All seasons of the club."""
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "seasons": club.seasons.all(),
        "today": timezone.localdate(),
    }
    return render(request, "seasons/seasons.html", context)


@require_safe
@club_by_number(LOOK)
def season(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """Who stands where, and what decided (`?by=` sorts by another column)."""
    found, runs = get_object_or_404(club.seasons, pk=season), may(actor, RUN, club)
    try:
        context = season_context(found, by=request.GET.get("by"), runs=runs)
    except KeyError as unknown:
        raise Http404("This season has no such column.") from unknown
    return render(request, "seasons/season.html", {"club": club, "runs": runs} | context)


@require_safe
@club_by_number(LOOK)
def season_file(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """The standings as a spreadsheet."""
    found = get_object_or_404(club.seasons, pk=season)
    sheet = season_sheet(found, runs=may(actor, RUN, club))
    headers = {"Content-Disposition": f'attachment; filename="{sheet.file}"'}
    return HttpResponse(sheet.lines(club), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@club_by_number(LOOK)
def season_print(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """The standings on paper, to hang up."""
    found = get_object_or_404(club.seasons, pk=season)
    return pdf_answer(listing_pdf(season_listing(found), paper=paper_of(request)), found.name)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def make(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """A new season; this calendar year is suggested."""
    return _form(request, club, save=partial(make_season, club=club), told="{} is made.")


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def edit(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """The same page for a season that exists."""
    found = get_object_or_404(club.seasons, pk=season)
    save = partial(change_season, season=found, actor=actor)
    return _form(request, club, save=save, told="{} is changed.", season=found)


def _form(
    request: HttpRequest,
    club: Club,
    *,
    save: Callable[..., Season],
    told: str,
    season: Season | None = None,
) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form, status = SeasonForm(data, today=timezone.localdate(), season=season), 200
    if data is not None:
        status = 422
        if form.is_valid():
            try:
                saved = save(**form.what)
                messages.success(request, told.format(saved))
                return redirect("season", club.pk, saved.pk)
            except Refused as why:
                form.add_error(None, str(why))
                status = 409
    context = {"club": club, "runs": True, "season": season, "form": form}
    return render(request, "seasons/season_form.html", context, status=status)


@require_POST
@club_by_number(RUN)
def delete(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """Delete a season; what was played stays."""
    gone = delete_season(club=club, season=season, actor=actor)
    what = f"{gone} is deleted. Its evenings stay." if gone else "This season was deleted before."
    messages.success(request, what)
    return redirect("seasons", club.pk)


@require_safe
@club_by_number(LOOK)
def ratings(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """How strong everybody who still comes is rated, and what that means."""
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "rated": rated_players(club),
        "fewest": FEWEST_HANDS,
        "provisional": PROVISIONAL,
    }
    return render(request, "seasons/ratings.html", context)
