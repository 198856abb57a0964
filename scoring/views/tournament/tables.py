"""One table of a round: what was told of it, and the director's word."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.tournament import reports
from scoring.actions.tournament import tables as verbs
from scoring.forms.tournament.results import (
    ExtraForm,
    NotPlayedForm,
    ResultForm,
    RightForm,
    WithdrawForm,
)
from scoring.models import Tournament
from scoring.models.tournament_now import PlayedTable
from scoring.permissions import RUN, WRITE, Actor
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.table_page import effect_of, result_form, table_at, table_context


@require_safe
@tournament_by_number(WRITE)
def round_table(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """Who sits at a table, and everything that was told of its round."""
    return _page(request, tournament, actor, table_at(tournament, no, table))


@require_POST
@tournament_by_number(RUN)
def decide(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """Say how a table ended: first what that moves, when later rounds have seats already; then
    store it."""
    played = table_at(tournament, no, table)
    form = result_form(played, request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, played, form=form, status=422)
    if "save" not in request.POST:
        effect = effect_of(tournament, played, form)
        return _page(request, tournament, actor, played, form=form, effect=effect, looked=True)
    try:
        verbs.decide(key=form.cleaned_data["key"], round_table=played.row, actor=actor, **form.said)
    except Refused as why:
        return _page(request, tournament, actor, played, form=form, message=str(why), status=409)
    messages.success(request, f"Table {table}, round {no}: the result is stored.")
    return redirect("tournament", tournament.session_id)


@require_POST
@tournament_by_number(RUN)
def withdraw(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """Let something that was told count no more."""
    played = table_at(tournament, no, table)
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, played, message=form.complaint, status=422)
    told = get_object_or_404(
        played.row.reports.select_related("round_table__round__tournament"),
        pk=form.cleaned_data["report"],
    )
    try:
        reports.withdraw(report=told, actor=actor)
    except Refused as why:
        return _page(request, tournament, actor, played, message=str(why), status=409)
    return redirect("round-table", tournament.session_id, no, table)


@require_POST
@tournament_by_number(RUN)
def right(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """Say that what somebody told is right."""
    played = table_at(tournament, no, table)
    form = RightForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, played, message=form.complaint, status=422)
    told = next((one for one in played.said if one.order == form.cleaned_data["report"]), None)
    if told is None:
        return _page(request, tournament, actor, played, message=form.sentence, status=409)
    done = partial(verbs.say_right, told=told)
    return _say(request, tournament, actor, played, done, form.cleaned_data["key"])


@require_POST
@tournament_by_number(RUN)
def not_played(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """Say that a table has no result, so that the others can go on."""
    played = table_at(tournament, no, table)
    form = NotPlayedForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, played, message=form.complaint, status=422)
    return _say(request, tournament, actor, played, verbs.not_played, form.cleaned_data["key"])


def _say(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    played: PlayedTable,
    verb: Callable[..., object],
    key: UUID,
) -> HttpResponse:
    """Store the director's word, and lead to where it is withdrawn."""
    try:
        verb(key=key, round_table=played.row, actor=actor)
    except Refused as why:
        return _page(request, tournament, actor, played, message=str(why), status=409)
    messages.success(request, "Stored as your word. “Withdraw” below takes it back.")
    return redirect("round-table", tournament.session_id, played.row.round.no, played.row.no)


@require_POST
@tournament_by_number(RUN)
def extra(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int, table: int
) -> HttpResponse:
    """Let a table play on for some minutes."""
    played = table_at(tournament, no, table)
    form = ExtraForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, played, message=form.complaint, status=422)
    try:
        verbs.give_time(round_table=played.row, **form.cleaned_data)
    except Refused as why:
        return _page(request, tournament, actor, played, message=str(why), status=409)
    return redirect("round-table", tournament.session_id, no, table)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    played: PlayedTable,
    *,
    form: ResultForm | None = None,
    status: int = 200,
    **about,
) -> HttpResponse:
    context = (
        table_context(tournament, actor, played) | {"form": form or result_form(played)} | about
    )
    return render(request, "tournament/table.html", context, status=status)
