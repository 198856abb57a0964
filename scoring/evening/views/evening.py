"""The page of a club night in progress: every table, everything that needs attention, and the
notice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import or_show, piece_or_page, posted, status_of, valid
from scoring.common.dates import written_time
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.common.qr_codes import address_of
from scoring.common.to_do import Need, Step
from scoring.common.tonight import night_at
from scoring.euchre.wording import counted
from scoring.evening.actions import sessions as verbs
from scoring.evening.forms.sessions import NoticeForm, SessionForm
from scoring.evening.pure.titles import PlayedSitting
from scoring.evening.queries.answers import Said, said_of
from scoring.evening.queries.calling_off import was_held
from scoring.evening.queries.fees import fee_change, usual_fees
from scoring.evening.queries.now import GONE, HERE, Person, at_the_door, is_planned, is_unchecked
from scoring.evening.queries.titles import as_played, sittings_of
from scoring.evening.views.check_in import counts_of
from scoring.evening.views.fees import describe_fees, preview_fees
from scoring.evening.views.needs import chips, left_seated, needs_at, twice_seated, unseated
from scoring.evening.views.papers import Print, prints_of
from scoring.evening.views.table_lines import TableLine, table_lines
from scoring.evening.views.titles import TitleLine, best_line, title_lines
from scoring.table.access import session_by_number
from scoring.table.actions import help_calls
from scoring.table.models import ClubSession, HelpCall, Sitting
from scoring.table.queries.settlement import statement_signed
from scoring.table.views.calls_shown import CallLine, call_lines


def evening_tag(session: ClubSession, actor: Actor) -> str:
    """Return the polling tag, which changes with the club night, the minute and the viewer."""
    minute = int(timezone.now().timestamp()) // 60
    return polling.tag(session.version, minute, may(actor, RUN, session))


@dataclass(frozen=True, kw_only=True)
class EveningPage:
    """An evening as it goes on; a fixed number of queries."""

    session: ClubSession
    actor: Actor
    notice_form: NoticeForm
    message: str = ""

    @cached_property
    def now(self) -> datetime:
        return timezone.now()

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.session)

    @property
    def tag(self) -> str:
        return evening_tag(self.session, self.actor)

    @property
    def news(self) -> str:
        return polling.news("session", self.session.pk)

    @property
    def casual(self) -> bool:
        return self.session.club.casual

    @cached_property
    def people(self) -> list[Person]:
        return at_the_door(self.session)

    @cached_property
    def counts(self) -> dict[str, int]:
        return counts_of(self.people)

    @cached_property
    def _lines(self) -> list[TableLine]:
        return table_lines(self.session, self.now)

    @cached_property
    def _gone(self) -> list[Person]:
        return [] if self.session.closed else left_seated(self.people)

    @cached_property
    def _twice(self) -> list[dict]:
        return [] if self.session.closed else twice_seated(self.people, self._lines)

    @cached_property
    def tables(self) -> list[TableLine]:
        """The tables, each with everything that needs attention."""
        needs = partial(needs_at, session=self.session, gone=self._gone, twice=self._twice)
        return [replace(line, needs=tuple(needs(line))) for line in self._lines]

    @cached_property
    def chips(self) -> list[Need]:
        session, people = self.session, self.people
        seated = self.casual or session.closed or not self.tables
        free = [] if seated else unseated(people, session)
        unchecked = [] if session.closed else [one for one in people if is_unchecked(session, one)]
        known = {"gone": self._gone, "twice": self._twice, "free": free, "unchecked": unchecked}
        return list(chips(session, self.tables, **known))

    @property
    def about(self) -> str:
        return about_evening(self.session, tables=len(self.tables), counts=self.counts)

    @property
    def forgotten(self) -> bool:
        return not self.session.closed and self.session.played_on < night_at()

    @property
    def held(self) -> bool:
        return was_held(self.session)

    @property
    def only_planned(self) -> bool:
        came = any(one.came for one in self.people)
        return not came and all(one.untouched for one in self.tables)

    @cached_property
    def said(self) -> Said | None:
        return None if self.casual or self.session.closed else said_of(self.session)

    @property
    def calls(self) -> list[CallLine]:
        return call_lines(self.session, self.now)

    @cached_property
    def steps(self) -> list[Step]:
        """The usual ones: two while tables play; before, all that lead to the first, and the one to
        begin with comes next."""
        session = self.session
        if not self.runs or session.closed or session.has_tournament:
            return []
        if self.tables:
            first, names = None, [OPEN, (f"Close {session.noun}", "close-session")]
        else:
            first, names = self._first, [OPEN] if self.casual else [DOOR, FORM, OPEN]
        names.sort(key=lambda step: step != first)
        return [
            Step(title=step[0], address=reverse(step[1], args=[session.pk]), next=step == first)
            for step in names
        ]

    @property
    def _first(self) -> tuple[str, str]:
        """The first step while there are no tables."""
        if self.casual:
            return OPEN
        return FORM if self.counts[HERE] else DOOR

    @property
    def no_table(self) -> str:
        """The text in place of the tables, with the next step for organisers."""
        if is_planned(self.session):
            return f"No tables yet. This {self.session.noun} is still to come."
        if self.session.closed:
            return "No tables were played."
        return f"No tables yet. {FIRST[self._first]}" if self.runs else "No tables yet."

    @cached_property
    def papers(self) -> list[Print]:
        return prints_of(self.session, tables=bool(self.tables))

    @property
    def kept_days(self) -> int:
        return settings.PUT_AWAY_AFTER if self.casual else 0

    @cached_property
    def _sittings(self) -> list[Sitting]:
        return sittings_of(self.session)

    @cached_property
    def _played(self) -> list[PlayedSitting]:
        return as_played(self._sittings)

    @cached_property
    def titles(self) -> list[TitleLine]:
        if not self.session.closed:
            return []
        signed = statement_signed(self.session)
        return title_lines(self.session, signed, sittings=self._sittings, played=self._played)

    @cached_property
    def best(self) -> TitleLine | None:
        return best_line(self._sittings, self._played) if self.session.closed else None


OPEN, FORM, DOOR = ("Add a table", "open-table"), ("Make tables", "seats"), ("Check-in", "door")
FIRST = {
    OPEN: "Add one and enter who sits where. Then players scan its QR code.",
    FORM: "Make tables for everyone here, or add a single table.",
    DOOR: "First check people in. Then make tables for everyone here.",
}


def about_evening(session: ClubSession, *, tables: int, counts: dict[str, int]) -> str:
    """Return the state in short: "17 here · 3 tables · £2.00 at check-in". Before anyone sits down,
    it includes the start time."""
    begun = tables or counts[HERE] or counts[GONE]
    state = "closed" if session.closed else "planned" if is_planned(session) else ""
    came = counts[HERE] + counts[GONE] if session.closed else counts[HERE]
    parts = [
        session.date if session.title else "",
        written_time(session.starts_at) if session.starts_at and not begun else "",
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


@require_safe
@session_by_number(WRITE)
@ptag(lambda request, session, actor: evening_tag(session, actor))
def session(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show the club night: first what needs attention, then every table."""
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
    form = notice or NoticeForm(initial={"notice": session.notice})
    page = EveningPage(session=session, actor=actor, notice_form=form, message=message)
    host = verbs.host_link(session) if page.runs and not request.htmx else None
    address = address_of(request, "host", host.token) if host else None
    context = {"page": page, "session": session, "runs": page.runs, "host_address": address}
    template = "evening/session/session.html"
    return piece_or_page(request, template, context, piece="evening", name="session", status=status)


@posted(session_by_number(RUN), to="session")
def notice(request: HttpRequest, session: ClubSession, actor: Actor) -> None:
    """Store the notice for this page and the big screen; an empty one removes it."""
    form = NoticeForm(request.POST)
    with or_show(partial(show_session, request, session, actor, notice=form)):
        verbs.write_notice(session=session, **valid(form))


def _where_tapped(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Go back to the page with the call, the club night's or its director's."""
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
    """Edit the name, date and fee of a club night."""
    sent = request.POST if request.method == "POST" else None
    form = SessionForm(sent, club=session.club, session=session)
    context = {"session": session, "form": form}
    page = partial(render, request, "evening/session/edit.html", context)
    if sent is None:
        return page()
    with or_show(page, form):
        clean, why = valid(form), ""
        fees = usual_fees(session.club, clean.get("door_fee_minor"), clean.get("guest_fee_minor"))
        if change := fee_change(session, members=fees[0], guests=fees[1]):
            context["new_fees"] = preview = preview_fees(request.POST, session, change)
            if not preview.confirmed:
                return page(status=status_of(preview.form))
            why = preview.why
        verbs.change_session(session=session, actor=actor, why=why, **clean)
    return redirect("session", session.pk)
