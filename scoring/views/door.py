"""The door of an evening: who is here, who has left, who has paid."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import ptag

from scoring.actions import Refused
from scoring.actions import door as verbs
from scoring.forms.door import ArriveForm, FeeForm, FindForm, LeftForm
from scoring.models import ClubSession, Player
from scoring.models.evening_now import GONE, HERE, MISSING, Person, at_the_door, is_planned
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.views.access import session_by_number
from scoring.views.door_page import (
    Line,
    counts_of,
    door_tag,
    fee_told,
    fees_told,
    lines_of,
    newcomer,
    shown,
)

ARRIVED = {MISSING: "is here", GONE: "is back", HERE: "was checked in before: nothing was changed"}
PAID = {True: "has paid", False: "has not paid", None: "owes another amount at the door now"}


@require_safe
@session_by_number(WRITE)
@ptag(lambda request, session, actor: door_tag(session, FindForm(request.GET).asked))
def door(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who is missing, here or gone; whoever goes by what was typed (`q`)."""
    return _door(request, session, actor)


def _door(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    form = FindForm(request.GET)
    asked, since = form.asked, form.stands_since
    if session.closed and "show" not in request.GET:
        asked["show"] = HERE
    people = at_the_door(session, everybody=bool(asked["q"]))
    done = [person for person in people if str(person.player.pk) == request.GET.get("done")]
    context = {
        "session": session,
        "tag": door_tag(session, form.asked),
        "since": since.isoformat(),
        "fees": fees_told(session),
        "planned": is_planned(session),
        "runs": may(actor, RUN, session),
        "form": form,
        **asked,
        "counts": counts_of(people),
        "lines": _lines(session, asked, since, [one for one in people if one not in done]),
        "done": lines_of(session, done),
        "newcomer": newcomer(people, asked["q"]),
        "message": message,
    }
    return _render(
        request, "door/door.html#list" if request.htmx else "door/door.html", context, status
    )


def _lines(
    session: ClubSession, asked: dict[str, str], since: datetime, people: list[Person]
) -> list[Line]:
    """Return the lines of a list; whoever came while it stood can be taken back there, as after a
    tap."""
    fresh_since = since if asked["q"] or asked["show"] == MISSING else None
    return lines_of(session, shown(people, since=since, **asked), fresh_since=fresh_since)


def _render(request: HttpRequest, template: str, context: dict, status: int = 200) -> HttpResponse:
    response = render(request, template, context, status=status)
    response["Bowerbook"] = "door"
    return response


@require_safe
@session_by_number(WRITE)
def one_at_the_door(
    request: HttpRequest, session: ClubSession, actor: Actor, player: int
) -> HttpResponse:
    """What else can be said of somebody at the door: he was not here after all, he owes something
    else."""
    form = FeeForm(currency=session.club.currency)
    return _one(request, session, actor, _player(session, player), form)


def _one(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    player: Player,
    form: FeeForm,
    *,
    status: int = 200,
) -> HttpResponse:
    (line,) = lines_of(session, [_person(at_the_door(session), player)])
    came = line.person.came
    context = {
        "session": session,
        "runs": may(actor, RUN, session),
        "line": line,
        "fee": fee_told(came) if came else "",
        "form": form,
    }
    return render(request, "door/one.html", context, status=status)


@require_POST
@session_by_number(WRITE)
def arrive(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Check somebody in, by a tap on a name of the list, or by a guest's name."""
    form = ArriveForm(request.POST)
    if not form.is_valid():
        return _answer(request, session, actor, message=form.complaint, status=422)
    told = form.cleaned_data
    player = _player(session, told["player"]) if "player" in told else None
    try:
        arrival = (
            verbs.arrive(session=session, player=player, actor=actor)
            if player
            else verbs.arrive_by_name(session=session, name=told["name"], actor=actor)
        )
    except Refused as why:
        return _answer(request, session, actor, player, message=str(why), status=409)
    said, player = ARRIVED[arrival.before], arrival.attendance.player
    return _answer(
        request, session, actor, player, said=f"{player} {said}", fresh=arrival.before == MISSING
    )


@require_POST
@session_by_number(WRITE)
def undo_arrival(
    request: HttpRequest, session: ClubSession, actor: Actor, player: int
) -> HttpResponse:
    """Take an arrival back: he was not here."""
    found = _player(session, player)
    return _do(
        request,
        session,
        actor,
        found,
        "is not checked in",
        partial(verbs.undo_arrival, actor=actor),
    )


@require_POST
@session_by_number(WRITE)
def leave(request: HttpRequest, session: ClubSession, actor: Actor, player: int) -> HttpResponse:
    """Say that somebody has left, or is back again."""
    found, form = _player(session, player), LeftForm(request.POST)
    if not form.is_valid():
        return _answer(request, session, actor, found, message=form.complaint, status=422)
    left = form.cleaned_data["left"]
    said = "has left" if left else "is back"
    return _do(request, session, actor, found, said, partial(verbs.leave, left=left))


@require_POST
@session_by_number(WRITE)
def fee(request: HttpRequest, session: ClubSession, actor: Actor, player: int) -> HttpResponse:
    """Say that somebody paid at the door or did not, or that he owes something else."""
    found, form = _player(session, player), FeeForm(request.POST, currency=session.club.currency)
    if not form.is_valid() and "amount" in form.errors and not request.htmx:
        return _one(request, session, actor, found, form, status=422)
    if not form.is_valid():
        return _answer(request, session, actor, found, message=form.complaint, status=422)
    paid, amount = form.cleaned_data["paid"], form.cleaned_data["amount"]
    other = partial(verbs.set_fee, fee_minor=amount, actor=actor)
    cash = partial(verbs.pay_at_the_door, paid=paid, actor=actor)
    return _do(request, session, actor, found, PAID[paid], other if paid is None else cash)


def _player(session: ClubSession, pk: int) -> Player:
    return get_object_or_404(session.club.players, pk=pk)


def _person(people: list[Person], player: Player) -> Person:
    return next((one for one in people if one.player.pk == player.pk), Person(player=player))


def _do(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    player: Player,
    said: str,
    verb: Callable,
) -> HttpResponse:
    try:
        verb(session=session, player=player)
    except Refused as why:
        return _answer(request, session, actor, player, message=str(why), status=409)
    return _answer(request, session, actor, player, said=f"{player} {said}")


def _answer(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    player: Player | None = None,
    *,
    said: str = "",
    message: str = "",
    fresh: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Answer what was `said`, or refused with a `message`: the person's line and the counts, or the
    page."""
    asked = FindForm(request.GET).asked
    if not request.htmx and message:
        return _door(request, session, actor, message=message, status=status)
    if not request.htmx:
        messages.success(request, f"{said}.")
        return redirect(
            f"{reverse('door', args=[session.pk])}?show={asked['show']}&done={player.pk}"
        )
    people = at_the_door(session)
    context = {
        "session": session,
        "lines": lines_of(session, [_person(people, player)] if player else []),
        "counts": counts_of(people),
        "show": asked["show"],
        "said": said,
        "message": message,
        "fresh": fresh,
    }
    return _render(request, "door/_answer.html", context, status)
