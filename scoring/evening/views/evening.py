"""An evening as it goes on: every table, what needs somebody, what everybody is told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import or_show, piece_or_page, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.common.qr_codes import address_of
from scoring.common.to_do import Step
from scoring.euchre.wording import counted
from scoring.evening.actions import sessions as verbs
from scoring.evening.forms.sessions import NoticeForm, SessionForm
from scoring.evening.queries.answers import said_of
from scoring.evening.queries.calling_off import was_held
from scoring.evening.queries.now import GONE, HERE, at_the_door, is_planned, is_unchecked
from scoring.evening.queries.titles import sittings_of
from scoring.evening.views.check_in import counts_of
from scoring.evening.views.fees import describe_fees
from scoring.evening.views.needs import chips, left_seated, needs_at, twice_seated, unseated
from scoring.evening.views.papers import prints_of
from scoring.evening.views.table_lines import table_lines
from scoring.evening.views.titles import best_line, title_lines
from scoring.table.access import session_by_number
from scoring.table.actions import help_calls
from scoring.table.models import ClubSession, HelpCall
from scoring.table.queries.evenings import colours_of_evening
from scoring.table.queries.settlement import statement_signed
from scoring.table.views.calls_shown import call_lines


def evening_tag(session: ClubSession, actor: Actor) -> str:
    """Return the polling tag: it changes with the evening, with every minute, and with who
    looks."""
    minute = int(timezone.now().timestamp()) // 60
    return polling.tag(session.version, minute, may(actor, RUN, session))


def evening_context(session: ClubSession, actor: Actor) -> dict:
    """Return everything templates/evening/session/session.html shows of the evening; a fixed number
    of queries."""
    now = timezone.now()
    tables, people = table_lines(session, now), at_the_door(session)
    counts, runs, casual = counts_of(people), may(actor, RUN, session), session.club.casual
    free = [] if casual or session.closed or not tables else unseated(people, session)
    gone, twice = (
        ([], []) if session.closed else (left_seated(people), twice_seated(people, tables))
    )
    unchecked = [] if session.closed else [one for one in people if is_unchecked(session, one)]
    lines = [replace(line, needs=tuple(needs_at(line, session, gone, twice))) for line in tables]
    forgotten = not session.closed and session.played_on < timezone.localdate()
    seats_people = runs and not session.closed and not session.has_tournament
    return {
        "session": session,
        "runs": runs,
        "tag": evening_tag(session, actor),
        "news": polling.news("session", session.pk),
        "forgotten": forgotten,
        "about": about_evening(session, tables=len(lines), counts=counts),
        "calls": call_lines(session, now),
        "chips": list(
            chips(session, lines, gone=gone, twice=twice, free=free, unchecked=unchecked)
        ),
        "tables": lines,
        "held": forgotten and was_held(session),
        "only_planned": not any(one.came for one in people)
        and all(one.untouched for one in tables),
        "said": None if casual or session.closed else said_of(session),
        "steps": _steps(session, counts, tables=bool(tables)) if seats_people else [],
        "no_table": _no_table(session, counts, runs=runs),
        "papers": prints_of(session, tables=bool(tables)),
    }


def about_evening(session: ClubSession, *, tables: int, counts: dict[str, int]) -> str:
    """Return how it goes: "17 here · 3 tables · £2.00 at the door"; before anybody sits down when
    it begins, too."""
    begun = tables or counts[HERE] or counts[GONE]
    state = "closed" if session.closed else "planned" if is_planned(session) else ""
    came = counts[HERE] + counts[GONE] if session.closed else counts[HERE]
    parts = [
        session.date if session.title else "",
        f"{session.starts_at:%H:%M}" if session.starts_at and not begun else "",
        f"{came} {'came' if session.closed else 'here'}" if begun else "",
        f"{counts[GONE]} left" if counts[GONE] and not session.closed else "",
        counted(tables, "table") if tables else "",
        "" if session.closed or session.club.casual else _fees(session, all_of_them=not begun),
        state,
    ]
    return " · ".join(filter(None, parts))


def _fees(session: ClubSession, *, all_of_them: bool) -> str:
    """Return what coming in costs; for guests too until the evening has begun."""
    members, _, _ = describe_fees(session).partition(", guests")
    return describe_fees(session) if all_of_them else members


def _steps(session: ClubSession, counts: dict[str, int], *, tables: bool) -> list[Step]:
    """Return the usual steps: two while tables play; before, all that lead to the first, and the
    one to begin with comes next."""
    if tables:
        second = ("Close the session", "close-session") if session.club.casual else FORM
        names = [OPEN, second]
    else:
        names = [OPEN] if session.club.casual else [DOOR, FORM, OPEN]
    first = None if tables else _first(session, counts)
    names.sort(key=lambda step: step != first)
    return [
        Step(title=step[0], address=reverse(step[1], args=[session.pk]), next=step == first)
        for step in names
    ]


OPEN, FORM, DOOR = ("Open a table", "open-table"), ("Form tables", "seats"), ("The door", "door")


def _first(session: ClubSession, counts: dict[str, int]) -> tuple[str, str]:
    """Return what is done first while there is no table."""
    if session.club.casual:
        return OPEN
    return FORM if counts[HERE] else DOOR


FIRST = {
    OPEN: "Open one: say who sits where, and the site shows the code to scan.",
    FORM: "Form tables of who is here, or open one and say who sits where.",
    DOOR: "First check people in at the door; then form tables of who is here.",
}


def _no_table(session: ClubSession, counts: dict[str, int], *, runs: bool) -> str:
    """Return what stands where tables will, and what whoever runs the evening does about it."""
    if is_planned(session):
        return "No table yet: this evening is still to come."
    if session.closed:
        return "Nobody sat down at a table."
    return f"No table yet. {FIRST[_first(session, counts)]}" if runs else "No table yet."


@require_safe
@session_by_number(WRITE)
@ptag(lambda request, session, actor: evening_tag(session, actor))
def session(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The evening's page: every table as it plays, what needs somebody first."""
    return show_session(request, session, actor)


