"""Who is entered in a tournament: tapped, typed or pasted; put into a group, taken out again."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.tournament import entrants as verbs
from scoring.forms.tournament.entrants import ChangeForm, EnterForm
from scoring.forms.tournament.lists import ListForm
from scoring.models import Entrant, Player, Tournament
from scoring.models.people import alike_among, doubtful, everybody
from scoring.models.tournament_now import format_in, late_comers
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.rules.wording import listed
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.entrants_page import entrants_context

A_LINE_EACH = "Type the two of a new pair into the list, “Ann & Ben” on a line. Nobody was entered."


@require_safe
@tournament_by_number(WRITE)
def entrants(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody who is entered; or whoever goes by what was typed (`q`), entered or not."""
    return entrants_page(request, tournament, actor)


def entrants_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, status: int = 200, **more
) -> HttpResponse:
    """Return the list, with what `more` there is to say."""
    context = entrants_context(tournament, request.GET) | {
        "runs": may(actor, RUN, tournament.session)
    }
    template = "tournament/entrants.html#list" if request.htmx else "tournament/entrants.html"
    response = render(request, template, context | more, status=status)
    response["Bowerbook"] = "door"
    return response


@require_POST
@tournament_by_number(RUN)
def enter(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter somebody by a tap; where pairs play, with whoever was tapped before."""
    form = EnterForm(request.POST)
    if not form.is_valid():
        return entrants_page(request, tournament, actor, message=form.complaint, status=422)
    told, what = form.cleaned_data, {"tournament": tournament, "group": form.cleaned_data["group"]}
    first = [_player(tournament, told["first"])] if told["first"] else []
    if format_in(tournament).pairs and not first:
        return _ask_for_partner(request, tournament, actor, told["player"])
    try:
        if told["player"]:
            people = [[*first, _player(tournament, told["player"])]]
            done = verbs.enter(people=people, no=told["no"], **what)
        else:
            done = verbs.enter_by_name(names=[[*(one.name for one in first), told["name"]]], **what)
    except Refused as why:
        return entrants_page(request, tournament, actor, message=str(why), status=409)
    return _entered(request, tournament, done)


def _player(tournament: Tournament, pk: int) -> Player:
    return get_object_or_404(tournament.session.club.players, pk=pk)


def _ask_for_partner(
    request: HttpRequest, tournament: Tournament, actor: Actor, first: int | None
) -> HttpResponse:
    if first is None:
        return entrants_page(request, tournament, actor, message=A_LINE_EACH, status=422)
    return _to_list(tournament, first=first)


def _to_list(tournament: Tournament, **asked) -> HttpResponse:
    """Lead to the list, to its top: a browser would else keep the place of the form that was
    sent."""
    address = reverse("entrants", args=[tournament.session_id])
    return redirect(f"{address}?{urlencode(asked)}" if asked else f"{address}#content")


def _entered(request: HttpRequest, tournament: Tournament, done: verbs.Entered) -> HttpResponse:
    """Say what became of them, and lead to the list."""
    if len(done.entrants) > 3:
        messages.success(
            request, f"{len(done.entrants)} entered, up to number {done.entrants[-1].no}."
        )
    elif done.entrants:
        messages.success(request, f"Entered: {_numbered(done.entrants)}.")
    if done.known:
        messages.info(request, f"Entered before, and once is enough: {_numbered(done.known)}.")
    if not done.entrants and not done.known and not done.clashes:
        messages.info(request, "Nobody was there to be entered.")
    for clash in done.clashes:
        messages.warning(request, f"Not entered: {clash}.")
    if done.undrawn:
        messages.warning(request, "The draw was made without them: draw again.")
    return _to_list(tournament)


def _numbered(found: Sequence[Entrant]) -> str:
    return listed([f"{one}, number {one.no}" for one in found])


@require_POST
@tournament_by_number(RUN)
def paste(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter a whole list; who may be somebody the club knows, or stands there twice, is pointed out
    first."""
    format = format_in(tournament)
    form = ListForm(request.POST, pairs=format.pairs, groups=format.groups)
    doubts, status = {}, 422
    if form.is_valid():
        doubts = {} if form.cleaned_data["sure"] else _doubts(tournament, form)
        if not doubts:
            try:
                group = form.cleaned_data["group"]
                done = verbs.enter_by_name(tournament=tournament, names=form.names, group=group)
                return _entered(request, tournament, done)
            except Refused as why:
                form.add_error("text", str(why))
                status = 409
    return entrants_page(request, tournament, actor, list_form=form, doubts=doubts, status=status)


def _doubts(tournament: Tournament, form: ListForm) -> dict:
    """Return what a list should be looked at again for: nothing at all when everything is plain."""
    known = everybody(tournament.session.club)
    names = [name for one in form.names for name in one]
    found = {
        "alike": doubtful(known, names),
        "among": alike_among(known, names),
        "twice": form.twice,
    }
    return found if any(found.values()) else {}


@require_POST
@tournament_by_number(RUN)
def enter_who_is_here(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter everybody who is checked in, in the order in which they came."""
    try:
        done = verbs.enter(tournament=tournament, people=[[one] for one in late_comers(tournament)])
    except Refused as why:
        return entrants_page(request, tournament, actor, message=str(why), status=409)
    return _entered(request, tournament, done)


@require_POST
@tournament_by_number(RUN)
def change_entrant(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Put an entrant into another group, or (`out`) take him out."""
    form = ChangeForm(request.POST, groups=format_in(tournament).groups)
    if not form.is_valid():
        return entrants_page(request, tournament, actor, message=form.complaint, status=422)
    no = form.cleaned_data["no"]
    try:
        if "out" in request.POST:
            return _taken_out(request, tournament, verbs.take_out(tournament=tournament, no=no))
        changed = verbs.set_group(tournament=tournament, no=no, group=form.cleaned_data["group"])
    except Refused as why:
        return entrants_page(request, tournament, actor, message=str(why), status=409)
    messages.success(request, f"{changed} is in {changed.group or 'no group'}.")
    return _to_list(tournament)


def _taken_out(request: HttpRequest, tournament: Tournament, gone: Entrant | None) -> HttpResponse:
    """Lead to the list, where he can be put back."""
    if gone is None:
        messages.info(request, "Nobody has that number any more: nothing was changed.")
        return _to_list(tournament)
    *first, last = gone.people
    back = {"first": first[0].pk} if first else {}
    return _to_list(tournament, gone="yes", **back, player=last.pk, no=gone.no, group=gone.group)
