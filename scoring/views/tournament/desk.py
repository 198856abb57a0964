"""The desk: a pile of signed cards is typed after a round or after the evening, by keyboard
alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.tournament import desk as verbs
from scoring.forms.tournament.desk import DeskForm, TakeBackCardForm
from scoring.models import Tournament
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.views.access import actor_of
from scoring.views.tournament.desk_answer import Answer, before, taken_back
from scoring.views.tournament.desk_page import Asked, asked_in, desk_context, form_for
from scoring.views.tournament.doors import tournament_by_number


@require_safe
@tournament_by_number(WRITE)
def desk(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where cards are typed, and which are missing."""
    return _page(request, tournament, asked_in(request.GET))


@require_POST
@tournament_by_number(WRITE)
def type_card(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store what a card says of one round."""

    def store(form):
        told = {name: form.cleaned_data[name] for name in ("key", "round", "no")}
        verbs.type_card(tournament=tournament, line=form.line, won=form.won, actor=actor, **told)
        return told["no"]

    return _typed(request, tournament, "card", store)


@require_POST
@tournament_by_number(WRITE)
def type_slip(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store what a table's slip says of one round."""

    def store(form):
        told = {name: form.cleaned_data[name] for name in ("key", "round", "table")}
        slip = {"points": form.points, "lones": form.lones, "won": form.won}
        verbs.type_slip(tournament=tournament, actor=actor, **told, **slip)
        return told["table"]

    return _typed(request, tournament, "slip", store)


@require_POST
@tournament_by_number(WRITE)
def type_whole(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store a card with all its rounds."""

    def store(form):
        key = form.cleaned_data["key"]
        verbs.type_whole_card(tournament=tournament, key=key, card=form.card, actor=actor)
        return form.card.owner

    return _typed(request, tournament, "whole", store)


def _typed(
    request: HttpRequest, tournament: Tournament, by: str, store: Callable[[DeskForm], int]
) -> HttpResponse:
    """Store what was typed and answer; or say why not, with what was typed still there."""
    form, asked = form_for(by, tournament, request.POST), asked_in(request.POST, by=by)
    if not form.is_valid():
        return _page(request, tournament, asked, form=form, status=422)
    try:
        after = store(form)
    except Refused as why:
        form.add_error(None, str(why))
        return _page(request, tournament, asked, form=form, status=409)
    asked = replace(asked, typed=form.cleaned_data["key"], after=after)
    return _page(request, tournament, asked) if request.htmx else _to_desk(tournament, asked)


@require_POST
@tournament_by_number(WRITE)
def take_back_card(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Let what was typed last count no more."""
    form = TakeBackCardForm(request.POST)
    asked = asked_in(request.POST, by=form.way)
    if not form.is_valid():
        return _page(
            request, tournament, asked, said=Answer(says=(form.complaint,), odd=True), status=422
        )
    try:
        gone = verbs.take_back(tournament=tournament, actor=actor, key=form.cleaned_data["key"])
    except Refused as why:
        return _page(
            request, tournament, asked, said=Answer(says=(str(why),), odd=True), status=409
        )
    asked = replace(asked, after=before(gone))
    if request.htmx:
        return _page(request, tournament, asked, said=Answer(says=(taken_back(gone),)))
    messages.success(request, taken_back(gone))
    return _to_desk(tournament, asked)


def _to_desk(tournament: Tournament, asked: Asked) -> HttpResponse:
    return redirect(f"{reverse('desk', args=[tournament.session_id])}?{urlencode(asked.query)}")


def _page(
    request: HttpRequest, tournament: Tournament, asked: Asked, *, status: int = 200, **about
) -> HttpResponse:
    template = "tournament/desk.html#told" if request.htmx else "tournament/desk.html"
    context = desk_context(tournament, asked, **about)
    context["runs"] = may(actor_of(request), RUN, tournament.session)
    response = render(request, template, context, status=status)
    response["Bowerbook"] = "desk"
    return response