def show_session(
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
        "kept_days": settings.PUT_AWAY_AFTER if session.club.casual else 0,
    }
    if session.closed and not request.htmx:
        sittings = sittings_of(session)
        context["titles"] = title_lines(session, statement_signed(session), sittings=sittings)
        # At a tournament people have another table, and another colour, each round.
        context["colours"] = {} if session.has_tournament else colours_of_evening(session)
        context["best"] = best_line(sittings)
    template = "evening/session/session.html"
    return piece_or_page(request, template, context, piece="evening", name="session", status=status)


@posted(session_by_number(RUN), to="session")
def notice(request: HttpRequest, session: ClubSession, actor: Actor) -> None:
    """Tell everybody something, on this page and on the wall; an empty line takes it away."""
    form = NoticeForm(request.POST)
    with or_show(partial(show_session, request, session, actor, notice=form)):
        verbs.write_notice(session=session, **valid(form))


def _where_tapped(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Go back to the page on which a call was tapped: the evening's, or its director's."""
    return redirect("tournament" if "directing" in request.POST else "session", session.pk)


@posted(session_by_number(WRITE), page=show_session, to=_where_tapped)
def come(request: HttpRequest, session: ClubSession, actor: Actor, call: int) -> None:
    """Say that one is coming to a table that called."""
    help_calls.come(call=get_object_or_404(HelpCall, pk=call, session=session), actor=actor)


@posted(session_by_number(WRITE), page=show_session, to=_where_tapped)
def settle(request: HttpRequest, session: ClubSession, actor: Actor, call: int) -> None:
    """Say that a table's call is settled."""
    help_calls.settle(call=get_object_or_404(HelpCall, pk=call, session=session), actor=actor)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def edit(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """What the evening is called, when it is, what the door costs."""
    sent = request.POST if request.method == "POST" else None
    form = SessionForm(sent, club=session.club, session=session)
    context = {"session": session, "form": form}
    page = partial(render, request, "evening/session/edit.html", context)
    if sent is None:
        return page()
    with or_show(page, form):
        verbs.change_session(session=session, **valid(form))
    return redirect("session", session.pk)
