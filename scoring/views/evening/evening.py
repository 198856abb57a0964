"""An evening as it goes on: every table, what needs somebody, what everybody is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions import Refused
from scoring.actions.evening import sessions as verbs
from scoring.actions.table.tables import open_table
from scoring.forms.evening.sessions import NoticeForm, SessionForm
from scoring.forms.table.tables import TableForm
from scoring.models import ClubSession, Link, Sitting, Table
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.queries.evening.now import (
    GONE,
    HERE,
    LiveTable,
    Person,
    at_the_door,
    is_planned,
    likely_to_sit_down,
    live_tables,
    not_agreed,
    people_of,
    unpaid_fees,
)
from scoring.queries.table.agreed import open_objections
from scoring.queries.tournament.entry_fees import in_the_round_now
from scoring.rules.money import written
from scoring.rules.rule_set import NUMBERS
from scoring.rules.wording import counted, listed
from scoring.views.access import session_by_number
from scoring.views.addresses import address_of
from scoring.views.dates import clock
from scoring.views.evening.cutting import sits_twice
from scoring.views.evening.door import counts_of, fees_told
from scoring.views.evening.papers import prints_of
from scoring.views.table.games import game_score

QUIET = timedelta(minutes=10)
FORGOTTEN = timedelta(hours=6)
"""A table that is silent for longer waits for nobody: its evening was not closed."""


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table on the evening's page."""

    table: Table
    totals: list[tuple[str, str]]
    """Who stands where: points by player, or by side the game in progress and the games won."""
    about: str
    """ "Hand 12 · the last one 3 min ago"."""
    waits: int
    """How many hands wait for a decision."""
    objections: int
    """How many hands somebody objects to as they stand."""
    quiet: int
    """For how many minutes nothing was heard, when that is unusual; else 0."""
    links: dict[str, str]


def evening_tag(session: ClubSession, actor: Actor) -> str:
    """Return the polling tag: it changes with the evening, with every minute, and with who
    looks."""
    minute = int(timezone.now().timestamp()) // 60
    return f"{session.version}-{minute}-{settings.BUILD_ID}-{may(actor, RUN, session)}"


def evening_context(session: ClubSession, actor: Actor) -> dict:
    """Return everything templates/evening/session/session.html shows of the evening; a fixed number
    of queries."""
    now = timezone.now()
    tables, people = table_lines(session, now), at_the_door(session)
    return _alarms(session, tables, people) | {
        "session": session,
        "runs": may(actor, RUN, session),
        "tag": evening_tag(session, actor),
        "planned": is_planned(session),
        "forgotten": not session.closed and session.played_on < timezone.localdate(),
        "fees": fees_told(session),
        "counts": counts_of(people),
        "unseated": unseated(people, session) if tables and not session.closed else [],
        "tables": tables,
        "papers": prints_of(session, tables=bool(tables)),
    }


def table_lines(session: ClubSession, now: datetime) -> list[TableLine]:
    """Return the lines of the evening's tables: six queries."""
    objections = open_objections(session)
    return [
        table_line(live, now, session, objections=objections.get(live.table.pk, 0))
        for live in live_tables(session)
    ]


def left_open(session: ClubSession) -> dict:
    """Return what is open before an evening is closed, besides what its hands come to."""
    tables, people = table_lines(session, timezone.now()), people_of(session)
    silent = not_agreed(session)
    return _alarms(session, tables, people) | {
        "quiet": [],
        "begun": [line for line in tables if line.table.begun],
        "silent": [(line, silent[line.table.pk]) for line in tables if line.table.pk in silent],
        "unpaid": unpaid_told(session),
    }


def unpaid_told(session: ClubSession) -> str:
    """Return "2 door fees (£10.00)", which are not paid; nothing when all are."""
    fees, minor = unpaid_fees(session)
    if not fees:
        return ""
    return f"{counted(fees, 'door fee')} ({written(minor, session.club.currency)})"


