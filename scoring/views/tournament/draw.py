"""A round's page: the draw before it is told, and two who are swapped; then its tables with their
results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.tournament import draw as verbs
from scoring.forms.tournament.director import DrawForm
from scoring.forms.tournament.draw import SeenForm, SwapForm
from scoring.models import Round, Tournament
from scoring.permissions import RUN, WRITE, Actor
from scoring.views.tournament.director import director_page
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.draw_page import numbers_in, round_context


@require_POST
@tournament_by_number(RUN)
def draw(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Draw the next round, and lead to it: nobody is told yet."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        return director_page(request, tournament, actor, message=form.complaint, status=422)
    try:
        drawn = verbs.draw(tournament=tournament, **form.cleaned_data)
    except Refused as why:
        return director_page(request, tournament, actor, message=str(why), status=409)
    return redirect("tournament-round", tournament.session_id, drawn.no)


@require_safe
@tournament_by_number(WRITE)
def round(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Who sits where in a round; while nobody was told, two can be swapped."""
    return _round(request, actor, _found(tournament, no))


def _found(tournament: Tournament, no: int) -> Round:
    found = get_object_or_404(tournament.rounds, no=no)
    found.tournament = tournament
    return found


def _round(
    request: HttpRequest, actor: Actor, row: Round, *, message: str = "", status: int = 200
) -> HttpResponse:
    template = "tournament/round.html#draw" if request.htmx else "tournament/round.html"
    return render(
        request, template, round_context(row, actor) | {"message": message}, status=status
    )


@require_POST
@tournament_by_number(RUN)
def swap(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Let two people change places in a round that nobody was told of."""
    row = _found(tournament, no)
    form = SwapForm(request.POST, numbers=numbers_in(row))
    if not form.is_valid():
        return _round(request, actor, row, message=form.complaint, status=422)
    (one, other), seen = form.cleaned_data["who"], form.cleaned_data["seen"]
    try:
        row = verbs.swap(tournament=tournament, no=no, one=one, other=other, seen=seen, actor=actor)
    except Refused as why:
        return _round(request, actor, _found(tournament, no), message=str(why), status=409)
    return redirect("tournament-round", tournament.session_id, no)


@require_POST
@tournament_by_number(RUN)
def draw_again(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Draw round 1 by another seed."""
    if refused := _refused(request, tournament, actor, no, verbs.draw_again):
        return refused
    messages.success(request, "Drawn again, by another seed.")
    return redirect("tournament-round", tournament.session_id, no)


@require_POST
@tournament_by_number(RUN)
def publish(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Tell everybody who sits where."""
    refused = _refused(request, tournament, actor, no, partial(verbs.publish, actor=actor))
    return refused or redirect("tournament", tournament.session_id)


def _refused(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, verb: Callable
) -> HttpResponse | None:
    """Do this with the round as it was seen; return the page that says why not, if it was
    refused."""
    row, form = _found(tournament, no), SeenForm(request.POST)
    if not form.is_valid():
        return _round(request, actor, row, message=form.complaint, status=422)
    try:
        verb(tournament=tournament, no=no, **form.cleaned_data)
    except Refused as why:
        return _round(request, actor, _found(tournament, no), message=str(why), status=409)
    return None
