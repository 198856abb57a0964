"""Entrants are ticked on the club's list: sixty people by one thumb, and sent at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.names import folded, last_name_first
from scoring.common.permissions import RUN, Actor
from scoring.evening.views.fees import describe_fees
from scoring.people.models import Player
from scoring.people.queries.people import narrowed
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import entrants as verbs
from scoring.tournament.actions.late_comers import all_come_late
from scoring.tournament.actions.setting_up import is_published
from scoring.tournament.forms.entrants import WHOM_TO_TICK, LookForm, TickedForm
from scoring.tournament.models import Tournament
from scoring.tournament.queries.now import format_in, not_entered
from scoring.tournament.views.play.people import how_they_play
from scoring.tournament.views.setup.entrants import entered_answer


@dataclass(frozen=True, kw_only=True)
class Tick:
    """Somebody of the club's list."""

    player: Player
    name: str
    """As the list is sorted: "Ashby-Cole, Catherine" by last name."""
    ticked: bool


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_by_number(RUN)
def from_club(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The club's people who are not entered, to be ticked. With `enter` the ticked ones are
    entered, as late comers once round 1 is out; else the list is shown as it is asked for, and
    keeps its ticks."""
    sent = request.POST if request.method == "POST" else request.GET
    format = format_in(tournament)
    form = TickedForm(
        sent,
        people=not_entered(tournament),
        groups=format.groups,
        pairs=format.pairs,
    )
    page = partial(_page, request, tournament, form)
    if "enter" not in request.POST:
        return page()
    with or_show(page):
        clean = valid(form)
        ticked = [player for player in form.people if player in clean["player"]]
        people = [ticked] if format.pairs else [[player] for player in ticked]
        what = {"tournament": tournament, "people": people, "group": clean["group"]}
        if is_published(tournament):
            came = all_come_late(**what, actor=actor)
            messages.success(request, how_they_play(tournament, came))
            answer = redirect("tournament-people", tournament.session_id)
        else:
            answer = entered_answer(request, tournament, verbs.enter(**what))
    return redirect("enter-from-club", tournament.session_id) if format.pairs else answer


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: TickedForm,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    look, ticked = LookForm(form.data), form.ticked
    shown = {player.pk for player in narrowed(form.people, said=look.said)}
    if look.whom == "nobody":
        ticked = set()
    elif look.whom:
        guests_too = look.whom == "all"
        ticked |= {
            one.pk for one in form.people if one.pk in shown and (guests_too or not one.guest)
        }
    ticks = [
        Tick(
            player=player,
            name=last_name_first(player.name) if look.by_last_name else player.name,
            ticked=player.pk in ticked,
        )
        for player in form.people
    ]
    if look.by_last_name:
        ticks.sort(key=lambda one: folded(one.name))
    context = {
        "session": tournament.session,
        "tournament": tournament,
        "runs": True,
        "format": format_in(tournament),
        "late": is_published(tournament),
        "costs": describe_fees(tournament.session),
        "form": form,
        "look": look,
        "whom": () if form.pairs else WHOM_TO_TICK,
        "ticks": [one for one in ticks if one.player.pk in shown],
        "kept": [one for one in ticks if one.ticked and one.player.pk not in shown],
        "ticked": len(ticked),
        "message": message,
    }
    return render(request, "tournament/setup/from_club.html", context, status=status)
