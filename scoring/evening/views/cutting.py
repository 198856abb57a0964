"""Cutting in and out at a table: the waiting list, the next change with its reasons, and the change
itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, get_object_or_404, redirect, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods

from scoring.common.access import actor_of
from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.wording import listed
from scoring.evening.actions import cutting
from scoring.evening.actions import cutting as verbs
from scoring.evening.forms.cutting import (
    BreakUpForm,
    ChangeForm,
    ComeBackForm,
    LeaveForm,
    StandInForm,
    WhoForm,
)
from scoring.evening.queries.cutting import (
    Change,
    Turns,
    change_at,
    free_people,
    seated_elsewhere,
    turns_at,
)
from scoring.movement.cutting_out import TURNS, describe_turns
from scoring.table.access import session_by_number
from scoring.table.models import ClubSession, Link, Sitting, Table
from scoring.table.views.circle import circle_of
from scoring.table.views.games import game_score, just_ended


@dataclass(frozen=True, kw_only=True)
class NextChange:
    """The next change at a table, with its reasons (templates/evening/cutting/_change.html)."""

    table: Table

    @cached_property
    def change(self) -> Change:
        return change_at(self.table)

    @property
    def turn(self) -> str:
        return TURNS[self.change.turns.turn][0]

    @property
    def turns(self) -> str:
        return TURNS[self.change.turns.turn][1]

    @property
    def over(self) -> bool:
        return self.change.turns.over

    @property
    def when(self) -> str:
        return "" if self.over else f" when the {self.turn} is over"

    @property
    def progress(self) -> str:
        return progress(self.change.turns)

    @property
    def entering(self) -> str:
        return listed([self.change.people[key].name for key in self.change.entry.enter])

    @property
    def going(self) -> str:
        return listed([self.change.people[key].name for key in self.change.out.out])

    @property
    def decided(self) -> bool:
        return not (self.change.entry.must_cut or self.change.out.must_cut)

    @property
    def cards(self) -> list[list[dict]]:
        """The cards that were cut, a round at a time."""
        names = self.change.people
        return [
            [{"name": names[card.key].name, "card": card} for card in cards]
            for cards in (*self.change.out.rounds, *self.change.entry.rounds)
        ]

    @cached_property
    def form(self) -> ChangeForm:
        """It carries what its page showed."""
        change = self.change
        return ChangeForm(
            now=change.sitting.pk,
            takes=not self.over,
            seen=",".join(str(candidate.pk) for candidate in change.candidates),
            out=",".join(map(str, change.out.out)) if self.over else "",
        )


@dataclass(frozen=True, kw_only=True)
class CutPage:
    """The players at a table, the waiting list, and the next change."""

    table: Table
    message: str
    sent: Mapping[str, Form]
    """The form that cannot be done, by its name here."""

    @cached_property
    def next(self) -> NextChange:
        return NextChange(table=self.table)

    @property
    def sitting(self) -> Sitting:
        return self.next.change.sitting

    @property
    def circle(self) -> dict | None:
        return circle_of(self.sitting)

    @property
    def people(self) -> list[dict]:
        return _people(self.next.change.turns)

    @cached_property
    def twice(self) -> str:
        return sits_twice(self.table)

    @property
    def link(self) -> Link | None:
        return self.table.links.filter(right="write", revoked_at=None).first()

    @property
    def between(self) -> bool:
        return self.next.change.turns.between

    @cached_property
    def _free(self) -> list[str]:
        waiting = {candidate.player_id for candidate in self.next.change.candidates}
        people = free_people(self.table.session)
        return [player.name for player in people if player.pk not in waiting]

    @property
    def _at(self) -> dict:
        return {"now": self.sitting.pk, "sitters": sitters_of(self.sitting)}

    @cached_property
    def declare(self) -> WhoForm:
        fresh = WhoForm(names=self._free, label="Player who wants to come in")
        return self.sent.get("declare", fresh)

    @cached_property
    def leave(self) -> LeaveForm:
        return self.sent.get("leave", LeaveForm(**self._at, takes=not self.between))

    @cached_property
    def stand_in(self) -> StandInForm:
        return self.sent.get("stand_in", StandInForm(**self._at, names=self._free))

    @cached_property
    def break_up(self) -> BreakUpForm:
        return self.sent.get("break_up", BreakUpForm(**self._at))


def sits_twice(table: Table) -> str:
    """Return a sentence about each player who also sits at another open table; "" for none."""
    found = seated_elsewhere(table, table.sitting.players)
    return " ".join(f"{player} also sits at {other}. Is that right?" for player, other in found)


def sitters_of(sitting: Sitting) -> list[tuple[int, str]]:
    return [(player.pk, player.name) for player in sitting.players]


def progress(turns: Turns) -> str:
    """Return the state of the turn in progress, such as "Rubber 2, game 1: Ann and Cat 3, Ben and
    Dan 0"."""
    sitting = turns.sitting
    if turns.between:
        return "No hand has been played yet"
    if sitting.standing is None:
        seats = len(sitting.players)
        done = sum(played.dealer != played.next_dealer for played in sitting.played) % seats
        return f"{done} of {seats} deals of this round played"
    score = game_score(sitting, just_ended(sitting, begun=False))
    return f"{score.place}: {', '.join(f'{side.name} {side.points}' for side in score.sides)}"


