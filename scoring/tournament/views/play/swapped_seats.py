"""Correct two players who sat in each other's seats: choose them and the round, preview, save."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.permissions import RUN, Actor
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions.swapped_seats import place_in, put_seats_right, what_it_moves
from scoring.tournament.forms.people import SeatsForm
from scoring.tournament.models import Round, Tournament
from scoring.tournament.pure.seats import in_a_sentence
from scoring.tournament.queries.now import entrants_of, format_in
from scoring.tournament.views.play.prizes import prizes_moved


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_by_number(RUN)
def seats_right(
    request: HttpRequest, tournament: Tournament, actor: Actor, no: int
) -> HttpResponse:
    """Show a preview of the correction. Save it on the second press."""
    row = get_object_or_404(tournament.rounds.exclude(published_at=None), no=no)
    form = SeatsForm(
        request.POST if request.method == "POST" else None, people=_people(tournament, row)
    )
    page = partial(_page, request, tournament, row, form)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        clean = valid(form)
        said = {name: clean[name] for name in ("one", "other", "why")}
        what = {"tournament": tournament, "no": no, "actor": actor, **said}
        if "save" not in request.POST:
            seen = place_in(row, entrants_of(tournament).get(no=said["one"]))
            effect = what_it_moves(**what, seen=seen)
            moved = prizes_moved(effect, tournament.session.club.currency)
            return page(effect=effect, prizes=moved, seen=seen, looked=True)
        put_seats_right(**what, seen=clean["seen"])
    messages.success(request, f"The seats of round {no} are corrected.")
    return redirect("tournament", tournament.session_id)


def _people(tournament: Tournament, row: Round) -> list[tuple[int, str]]:
    """Return the players of a round by number, as in "12 Ann, table 3, North"."""
    placings = row.placings.select_related("round_table", "entrant")
    at = {
        one.entrant.no: f"{str(one.round_table).lower()}, {in_a_sentence(one.seat)}"
        for one in placings
    }
    at |= dict.fromkeys(row.sitting_out, format_in(tournament).in_round(row.no).sits_out_says)
    known = entrants_of(tournament)
    return [(one.no, f"{one.no} {one}, {at[one.no]}") for one in known if one.no in at]


def _page(
    request: HttpRequest,
    tournament: Tournament,
    row: Round,
    form: SeatsForm,
    *,
    status: int = 200,
    **about,
) -> HttpResponse:
    context = {"session": tournament.session, "round": row, "form": form, "earlier": True} | about
    return render(request, "tournament/play/seats_right.html", context, status=status)
