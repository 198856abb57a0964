"""The director's page, and a round from its start to its end, each step taken back by one tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions import Refused
from scoring.actions.tournament import rounds
from scoring.forms.tournament.director import EndForm, TakeBackForm, Told
from scoring.models import Tournament
from scoring.permissions import RUN, WRITE, Actor
from scoring.views.evening_page import evening_tag
from scoring.views.tournament.director_page import director_context
from scoring.views.tournament.doors import tournament_by_number


@require_safe
@tournament_by_number(WRITE)
@ptag(lambda request, tournament, actor: evening_tag(tournament.session, actor))
def director(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What needs somebody, what to do next, and every table at a glance."""
    return director_page(request, tournament, actor)


def director_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the director's page, with a complaint if there is one."""
    context = director_context(tournament, actor) | {"message": message}
    template = "tournament/director.html#director" if request.htmx else "tournament/director.html"
    response = render(request, template, context, status=status)
    response["Bowerbook"] = "director"
    return response


def _done(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    verb: Callable[..., object],
    *,
    form: Told | None = None,
    **what,
) -> HttpResponse:
    """Do it and lead to the director's page; or show there why it was not done."""
    if form is not None and not form.is_valid():
        return director_page(request, tournament, actor, message=form.complaint, status=422)
    try:
        verb(tournament=tournament, **what, **(form.cleaned_data if form else {}))
    except Refused as why:
        return director_page(request, tournament, actor, message=str(why), status=409)
    return redirect("tournament", tournament.session_id)


@require_POST
@tournament_by_number(RUN)
def start(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Let play begin, and the clock."""
    return _done(request, tournament, actor, partial(rounds.start_round, actor=actor), no=no)


@require_POST
@tournament_by_number(RUN)
def pause(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Stop the clock."""
    return _done(request, tournament, actor, rounds.pause_round, no=no, paused=True)


@require_POST
@tournament_by_number(RUN)
def resume(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Let the clock go on."""
    return _done(request, tournament, actor, rounds.pause_round, no=no, paused=False)


@require_POST
@tournament_by_number(RUN)
def end(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Ring the bell, or end the round without it."""
    verb = partial(rounds.end_round, actor=actor)
    return _done(request, tournament, actor, verb, form=EndForm(request.POST), no=no)


@require_POST
@tournament_by_number(RUN)
def take_back(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Take the last step of a round back."""
    verb = partial(rounds.take_back, actor=actor)
    return _done(request, tournament, actor, verb, form=TakeBackForm(request.POST), no=no)
