"""An evening as it goes on: every table, what needs somebody, what everybody is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions.evening import help_calls
from scoring.actions.evening import sessions as verbs
from scoring.actions.table.tables import SeatedAlready, open_table
from scoring.forms.evening.sessions import NoticeForm, SessionForm
from scoring.forms.table.tables import OpenTableForm
from scoring.models import ClubSession, HelpCall, Link, Player, Sitting, Table
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.queries.club.usual import usual_terms
from scoring.queries.evening.answers import said_of
from scoring.queries.evening.calling_off import was_held
from scoring.queries.evening.now import (
    GONE,
    HERE,
    LiveTable,
    Person,
    at_the_door,
    colours_of_evening,
    is_planned,
    likely_to_sit_down,
    live_tables,
    not_agreed,
    people_of,
    unpaid_fees,
)
from scoring.queries.evening.plans import waits_elsewhere
from scoring.queries.evening.titles import sittings_of
from scoring.queries.money.prizes_to_pay import prizes_to_pay_of
from scoring.queries.money.settlement import statement_signed
from scoring.queries.table.agreed import open_objections
from scoring.queries.tournament.entry_fees import in_the_round_now
from scoring.rules.money import written
from scoring.rules.rule_set import NUMBERS
from scoring.rules.wording import counted, listed
from scoring.views import polling
from scoring.views.access import session_by_number
from scoring.views.answers import CONFLICT, or_show, piece_or_page, valid
from scoring.views.dates import clock
from scoring.views.evening.cutting import sits_twice
from scoring.views.evening.door import counts_of, describe_fees
from scoring.views.evening.help_calls import call_lines
from scoring.views.evening.papers import prints_of
from scoring.views.evening.titles import best_line, title_lines
from scoring.views.qr_codes import address_of
from scoring.views.table.games import game_score

ROOM = 13
"""Letters: so wide is half a card on a phone, for a name, the dealer's mark and the points."""
QUIET = timedelta(minutes=10)
FORGOTTEN = timedelta(hours=6)
"""A table that is silent for longer waits for nobody: its evening was not closed."""


@dataclass(frozen=True, kw_only=True)
class Sitter:
    """Somebody at a table of the evening's page."""

    name: str
    """As it is written where room is short: "Bartholomew F."."""
    whole: str
    colour: int
    """The colour and shape (0 to 6) of their disc."""
    deals: bool
    """Whether they deal the next hand."""


@dataclass(frozen=True, kw_only=True)
class Stand:
    """How a player stands, or two who are partners: their points, and the games they have won."""

    sitters: tuple[Sitter, ...]
    points: int
    games: int = 0
    won: str = ""
    """ "2 games"; nothing before the first."""


@dataclass(frozen=True, kw_only=True)
class Need:
    """What somebody must look at: of which kind, in words, and where it is seen to."""

    kind: str
    says: str
    address: str


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table on the evening's page."""

    table: Table
    stands: tuple[Stand, ...]
    """Who stands where, the best first; partners in the order in which they sit."""
    unheard: bool
    """Whether those are of a tournament's round of which no hand was logged: they are no score."""
    about: str
    """ "Hand 12 · 3 min ago"."""
    waits: int
    """How many hands wait for a decision."""
    objections: int
    """How many hands somebody objects to as they stand."""
    quiet: int
    """For how many minutes nothing was heard, when that is unusual; else 0."""
    links: dict[str, str]
    untouched: bool
    """Whether no hand was told here: it can be removed."""
    needs: tuple[Need, ...] = ()
    """What somebody must look at, the most pressing first."""

    @property
    def state(self) -> str:
        """Its menu has other links in each: "closed", "open", or "new" before the first hand."""
        if self.table.session.closed:
            return "closed"
        return "new" if self.untouched else "open"

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
    def partners(self) -> bool:
        """Whether two sit against two."""
        return any(len(stand.sitters) > 1 for stand in self.stands)

    @property
    def long(self) -> bool:
        """Whether somebody needs more than half of a card on a phone."""
        return any(
            len(one.name) + 3 * one.deals + 2 * len(str(stand.points)) > ROOM
            for stand in self.stands
            for one in stand.sitters
        )


@dataclass(frozen=True, kw_only=True)
class Chip:
    """How many of one kind need somebody, and where the first of them is."""

    says: str
    address: str
    title: str = ""


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
    lines = [replace(line, needs=tuple(_needs(line, session, gone, twice))) for line in tables]
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
        "chips": list(_chips(session, lines, gone=gone, twice=twice, free=free)),
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


