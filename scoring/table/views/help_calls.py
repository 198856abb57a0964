"""A table calls the organiser, and cancels its call."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scoring.common.answers import posted, valid
from scoring.common.permissions import WRITE, Actor
from scoring.table.access import by_link
from scoring.table.actions import help_calls as verbs
from scoring.table.forms.help_calls import HelpCallForm
from scoring.table.models import HelpCall, Table
from scoring.table.views.pad import back_to_pad, show_pad


@posted(by_link(WRITE, empty=True), page=show_pad, to=back_to_pad)
def call(request: HttpRequest, table: Table, actor: Actor) -> None:
    """Call the organiser to the table."""
    verbs.call_for_help(table=table, actor=actor, **valid(HelpCallForm(request.POST)))


@posted(by_link(WRITE, empty=True), page=show_pad, to=back_to_pad)
def take_back(request: HttpRequest, table: Table, actor: Actor, call: int) -> None:
    """Let a call be none."""
    found = get_object_or_404(HelpCall, pk=call, table=table)
    verbs.take_call_back(call=found, actor=actor)
