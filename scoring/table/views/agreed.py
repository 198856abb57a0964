"""Opponents confirm or dispute a hand; the organiser may keep a disputed one."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor
from scoring.table.access import by_link
from scoring.table.actions.agreed import ask_agreement, let_stand
from scoring.table.actions.agreed import say as say_so
from scoring.table.forms.agreed import AskForm, AssentForm, RulingForm
from scoring.table.models import HandRecord, Table
from scoring.table.views.agreement import asked_of_the_last
from scoring.table.views.hand_lines import hand_lines
from scoring.table.views.pad import back_to_pad, show_pad
from scoring.table.views.score import place_on_score, show_score


@posted(by_link(WRITE, signed=True))
def say(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Agree or object to a hand."""
    record = _record(table, id)
    show = show_score if "score" in request.POST else show_pad
    with or_show(partial(_strip if request.htmx else show, request, table, actor)):
        say_so(record=record, **valid(AssentForm(request.POST)), actor=actor)
    if request.htmx:
        return _strip(request, table, actor)
    return redirect(
        place_on_score(actor.link.token, id)
        if "score" in request.POST
        else reverse("pad", args=[actor.link.token])
    )


def _strip(
    request: HttpRequest, table: Table, actor: Actor, *, message: str = "", status: int = 200
) -> HttpResponse:
    """Return the pad's strip alone, so that the hand in progress stays as it is."""
    last = next(iter(hand_lines(table.sitting, last=1)), None)
    context = {
        "asked": asked_of_the_last(table, actor, last),
        "token": actor.link.token,
        "complaint": message,
    }
    response = render(request, "table/_agreed.html", context, status=status)
    response["Bowerbook"] = "pad"
    return response


@posted(by_link(WRITE), page=show_pad, to=back_to_pad)
def ask(request: HttpRequest, table: Table, actor: Actor) -> None:
    """Ask the other side to agree to each hand of this table, or ask no more."""
    ask_agreement(table=table, **valid(AskForm(request.POST)))


@posted(by_link(RUN), page=show_score)
def stands(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Keep a disputed hand."""
    record = _record(table, id)
    let_stand(record=record, **valid(RulingForm(request.POST)), actor=actor)
    messages.success(request, "The hand is kept. The history says why.")
    return redirect(place_on_score(actor.link.token, id))


def _record(table: Table, id: UUID) -> HandRecord:
    return get_object_or_404(
        HandRecord.objects.select_related("sitting__table"), pk=id, sitting__table=table
    )