def _needs(
    line: TableLine, session: ClubSession, gone: Iterable[Person], twice: Iterable[dict]
) -> Iterator[Need]:
    """Yield what somebody must look at here, the most pressing first."""
    write = line.links.get("write")
    if line.waits:
        yield Need(kind="waits", says=line.waiting, address=reverse("pad", args=[write]))
    if line.objections:
        yield Need(kind="objected", says=line.objected, address=reverse("score", args=[write]))
    for one in twice:
        others = [str(sitting.table) for sitting, _ in one["at"] if sitting.table != line.table]
        for sitting, link in one["at"]:
            if sitting.table == line.table:
                says = f"{one['player']} sits at {listed(others)} too: who really sits here?"
                address = reverse("put-right", args=[link, sitting.no])
                yield Need(kind="twice", says=says, address=address)
    for person in gone:
        if person.seat.sitting.table == line.table:
            says = f"{person.player} has left: who takes the place?"
            address = reverse("cut-in", args=[session.pk, line.table.no])
            yield Need(kind="left", says=says, address=address)


def _chips(
    session: ClubSession,
    lines: Iterable[TableLine],
    *,
    gone: list[Person],
    twice: list[dict],
    free: list[Player],
) -> Iterator[Chip]:
    """Yield what needs somebody, each kind counted once, the most pressing first."""
    hands, objections = (
        sum(getattr(line, one) for line in lines) for one in ("waits", "objections")
    )
    quiet = [line for line in lines if line.quiet]
    kinds = {
        "waits": f"{counted(hands, 'hand')} wait{'s' if hands == 1 else ''}" if hands else "",
        "objected": f"{counted(objections, 'hand')} objected to" if objections else "",
        "twice": f"{len(twice)} seated twice" if twice else "",
        "left": f"{len(gone)} gone, still seated" if gone else "",
    }
    for kind, says in kinds.items():
        if says:
            first = next(line for line in lines if any(need.kind == kind for need in line.needs))
            yield Chip(says=says, address=f"#table-{first.table.no}")
    if quiet:
        says = f"{counted(len(quiet), 'table')} quiet"
        yield Chip(says=says, address=f"#table-{quiet[0].table.no}")
    waits = waits_elsewhere(session) if free and not session.has_tournament else {}
    waiting = [one for one in free if one.pk in waits]
    for says, people in (
        (f"{len(waiting)} wait{'s' if len(waiting) == 1 else ''} to cut in", waiting),
        (f"{len(free) - len(waiting)} without a seat", [one for one in free if one not in waiting]),
    ):
        if people:
            seats = "tournament-people" if session.has_tournament else "seats"
            names = ", ".join(one.name for one in people)
            yield Chip(says=says, address=reverse(seats, args=[session.pk]), title=names)


@dataclass(frozen=True, kw_only=True)
class Step:
    """What whoever runs the evening does: what its button says, and where it leads."""

    says: str
    address: str
    strong: bool = False


def _steps(session: ClubSession, counts: dict[str, int], *, tables: bool) -> list[Step]:
    """Return the usual steps: two while tables play; before, all that lead to the first, and the
    one to begin with is strong."""
    if tables:
        second = ("Close the session", "close-session") if session.club.casual else FORM
        names = [OPEN, second]
    else:
        names = [OPEN] if session.club.casual else [DOOR, FORM, OPEN]
    first = None if tables else _first(session, counts)
    names.sort(key=lambda step: step != first)
    return [
        Step(says=step[0], address=reverse(step[1], args=[session.pk]), strong=step == first)
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


def table_lines(session: ClubSession, now: datetime) -> list[TableLine]:
    """Return the lines of the evening's tables: seven queries."""
    objections = open_objections(session)
    return [
        table_line(live, now, session, objections=objections.get(live.table.pk, 0))
        for live in live_tables(session)
    ]


def left_open(session: ClubSession) -> dict:
    """Return what is open before an evening is closed, besides what its hands come to."""
    tables, people = table_lines(session, timezone.now()), people_of(session)
    silent = not_agreed(session)
    found = {
        "waiting": [line for line in tables if line.waits],
        "begun": [line for line in tables if line.table.begun],
        "objected": [line for line in tables if line.objections],
        "left_seated": left_seated(people),
        "twice_seated": twice_seated(people, tables),
        "silent": [(line, silent[line.table.pk]) for line in tables if line.table.pk in silent],
        "unpaid": describe_unpaid(session),
        "prizes": describe_prizes_to_pay(session),
    }
    return found | {"alarms": any(found.values())}


def describe_unpaid(session: ClubSession) -> str:
    """Return "2 door fees (£10.00)", which are not paid; nothing when all are."""
    fees, minor = unpaid_fees(session)
    if not fees:
        return ""
    return f"{counted(fees, 'door fee')} ({written(minor, session.club.currency)})"


def describe_prizes_to_pay(session: ClubSession) -> str:
    """Return "2 prizes (£27.00) are", which were announced and not paid; nothing when all are."""
    unpaid = prizes_to_pay_of(session)
    if unpaid is None:
        return ""
    amount = written(unpaid.amount, session.club.currency)
    return f"{counted(unpaid.number, 'prize')} ({amount}) {'is' if unpaid.number == 1 else 'are'}"


def unseated(people: Iterable[Person], session: ClubSession) -> list[Player]:
    """Return who is here and sits nowhere; who is in a tournament's round has their
    place."""
    placed = in_the_round_now(session) if session.has_tournament else set()
    free = (one for one in people if one.state == HERE and not one.table)
    return [one.player for one in free if one.player.pk not in placed]


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
        stands=stands(live.sitting) if live.sitting else (),
        unheard=_is_unheard(live),
        about=_about(live, now, closed=session.closed),
        waits=live.table.waiting,
        objections=objections,
        quiet=0 if session.closed else _quiet(live, now),
        links=live.links,
        untouched=not (live.table.hands_so_far or live.table.waiting or live.table.begun),
    )


