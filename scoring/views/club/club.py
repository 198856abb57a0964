"""A club's own page: tonight, the evenings to come and those that were."""

from __future__ import annotations

from datetime import date
from functools import partial

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.actions.evening.sessions import open_session
from scoring.forms.evening.sessions import OpenSessionForm
from scoring.models import Club, ClubSession
from scoring.permissions import LOOK, RUN, Actor, may
from scoring.queries.club.agenda import earlier, on_now, to_come
from scoring.rules.wording import counted
from scoring.views.access import club_by_number
from scoring.views.answers import or_show, valid

EVENINGS_A_PAGE = 20
MOST_TO_COME = 10


@require_safe
@club_by_number(LOOK)
def club(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """What is on, what comes, what was, and a few words about the club."""
    return _club(request, club, actor, OpenSessionForm(club=club))


def _club(
    request: HttpRequest, club: Club, actor: Actor, form: OpenSessionForm, *, status: int = 200
) -> HttpResponse:
    today = timezone.localdate()
    on = on_now(club, today)
    past = Paginator(earlier(club, today, but=on), EVENINGS_A_PAGE)
    page = past.get_page(request.GET.get("page"))
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "on": [(session, about_now(session, today)) for session in on],
        "to_come": to_come(club, today)[:MOST_TO_COME],
        "page": page,
        "past": [(session, about_past(session)) for session in page],
        "session_form": form,
        "house_rules": club.house_rules.standing(),
        "officers": club.officers.select_related("user"),
    }
    return render(request, "club/home/club.html", context, status=status)


def about_now(session: ClubSession, today: date) -> str:
    """Return how an evening goes that is on: "Tonight, 19:30 · 2 tables · 9 here"."""
    when = "Tonight"
    if session.played_on != today:
        when = f"{session.played_on:%A %-d %B}, still open"
    if session.starts_at:
        when += f", {session.starts_at:%H:%M}"
    tables = counted(session.tables_open, "table") if session.tables_open else "no table yet"
    return " · ".join([when, tables, *([f"{session.here} here"] if session.here else [])])


def about_past(session: ClubSession) -> str:
    """Return what an evening's line says beside its name: "14 Nov 2026, not closed"."""
    words = [f"{session.played_on:%-d %b %Y}"] if session.title else []
    return ", ".join([*words, *([] if session.closed else ["not closed"])])


@require_POST
@club_by_number(RUN)
def open_club_session(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Open a session."""
    form = OpenSessionForm(request.POST, club=club)
    with or_show(partial(_club, request, club, actor, form), form):
        return redirect(open_session(club=club, **valid(form)))