def _alarms(session: ClubSession, tables: list[TableLine], people: list[Person]) -> dict:
    """Return what needs somebody."""
    return {
        "waiting": [line for line in tables if line.waits],
        "objected": [line for line in tables if line.objections],
        "quiet": [line for line in tables if line.quiet],
        "left_seated": [] if session.closed else left_seated(people),
        "twice_seated": [] if session.closed else twice_seated(people, tables),
    }


def unseated(people: Iterable[Person], session: ClubSession) -> list[str]:
    """Return the names of who is here and sits nowhere; who is in a tournament's round has their
    place."""
    placed = in_the_round_now(session) if session.has_tournament else set()
    free = (one for one in people if one.state == HERE and not one.table)
    return [one.player.name for one in free if one.player.pk not in placed]


def left_seated(people: Iterable[Person]) -> list[Person]:
    """Return who has left and still holds a seat: somebody must take it. A tournament seats its
    own."""
    return [
        one
        for one in people
        if one.state == GONE and one.seat and not one.seat.sitting.round_table_id
    ]


def twice_seated(people: Iterable[Person], tables: Iterable[TableLine]) -> list[dict]:
    """Return who sits at two tables, and how the seats of each are put right. A tournament seats
    its own."""
    links = {line.table.pk: line.links.get("write") for line in tables}
    found = []
    for person in people:
        seats = [
            seat
            for seat in (*person.other_seats, person.seat)
            if seat and not seat.sitting.round_table_id
        ]
        if len(seats) > 1:
            seats.sort(key=lambda seat: seat.sitting.table.no)
            number = NUMBERS[len(seats)] if len(seats) < len(NUMBERS) else len(seats)
            at = [(seat.sitting, links[seat.sitting.table_id]) for seat in seats]
            found.append({"player": person.player, "number": number, "at": at})
    return found


def table_line(
    live: LiveTable, now: datetime, session: ClubSession, *, objections: int = 0
) -> TableLine:
    """Return the line of a table as it stands now."""
    return TableLine(
        table=live.table,
        totals=totals(live.sitting) if live.sitting else [],
        about=_about(live, now),
        waits=live.table.waiting,
        objections=objections,
        quiet=0 if session.closed else _quiet(live, now),
        links=live.links,
    )


def totals(sitting: Sitting) -> list[tuple[str, str]]:
    """Return who stands where: points by player or by side; in games the one in progress and those
    won."""
    if score := game_score(sitting):
        return [
            (side.name, f"{side.points} ({side.won})" if side.won else str(side.points))
            for side in score.sides
        ]
    return [(name, str(points)) for name, points in zip(sitting.names, sitting.totals, strict=True)]


def _about(live: LiveTable, now: datetime) -> str:
    if live.sitting is None:
        return "Broken up: nobody sits here."
    hands, ago = len(live.sitting.played), since(live.heard_at, now)
    if live.table.begun:
        return f"Hand {hands + 1} is begun · the last one {ago}" if hands else "Hand 1 is begun"
    if hands:
        return f"Hand {hands + 1} · the last one {ago}"
    before = live.table.hands_so_far
    return (
        f"New sitting, {counted(before, 'hand')} before · {ago}"
        if before
        else f"No hand yet · opened {ago}"
    )


def _quiet(live: LiveTable, now: datetime) -> int:
    if live.sitting is None or live.table.waiting:
        return 0
    passed = now - live.heard_at
    return minutes(passed) if QUIET < passed < FORGOTTEN else 0


def since(moment: datetime, now: datetime) -> str:
    """Return how long ago something was: "just now", "3 min ago", "at 19:40", "on 14 November"."""
    passed, local = now - moment, timezone.localtime(moment)
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{minutes(passed)} min ago"
    return f"at {clock(moment)}" if passed < timedelta(hours=12) else f"on {local:%-d %B}"


def minutes(passed: timedelta) -> int:
    """Return the whole minutes of a stretch of time."""
    return passed // timedelta(minutes=1)


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
    template = (
        "evening/session/session.html#evening" if request.htmx else "evening/session/session.html"
    )
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
    return render(
        request, "evening/session/edit.html", {"session": session, "form": form}, status=status
    )


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
    return render(request, "evening/session/open_table.html", context, status=status)
