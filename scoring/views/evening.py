"""An evening as it goes on: its page with every table, what everybody is told, one more table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions import Refused
from scoring.actions import sessions as verbs
from scoring.actions.tables import open_table
from scoring.forms.sessions import NoticeForm, SessionForm
from scoring.forms.tables import TableForm
from scoring.models import ClubSession, Link
from scoring.models.evening_now import likely_to_sit_down
from scoring.permissions import RUN, WRITE, Actor
from scoring.rules.wording import listed
from scoring.views.access import session_by_number
from scoring.views.addresses import address_of
from scoring.views.cutting_page import sits_twice
from scoring.views.evening_page import evening_context, evening_tag


@require_safe
@session_by_number(WRITE)
@ptag(lambda request, session, actor: evening_tag(session, actor))
def session(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The evening's page: every table as it plays, what needs somebody first."""
    return _session(request, session, actor)


def _session(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    *,
    notice: NoticeForm | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = evening_context(session, actor) | {"message": message}
    host = verbs.host_link(session) if context["runs"] else None
    context |= {
        "notice_form": notice or NoticeForm(initial={"notice": session.notice}),
        "host_address": address_of(request, "host", host.token) if host else None,
    }
    template = "sessions/session.html#evening" if request.htmx else "sessions/session.html"
    response = render(request, template, context, status=status)
    response["Bowerbook"] = "session"
    return response


@require_POST
@session_by_number(RUN)
def notice(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Tell everybody something, on this page and on the wall; an empty line takes it away."""
    form = NoticeForm(request.POST)
    if not form.is_valid():
        return _session(request, session, actor, notice=form, status=422)
    try:
        verbs.tell_everybody(session=session, **form.cleaned_data)
    except Refused as why:
        return _session(request, session, actor, notice=form, message=str(why), status=409)
    return redirect("session", session.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def edit(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """What the evening is called, when it is, what the door costs."""
    sent = request.POST if request.method == "POST" else None
    form = SessionForm(sent, club=session.club, session=session)
    if form.is_valid():
        try:
            verbs.change_session(session=session, **form.cleaned_data)
            return redirect("session", session.pk)
        except Refused as why:
            form.add_error(None, str(why))
    status = 200 if sent is None else 409 if form.non_field_errors() else 422
    return render(request, "sessions/edit.html", {"session": session, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def open_another_table(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Say who sits where by which rules; open the table, and show its codes."""
    if request.method != "POST":
        return (
            redirect("session", session.pk) if session.closed else _ask_who_sits(request, session)
        )
    form = _table_form(session, request.POST)
    if not form.is_valid():
        return _ask_who_sits(request, session, form, status=422)
    strangers = session.club.players.strange(form.values["names"])
    try:
        table = open_table(session=session, **form.values)
    except Refused as why:
        form.add_error(None, str(why))
        return _ask_who_sits(request, session, form, status=409)
    if strangers and not session.club.casual:
        messages.info(request, f"New to the club, and added as guests: {listed(strangers)}.")
    if twice := sits_twice(table):
        messages.warning(request, twice)
    return redirect("share", table.links.get(right=Link.Right.WRITE).token)


def _table_form(session: ClubSession, *sent) -> TableForm:
    """Return the form that opens a table; it may choose the house rules that stand."""
    return TableForm(
        *sent, currency=session.club.currency, houses=session.club.house_rules.standing()
    )


def _ask_who_sits(
    request: HttpRequest, session: ClubSession, form: TableForm | None = None, *, status: int = 200
) -> HttpResponse:
    context = {
        "session": session,
        "runs": True,
        "form": form or _table_form(session),
        "players": likely_to_sit_down(session),
        "house_page": reverse("house-rules", args=[session.club_id]),
    }
    return render(request, "sessions/open_table.html", context, status=status)