def _people(turns: Turns) -> list[dict]:
    """Return everybody in their seat: their turns, whose place they took, who plays for them."""
    away = {
        seat.player_id: seat.substitute for seat in turns.sitting.seats.select_related("substitute")
    }
    return [
        {
            "player": player,
            "turns": describe_turns(turns.counts[player.pk], turns.turn),
            "took": turns.predecessors.get(player.pk, ""),
            "substitute": away.get(player.pk),
        }
        for player in turns.sitting.players
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(WRITE)
def cut(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> HttpResponse:
    """Show the players, the waiting list and the next change; posted, make the change."""
    table = _table(session, no)
    if request.method != "POST":
        return _page(request, table)
    return make_change(
        request, table, actor, page=partial(_page, request, table), back=_back(table)
    )


def make_change(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    *,
    page: Callable[..., HttpResponse],
    back: HttpResponse,
) -> HttpResponse:
    """Make the change of a form and go `back`; show refusals on the `page`."""
    turns = turns_at(table)
    form = ChangeForm(request.POST, now=turns.sitting.pk, takes=not turns.over)
    with or_show(page, already=partial(_changed_before, request, back)):
        change = verbs.cut_in(table=table, actor=actor, **valid(form))
    messages.success(request, describe(change))
    return back


def _changed_before(
    request: HttpRequest, back: HttpResponse, done: verbs.AlreadyChanged
) -> HttpResponse:
    messages.info(request, str(done))
    return back


def describe(change: Change) -> str:
    """Return a change that was made, in sentences: players in, players out, and the cards cut."""
    names = [change.people[key].name for key in change.entry.enter]
    came = f"{listed(names)} {'came' if names else ''} in."
    return " ".join([*change.out.why, *change.entry.why, came])


@posted(session_by_number(WRITE), to="cut-in")
def declare(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> str:
    """Add a player to the waiting list."""
    table = _table(session, no)
    form = WhoForm(request.POST, names=_free(session), label="Player who wants to come in")
    with _or_page(request, table, declare=form):
        waits = verbs.declare(table=table, name=valid(form)["name"])
    return f"{waits.player} is waiting for {table}."


@posted(session_by_number(WRITE), to="cut-in")
def withdraw(request: HttpRequest, session: ClubSession, actor: Actor, no: int, player: int) -> str:
    """Remove a player from the waiting list."""
    table = _table(session, no)
    waits = get_list_or_404(table.candidates.select_related("player"), player=player)[-1]
    with _or_page(request, table):
        verbs.withdraw(candidate=waits)
    return f"{waits.player} is no longer waiting for {table}."


@posted(session_by_number(WRITE), to="cut-in")
def leave(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> str:
    """Remove a player from the table; the next in order takes the seat."""
    table = _table(session, no)
    turns = turns_at(table)
    sitters = sitters_of(turns.sitting)
    form = LeaveForm(request.POST, now=turns.sitting.pk, sitters=sitters, takes=not turns.between)
    with _or_page(request, table, leave=form):
        successor = cutting.leave_table(table=table, actor=actor, **valid(form))
    left = dict(sitters)[form.cleaned_data["player"]]
    if successor is None:
        return f"{left} left. The others play on."
    return f"{successor} took the seat of {left}, and goes out when {left} would have."


@posted(session_by_number(WRITE), to="cut-in")
def stand_in(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> str:
    """Let a substitute play for an absent player."""
    table = _table(session, no)
    now, sitters = table.sitting.pk, sitters_of(table.sitting)
    form = StandInForm(request.POST, now=now, sitters=sitters, names=_free(session))
    with _or_page(request, table, stand_in=form):
        clean = valid(form)
        what = {name: clean[name] for name in ("sitting", "player", "name", "consent")}
        seat = cutting.stand_in(table=table, actor=actor, **what)
    return f"{seat.substitute} plays for {seat.player}. The score counts for {seat.player}."


@posted(session_by_number(WRITE), to="cut-in")
def come_back(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> str:
    """End a substitution."""
    table = _table(session, no)
    with _or_page(request, table):
        player = valid(ComeBackForm(request.POST))["player"]
        back = cutting.come_back(table=table, player=player, actor=actor)
    return f"{back} plays again."


@posted(session_by_number(WRITE), to="cut-in")
def break_up(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> str:
    """The table is broken up."""
    table = _table(session, no)
    form = BreakUpForm(request.POST, now=table.sitting.pk, sitters=sitters_of(table.sitting))
    with _or_page(request, table, break_up=form):
        clean = valid(form)
        what = {"sitting": clean["sitting"], "by": clean["player"]}
        cutting.break_table_up(table=table, actor=actor, **what)
    return f"{table} is broken up. Its hands are settled when the {session.noun} is closed."


def _or_page(request: HttpRequest, table: Table, **sent) -> AbstractContextManager[None]:
    """Run the action of a form; show refusals on the page, with the form as it was `sent`."""
    page = partial(_page, request, table, **sent)
    return or_show(page, already=partial(_changed_before, request, _back(table)))


def _page(
    request: HttpRequest, table: Table, *, message: str = "", status: int = 200, **sent
) -> HttpResponse:
    table = _again(table)
    runs = may(actor_of(request), RUN, table.session)
    page = CutPage(table=table, message=message, sent=sent)
    context = {"page": page, "session": table.session, "runs": runs}
    return render(request, "evening/cutting/cut.html", context, status=status)


def _back(table: Table) -> HttpResponse:
    return redirect("cut-in", table.session_id, table.no)


def _table(session: ClubSession, no: int) -> Table:
    return get_object_or_404(session.tables.select_related("session__club", "house"), no=no)


def _again(table: Table) -> Table:
    """Return the table, read again after a write."""
    return _table(table.session, table.no)


def _free(session: ClubSession) -> list[str]:
    return [player.name for player in free_people(session)]
