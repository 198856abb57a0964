"""An evening as it goes on: every table, what needs somebody, what everybody is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions.evening import sessions as verbs
from scoring.actions.table.tables import SeatedAlready, open_table
from scoring.forms.evening.sessions import NoticeForm, SessionForm
from scoring.forms.table.tables import OpenTableForm
from scoring.models import ClubSession, Link, Sitting, Table
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.queries.evening.now import (
    GONE,
    HERE,
    MISSING,
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
from scoring.views import polling
from scoring.views.access import session_by_number
from scoring.views.answers import CONFLICT, or_show, piece_or_page, valid
from scoring.views.dates import clock, day
from scoring.views.evening.cutting import sits_twice
from scoring.views.evening.door import counts_of, describe_fees
from scoring.views.evening.papers import prints_of
from scoring.views.qr_codes import address_of
from scoring.views.table.games import game_score

FEW = 5
"""From so many on, who has no seat is counted and not named."""
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

    @property
    def waiting(self) -> str:
        """ "2 hands wait for a decision"; nothing when none does."""
        if not self.waits:
            return ""
        hands = "a hand waits" if self.waits == 1 else f"{self.waits} hands wait"
        return f"{hands} for a decision"

    @property
    def objected(self) -> str:
        """ "2 hands objected to"; nothing when none is."""
        return f"{counted(self.objections, 'hand')} objected to" if self.objections else ""

    @property
    def needs(self) -> list[str]:
        """What somebody must look at."""
        return [words for words in (self.waiting, self.objected) if words]

    @property
    def alarms(self) -> bool:
        """Whether the table needs somebody."""
        return bool(self.needs or self.quiet)


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
    counts, runs = counts_of(people), may(actor, RUN, session)
    free = unseated(people, session) if tables and not session.closed else []
    return _alarms(session, tables, people) | {
        "session": session,
        "runs": runs,
        "seats_people": runs and not session.closed and not session.has_tournament,
        "tag": evening_tag(session, actor),
        "forgotten": not session.closed and session.played_on < timezone.localdate(),
        "about": about_evening(session),
        "counts": counts,
        "absent": absent(counts, session),
        "unseated": free,
        "names_of_few": f" ({', '.join(free)})" if len(free) < FEW else "",
        "seats": reverse(
            "tournament-people" if session.has_tournament else "seats", args=[session.pk]
        ),
        "tables": tables,
        "took_place": bool(tables or counts[HERE] or session.has_tournament),
        "nobody_came": not (tables or counts[HERE] or counts[GONE]),
        "first": "" if tables else _first(session, counts),
        "no_table": _no_table(session, counts, runs=runs),
        "papers": prints_of(session, tables=bool(tables)),
    }


def about_evening(session: ClubSession) -> str:
    """Return when it is, what it costs, how it goes: "Friday 14 November 2026, 19:30 · open"."""
    when = day(session.played_on)
    if session.starts_at:
        when += f", {session.starts_at:%H:%M}"
    state = "closed" if session.closed else "planned" if is_planned(session) else "open"
    return " · ".join(filter(None, [when, describe_fees(session), state]))


def absent(counts: dict[str, int], session: ClubSession) -> str:
    """Return what goes on after how many are here: ", 2 left, 1 member missing"."""
    words = [f"{counts[GONE]} left"] if counts[GONE] else []
    if counts[MISSING] and not session.closed:
        words += [f"{counted(counts[MISSING], 'member')} missing"]
    return "".join(f", {word}" for word in words)


def _first(session: ClubSession, counts: dict[str, int]) -> str:
    """Return what is done first while there is no table: "table", "seats" or "door"."""
    if session.club.casual:
        return "table"
    return "seats" if counts[HERE] else "door"


FIRST = {
    "table": "Open one: say who sits where, and the site shows the code to scan.",
    "seats": "Form tables of who is here, or open one and say who sits where.",
    "door": "First check people in at the door; then form tables of who is here.",
}


def _no_table(session: ClubSession, counts: dict[str, int], *, runs: bool) -> str:
    """Return what stands where tables will, and what whoever runs the evening does about it."""
    if is_planned(session):
        return "No table yet: this evening is still to come."
    if not runs or session.closed:
        return "No table yet."
    return f"No table yet. {FIRST[_first(session, counts)]}"


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
    return _alarms(
        session,
        tables,
        people,
        quiet=[],
        begun=[line for line in tables if line.table.begun],
        silent=[(line, silent[line.table.pk]) for line in tables if line.table.pk in silent],
        unpaid=describe_unpaid(session),
    )


def describe_unpaid(session: ClubSession) -> str:
    """Return "2 door fees (£10.00)", which are not paid; nothing when all are."""
    fees, minor = unpaid_fees(session)
    if not fees:
        return ""
    return f"{counted(fees, 'door fee')} ({written(minor, session.club.currency)})"


def _alarms(
    session: ClubSession, tables: list[TableLine], people: list[Person], **more: object
) -> dict:
    """Return what needs somebody, with what is given in `more`, and whether anything does."""
    found = {
        "waiting": [line for line in tables if line.waits],
        "objected": [line for line in tables if line.objections],
        "quiet": [line for line in tables if line.quiet],
        "left_seated": [] if session.closed else left_seated(people),
        "twice_seated": [] if session.closed else twice_seated(people, tables),
    } | more
    return found | {"alarms": any(found.values())}


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


def since(at: datetime, now: datetime) -> str:
    """Return how long ago something was: "just now", "3 min ago", "at 19:40", "on 14 November"."""
    passed, local = now - at, timezone.localtime(at)
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{minutes(passed)} min ago"
    return f"at {clock(at)}" if passed < timedelta(hours=12) else f"on {local:%-d %B}"


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
        "kept_days": settings.PUT_AWAY_AFTER if session.club.casual else 0,
    }
    template = "evening/session/session.html"
    return piece_or_page(request, template, context, piece="evening", name="session", status=status)


@require_POST
@session_by_number(RUN)
def notice(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Tell everybody something, on this page and on the wall; an empty line takes it away."""
    form = NoticeForm(request.POST)
    with or_show(partial(_session, request, session, actor, notice=form)):
        verbs.write_notice(session=session, **valid(form))
    return redirect("session", session.pk)


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
        messages.info(request, f"New to the club, and added as guests: {listed(strangers)}.")
    if twice := sits_twice(table):
        messages.warning(request, twice)
    return redirect("share", table.links.get(right=Link.Right.WRITE, revoked_at=None).token)


def _table_form(session: ClubSession, *sent) -> OpenTableForm:
    """Return the form that opens a table; it may choose the house rules that stand."""
    return OpenTableForm(
        *sent, currency=session.club.currency, houses=session.club.house_rules.standing()
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
        "players": likely_to_sit_down(session),
        "house_page": reverse("house-rules", args=[session.club_id]),
    }
    return render(request, "evening/session/open_table.html", context, status=status)
