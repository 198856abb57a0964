"""Who goes on from a tournament that is finished: a final for the best, a plate for the rest."""

from __future__ import annotations

from functools import partial, wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, Actor, must
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import following
from scoring.tournament.forms.director import FinalForm, PlateForm
from scoring.tournament.models import Tournament
from scoring.tournament.queries.following import line_after, still_here
from scoring.tournament.queries.now import format_in

USUAL = 16
"""How many go on, where nobody says; a half at most, at full tables."""


def of_the_club(view):
    """Let only those in who may open evenings of the club."""

    @tournament_by_number(RUN)
    @wraps(view)
    def inner(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
        must(actor, RUN, tournament.session.club)
        return view(request, tournament, actor)

    return inner


@require_safe
@of_the_club
def going_on(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The ranking's line between those who go on and the rest, and what was opened for them."""
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    final: FinalForm | None = None,
    plate: PlateForm | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    here = still_here(tournament) if tournament.finished_at else []
    format = format_in(tournament)
    size = 2 if format.pairs else 4
    number = max(size, min(USUAL, len(here) // 2 // size * size))
    parts = {one.part: one for one in tournament.followed_by.select_related("session")}
    if final is None:
        final = FinalForm(initial={"number": number, "rounds": format.rounds}, auto_id="final-%s")
    elif final.is_valid():
        number = final.cleaned_data["number"]
    if plate is None:
        plate = PlateForm(initial={"rounds": format.rounds}, auto_id="plate-%s")
    context = {
        "session": tournament.session,
        "tournament": tournament,
        "runs": True,
        "here": here,
        "line": line_after(here, number) if here else None,
        "number": number,
        "asks": bool(message),
        "ticked": final.data.getlist("cut") if final.is_bound else (),
        "parts": parts,
        "final": final,
        "plate": plate,
        "message": message,
    }
    return render(request, "tournament/play/going_on.html", context, status=status)


@posted(of_the_club)
def open_final(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Open the final, and lead to it."""
    form = FinalForm(request.POST, auto_id="final-%s")
    with or_show(partial(_page, request, tournament, final=form)):
        made = following.open_final(tournament=tournament, **valid(form))
    return redirect("tournament", made.session_id)


@posted(of_the_club)
def open_plate(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Open the plate, and lead to it."""
    form = PlateForm(request.POST, auto_id="plate-%s")
    with or_show(partial(_page, request, tournament, plate=form)):
        made = following.open_plate(tournament=tournament, **valid(form))
    return redirect("tournament", made.session_id)
