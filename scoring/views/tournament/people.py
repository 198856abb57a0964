"""People in mid-evening: who comes late, who leaves, ghosts; each step with its way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.tournament import late_out as outs
from scoring.actions.tournament import leaving
from scoring.actions.tournament import people as verbs
from scoring.actions.tournament.entrants import add_ghosts
from scoring.actions.tournament.replacing import replace_one
from scoring.forms.tournament.people import GHOST, NEW, NEXT, NumberForm, OutForm
from scoring.models import Entrant, Tournament
from scoring.permissions import RUN, Actor
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.people_page import (
    Evening,
    gone_by,
    late_form,
    leave_form,
    people_context,
    place_form,
    replace_form,
)


@require_safe
@tournament_by_number(RUN)
def people(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Who came late, who left, and what can be done about it; `gone` is who was taken out just
    now."""
    evening = Evening(tournament)
    return _page(request, tournament, evening, out=gone_by(evening, request.GET))


def _page(
    request: HttpRequest, tournament: Tournament, evening: Evening, *, status: int = 200, **forms
) -> HttpResponse:
    context = people_context(tournament, evening)
    context |= {"late_form": late_form(evening), "leave_form": leave_form(evening)}
    context |= {"replace_form": replace_form(evening)} | forms
    return render(request, "tournament/people.html", context, status=status)


def _done(
    request: HttpRequest,
    tournament: Tournament,
    verb: Callable[[], object],
    told: Callable[[object], str],
    **forms,
) -> HttpResponse:
    """Do it and say so; or show the page with why it was not done, and what was typed."""
    try:
        found = verb()
    except Refused as why:
        return _page(
            request, tournament, Evening(tournament), status=409, message=str(why), **forms
        )
    messages.success(request, told(found))
    return redirect("tournament-people", tournament.session_id)


@require_POST
@tournament_by_number(RUN)
def late(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Somebody comes late, is checked in, entered and maybe seated at once."""
    evening = Evening(tournament)
    form = late_form(evening, request.POST)
    if not form.is_valid():
        return _page(request, tournament, evening, late_form=form, status=422)
    said = form.cleaned_data
    what = {"names": said["names"], "group": said.get("group", ""), "at": said["place"]}
    return _done(
        request,
        tournament,
        lambda: verbs.come_late_by_name(tournament=tournament, actor=actor, **what),
        lambda entrant: f"{entrant} plays under number {entrant.no}, {_from(tournament, entrant)}.",
        late_form=form,
    )


@require_POST
@tournament_by_number(RUN)
def place(request: HttpRequest, tournament: Tournament, actor: Actor, no: int) -> HttpResponse:
    """Seat somebody who has no seat in the running round, or let him come after it."""
    evening = Evening(tournament)
    form = place_form(evening, request.POST)
    if not form.is_valid():
        return _page(request, tournament, evening, message=form.complaint, status=422)
    at, said = form.cleaned_data["place"], {"no": no, "seen": form.cleaned_data["round"]}
    if at is None:
        return _done(
            request,
            tournament,
            lambda: verbs.unplace(tournament=tournament, actor=actor, **said),
            lambda entrant: f"{entrant} plays {_from(tournament, entrant)}.",
        )
    return _done(
        request,
        tournament,
        lambda: verbs.place(tournament=tournament, table=at[0], seat=at[1], actor=actor, **said),
        lambda entrant: f"{entrant} sits at table {at[0]} now.",
    )


def _from(tournament: Tournament, entrant: Entrant) -> str:
    return f"from round {Evening(tournament).from_round(entrant)}"


@require_POST
@tournament_by_number(RUN)
def late_out(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take out a late comer who waits for his first draw; he can be put back."""
    form = OutForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, Evening(tournament), message=form.complaint, status=422)
    try:
        gone = outs.take_late_out(tournament=tournament, actor=actor, **form.cleaned_data)
    except Refused as why:
        return _page(request, tournament, Evening(tournament), message=str(why), status=409)
    if gone is None:
        messages.info(request, "He is not entered any more: nothing was changed.")
        return redirect("tournament-people", tournament.session_id)
    back = {"gone": [one.pk for one in gone.people], "group": gone.group}
    people = reverse("tournament-people", args=[tournament.session_id])
    return redirect(f"{people}?{urlencode(back, doseq=True)}")


@require_POST
@tournament_by_number(RUN)
def replace(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Somebody else goes on in the place of one of a pair."""
    evening = Evening(tournament)
    form = replace_form(evening, request.POST)
    if not form.is_valid():
        return _page(request, tournament, evening, replace_form=form, status=422)
    (no, player), name = form.cleaned_data["who"], form.cleaned_data["name"]
    return _done(
        request,
        tournament,
        lambda: replace_one(tournament=tournament, no=no, player=player, name=name, actor=actor),
        lambda pair: f"{pair} play on as number {pair.no}, with all that the pair has won.",
        replace_form=form,
    )


@require_POST
@tournament_by_number(RUN)
def leave(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Somebody leaves, after the round or at once."""
    evening = Evening(tournament)
    form = leave_form(evening, request.POST)
    if not form.is_valid():
        return _page(request, tournament, evening, leave_form=form, status=422)
    no, how = form.cleaned_data["no"], form.cleaned_data["how"]
    said = {"tournament": tournament, "no": no}
    ways = {
        NEXT: lambda: leaving.leave(**said),
        GHOST: lambda: leaving.leave_at_once(**said, actor=actor),
        NEW: lambda: leaving.leave_to_somebody_new(
            **said, names=form.cleaned_data["names"] or [], actor=actor
        ),
    }
    return _done(
        request,
        tournament,
        ways.get(how) or (lambda: leaving.leave_at_once(**said, by=int(how), actor=actor)),
        lambda entrant: _left(entrant, no),
        leave_form=form,
    )


def _left(entrant: Entrant, no: int) -> str:
    if entrant.no == no:
        return f"{entrant} leaves: the last round is number {entrant.left}."
    return f"{entrant} plays in the place of number {no} now."


@require_POST
@tournament_by_number(RUN)
def back(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take back that somebody left."""
    verb = partial(leaving.come_back, actor=actor)
    return _about_one(request, tournament, verb, lambda entrant: f"{entrant} is back.")


@require_POST
@tournament_by_number(RUN)
def ghost(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """One more ghost for the rounds to come."""
    number = tournament.entrants.filter(ghost=True, left=None).count() + 1
    return _done(
        request,
        tournament,
        lambda: add_ghosts(tournament=tournament, number=number),
        lambda _: "A ghost is entered: it is seated where the number needs one.",
    )


@require_POST
@tournament_by_number(RUN)
def take_ghost_out(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Let a ghost be seated no more."""
    return _about_one(
        request, tournament, leaving.take_ghost_out, lambda _: "The ghost is seated no more."
    )


def _about_one(request: HttpRequest, tournament: Tournament, verb, told) -> HttpResponse:
    form = NumberForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, Evening(tournament), message=form.complaint, status=422)
    return _done(
        request, tournament, lambda: verb(tournament=tournament, **form.cleaned_data), told
    )
