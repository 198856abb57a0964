"""A table calls whoever runs the evening, and takes that back."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from scoring.common.answers import or_show, valid
from scoring.common.permissions import WRITE, Actor
from scoring.table.access import by_link
from scoring.table.actions import help_calls as verbs
from scoring.table.forms.help_calls import HelpCallForm
from scoring.table.models import HelpCall, Table
from scoring.table.views.pad import show_pad


@require_POST
@by_link(WRITE, empty=True)
def call(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Call whoever runs the evening to the table."""
    with or_show(partial(show_pad, request, table, actor)):
        verbs.call_for_help(table=table, actor=actor, **valid(HelpCallForm(request.POST)))
    return _done(request, table, actor)


@require_POST
@by_link(WRITE, empty=True)
def take_back(request: HttpRequest, table: Table, actor: Actor, call: int) -> HttpResponse:
    """Let a call be none."""
    found = get_object_or_404(HelpCall, pk=call, table=table)
    with or_show(partial(show_pad, request, table, actor)):
        verbs.take_call_back(call=found, actor=actor)
    return _done(request, table, actor)


def _done(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Answer with the pad, what is half tapped on it included, or lead to it."""
    return show_pad(request, table, actor) if request.htmx else redirect("pad", actor.link.token)
