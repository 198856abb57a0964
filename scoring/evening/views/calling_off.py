"""The page that cancels a club night: it shows what is deleted, or the records that prevent it."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.permissions import RUN, Actor
from scoring.evening.actions.calling_off import call_off
from scoring.evening.forms.sessions import CallOffForm
from scoring.evening.queries.calling_off import planned_of, was_held, why_it_stays
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.table.models import ClubSession


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def calling_off(request: HttpRequest, club: Club, actor: Actor, evening: int) -> HttpResponse:
    """Preview the cancellation of a club night; posted, cancel it."""
    session = club.sessions.filter(pk=evening).first()
    if session is None:
        return _gone(request, club)
    if request.method != "POST":
        return _ask(request, club, session)
    ask = partial(_ask, request, club, session)
    with or_show(ask, already=lambda done: _gone(request, club)):
        call_off(session=session, actor=actor, **valid(CallOffForm(request.POST)))
    messages.success(request, f"{session} is cancelled. Calendars drop it at their next update.")
    return redirect("club", club.pk)


def _gone(request: HttpRequest, club: Club) -> HttpResponse:
    """Answer a double tap, or an organiser who was second."""
    messages.info(request, "This club night is no longer in the club’s list.")
    return redirect("club", club.pk)


def _ask(
    request: HttpRequest, club: Club, session: ClubSession, *, message: str = "", status: int = 200
) -> HttpResponse:
    reasons = why_it_stays(session)
    nobody_paid = reasons and not why_it_stays(session, nobody_came=True)
    context = {
        "club": club,
        "runs": True,
        "session": session,
        "reasons": reasons,
        "came": session.attendances.count() if nobody_paid else 0,
        "held": reasons and not session.closed and was_held(session),
        "planned": planned_of(session),
        "message": message,
    }
    return render(request, "evening/session/call_off.html", context, status=status)
