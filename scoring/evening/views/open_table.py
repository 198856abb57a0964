"""Add a table to a club night, with its players, rules and codes."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.common.answers import CONFLICT, or_show, valid
from scoring.common.permissions import RUN, Actor
from scoring.euchre.wording import listed
from scoring.evening.queries.now import likely_to_sit_down
from scoring.evening.views.cutting import sits_twice
from scoring.table.access import session_by_number
from scoring.table.actions.tables import SeatedAlready, open_table
from scoring.table.forms.tables import OpenTableForm
from scoring.table.models import ClubSession, Link
from scoring.table.queries.usual import usual_terms


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def open_another_table(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Say who sits where by which rules; open the table, and show its codes."""
    if request.method != "POST":
        return (
            redirect("session", session.pk) if session.closed else _ask_who_sits(request, session)
        )
    form = _table_form(session, request.POST)
    with or_show(partial(_ask_who_sits, request, session, form), form):
        sure = valid(form)["though_seated"]
        strangers = session.club.players.strange(form.values["names"])
        try:
            table = open_table(session=session, though_seated=sure, **form.values)
        except SeatedAlready as why:
            return _ask_who_sits(request, session, form, question=str(why), status=CONFLICT)
    if strangers and not session.club.casual:
        messages.info(request, f"Added to the club as guests: {listed(strangers)}.")
    if twice := sits_twice(table):
        messages.warning(request, twice)
    return redirect("share", table.links.get(right=Link.Right.WRITE, revoked_at=None).token)


def _table_form(session: ClubSession, *sent) -> OpenTableForm:
    """Return the form that adds a table; it offers the current house rules."""
    return OpenTableForm(
        *sent,
        currency=session.club.currency,
        houses=session.club.house_rules.standing(),
        now=usual_terms(session.club),
    )


def _ask_who_sits(
    request: HttpRequest,
    session: ClubSession,
    form: OpenTableForm | None = None,
    *,
    question: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "session": session,
        "runs": True,
        "form": form or _table_form(session),
        "question": question,
        "players": [player.name for player in likely_to_sit_down(session)],
        "house_page": reverse("house-rules", args=[session.club_id]),
    }
    return render(request, "evening/session/open_table.html", context, status=status)
