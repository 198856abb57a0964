"""The prizes: results announced, cuts decided, pots counted, money paid and taken back."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.tournament import finishing, prize_giving
from scoring.forms.tournament.prize_giving import CutForm, PayForm, PotForm, TakePrizeBackForm
from scoring.models import Tournament
from scoring.models.accounts import with_receipts
from scoring.models.prize_giving import lines_of_prizes
from scoring.permissions import RUN, WRITE, Actor
from scoring.sheets.receipts import receipts_pdf
from scoring.views.receipts import receipt_of
from scoring.views.sheets import paper_of, pdf_answer
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.prizes_page import prizes_context


@require_safe
@tournament_by_number(WRITE)
def prizes(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Who won what and why, as it stands or as it was announced."""
    return _page(request, tournament, actor)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    message: str = "",
    pot_form: PotForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = prizes_context(tournament, actor, pot_form=pot_form) | {"message": message}
    return render(request, "tournament/prizes.html", context, status=status)


def _done(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    verb: Callable[..., object],
    /,
    **what,
) -> HttpResponse:
    """Do it and lead to the page of prizes; or show there why it was not done."""
    try:
        verb(tournament=tournament, **what)
    except Refused as why:
        return _page(request, tournament, actor, message=str(why), status=409)
    return redirect("prizes", tournament.session_id)


@require_POST
@tournament_by_number(RUN)
def finish(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Announce the results."""
    return _done(request, tournament, actor, finishing.finish, actor=actor)


@require_POST
@tournament_by_number(RUN)
def open_again(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Let the tournament go on, as if nothing had been announced."""
    return _done(request, tournament, actor, finishing.open_again)


@require_POST
@tournament_by_number(RUN)
def cut(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Say who won the cut for a prize, or that it is not decided."""
    form = CutForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, message=form.complaint, status=422)
    return _done(request, tournament, actor, finishing.decide_cut, **form.cleaned_data)


@require_POST
@tournament_by_number(RUN)
def pay(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Pay one prize, or all that are open: out of the box, or onto the winner's account."""
    form = PayForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, message=form.complaint, status=422)
    what = dict(form.cleaned_data)
    if what["key"]:
        return _done(request, tournament, actor, prize_giving.pay_prize, actor=actor, **what)
    return _done(
        request, tournament, actor, prize_giving.pay_all, actor=actor, in_cash=what["in_cash"]
    )


@require_POST
@tournament_by_number(RUN)
def take_back(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take the payment of one prize back, or of all."""
    form = TakePrizeBackForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, actor, message=form.complaint, status=422)
    if key := form.cleaned_data["key"]:
        return _done(request, tournament, actor, prize_giving.take_prize_back, actor=actor, key=key)
    return _done(request, tournament, actor, prize_giving.take_all_back, actor=actor)


@require_POST
@tournament_by_number(RUN)
def pot(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Say what was counted in a pot."""
    form = PotForm(request.POST, currency=tournament.session.club.currency)
    if not form.is_valid():
        message = "" if "amount" in form.errors else form.errors["name"][0]
        return _page(request, tournament, actor, message=message, pot_form=form, status=422)
    return _done(
        request, tournament, actor, prize_giving.count_pot, actor=actor, **form.cleaned_data
    )


@require_safe
@tournament_by_number(RUN)
def receipts(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A receipt for every prize that was paid in cash, for the winner to sign."""
    club = tournament.session.club
    lines = with_receipts(lines_of_prizes(tournament)).order_by("at", "pk")
    found = [
        receipt_of(line, club) for line in lines.select_related("session", "credited", "debited")
    ]
    if not found:
        raise Http404("No prize was paid in cash yet: there is nothing to sign.")
    return pdf_answer(
        receipts_pdf(found, paper=paper_of(request)), "prizes", tournament.session.played_on
    )