def stands(sitting: Sitting) -> tuple[Stand, ...]:
    """Return who stands where, the best first; partners as they sit."""
    score, people = game_score(sitting), sitters(sitting)
    if score is None:
        alone = zip(people, sitting.totals, strict=True)
        return _ranked(Stand(sitters=(one,), points=points) for one, points in alone)
    seats = sitting.rules.sides(len(people))
    found = [
        Stand(
            sitters=tuple(people[seat] for seat in seats[side.side]),
            points=side.points,
            games=side.games,
            won=side.won if side.games else "",
        )
        for side in score.sides
    ]
    return tuple(found) if len(people) > len(found) else _ranked(found)


def _ranked(found: Iterable[Stand]) -> tuple[Stand, ...]:
    return tuple(sorted(found, key=lambda stand: (-stand.games, -stand.points)))


def sitters(sitting: Sitting) -> list[Sitter]:
    """Return who sits at a table, by seat."""
    people = zip(sitting.players, sitting.called, sitting.colours, strict=True)
    return [
        Sitter(
            name=called,
            whole=player.name,
            colour=colour,
            deals=seat == sitting.dealer,
        )
        for seat, (player, called, colour) in enumerate(people)
    ]


def _is_unheard(live: LiveTable) -> bool:
    """Return whether a tournament's table has no hand of the round: what its cards or totals say
    stands with the round, and its pad's nothing is no score."""
    return bool(live.sitting and live.sitting.round_table_id and not live.sitting.played)


def _about(live: LiveTable, now: datetime, *, closed: bool) -> str:
    if _is_unheard(live) and not live.table.begun:
        return "No hand of this round on its pad: see the tournament"
    if closed:
        return counted(live.table.hands_so_far, "hand")
    if live.sitting is None:
        return "Broken up: nobody sits here."
    hands, ago = len(live.sitting.played), since(live.heard_at, now)
    if live.table.begun:
        return f"Hand {hands + 1} is begun · {ago}" if hands else "Hand 1 is begun"
    if hands:
        return f"Hand {hands + 1} · {ago}"
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
    """Return how long ago something was: "just now", "3 min ago", "at 19:40", "on 14 November",
    last year "on 14 November 2025"."""
    passed, local = now - at, timezone.localtime(at)
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{minutes(passed)} min ago"
    if passed < timedelta(hours=12):
        return f"at {clock(at)}"
    this_year = local.year == timezone.localtime(now).year
    return f"on {local:%-d %B}" if this_year else f"on {local:%-d %B %Y}"


def minutes(passed: timedelta) -> int:
    """Return the whole minutes of a stretch of time."""
    return passed // timedelta(minutes=1)


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


@require_POST
@session_by_number(RUN)
def notice(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Tell everybody something, on this page and on the wall; an empty line takes it away."""
    form = NoticeForm(request.POST)
    with or_show(partial(show_session, request, session, actor, notice=form)):
        verbs.write_notice(session=session, **valid(form))
    return redirect("session", session.pk)


@require_POST
@session_by_number(WRITE)
def come(request: HttpRequest, session: ClubSession, actor: Actor, call: int) -> HttpResponse:
    """Say that one is coming to a table that called."""
    return _answer_call(request, session, actor, call, help_calls.come)


@require_POST
@session_by_number(WRITE)
def settle(request: HttpRequest, session: ClubSession, actor: Actor, call: int) -> HttpResponse:
    """Say that a table's call is settled."""
    return _answer_call(request, session, actor, call, help_calls.settle)


def _answer_call(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    call: int,
    verb: Callable[..., HelpCall],
) -> HttpResponse:
    """Do it, and go back to the page on which it was tapped: the evening's, or its director's."""
    found = get_object_or_404(HelpCall, pk=call, session=session)
    with or_show(partial(show_session, request, session, actor)):
        verb(call=found, actor=actor)
    return redirect("tournament" if "directing" in request.POST else "session", session.pk)


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
        "players": likely_to_sit_down(session),
        "house_page": reverse("house-rules", args=[session.club_id]),
    }
    return render(request, "evening/session/open_table.html", context, status=status)
