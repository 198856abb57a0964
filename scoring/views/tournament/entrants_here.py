"""Entrants come and pay: one tap on the list. Whoever has not come can be taken out before the
draw."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions import Refused
from scoring.actions.tournament.coming import come, pay, take_out_absent
from scoring.forms.door import Told
from scoring.forms.tournament.entrants import AbsentForm, HereForm, PaidForm
from scoring.models import Player, Tournament
from scoring.permissions import RUN, WRITE, Actor
from scoring.rules.wording import listed
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.entrants import entrants_page
from scoring.views.tournament.entrants_page import line_context

SAID = {
    ("here", True): "is here",
    ("here", False): "is not here",
    ("paid", True): "has paid",
    ("paid", False): "has not paid",
}


@require_POST
@tournament_by_number(WRITE)
def entrant_comes(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Check an entrant in, or take that back."""
    return _tapped(request, tournament, actor, HereForm(request.POST), "here", come)


@require_POST
@tournament_by_number(WRITE)
def entrant_pays(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Say that an entrant has paid, which checks him in, or that he has not."""
    return _tapped(request, tournament, actor, PaidForm(request.POST), "paid", pay)


def _tapped(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    form: Told,
    what: str,
    verb: Callable,
) -> HttpResponse:
    if not form.is_valid():
        return _answer(request, tournament, actor, message=form.complaint, status=422)
    told = form.cleaned_data
    player = get_object_or_404(tournament.session.club.players, pk=told["player"])
    try:
        verb(tournament=tournament, player=player, actor=actor, **{what: told[what]})
    except Refused as why:
        return _answer(request, tournament, actor, player, message=str(why), status=409)
    return _answer(request, tournament, actor, player, said=f"{player} {SAID[what, told[what]]}.")


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    player: Player | None = None,
    *,
    said: str = "",
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Answer with the entrant's line and the counts; without a script with the whole list."""
    if request.htmx and player:
        context = line_context(tournament, player) | {"said": said, "message": message}
        response = render(request, "tournament/_entrant_answer.html", context, status=status)
        response["Bowerbook"] = "door"
        return response
    if message:
        return entrants_page(request, tournament, actor, message=message, status=status)
    messages.success(request, said)
    return redirect(f"{reverse('entrants', args=[tournament.session_id])}#w{player.pk}")


@require_POST
@tournament_by_number(RUN)
def absent_out(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take out those of the numbers sent (`no`) of whom nobody is here."""
    form = AbsentForm(request.POST)
    if not form.is_valid():
        return entrants_page(request, tournament, actor, message=form.complaint, status=422)
    try:
        gone = take_out_absent(tournament=tournament, numbers=form.cleaned_data["no"])
    except Refused as why:
        return entrants_page(request, tournament, actor, message=str(why), status=409)
    names = listed([one.name for one in gone])
    messages.success(
        request, f"Taken out: {names}." if gone else "All of them are here: nobody was taken out."
    )
    return redirect("tournament", tournament.session_id)
