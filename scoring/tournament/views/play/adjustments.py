"""Scores beside the cards: what the director gives or takes with a reason, and handicaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, Actor
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import adjustments as verbs
from scoring.tournament.forms.adjustments import AdjustForm, HandicapForm, RemoveForm
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure.values import signed
from scoring.tournament.queries.now import adjustment_of, entrants_of
from scoring.tournament.views.page import TournamentPage


@dataclass(frozen=True, kw_only=True)
class AdjustmentsPage(TournamentPage):
    """The adjustments and handicaps, with their forms."""

    sent: AdjustForm | None = None
    sent_handicap: HandicapForm | None = None

    @cached_property
    def entrants(self) -> list[Entrant]:
        return list(entrants_of(self.tournament).filter(ghost=False))

    @cached_property
    def form(self) -> AdjustForm:
        return self.sent or _adjust_form(self.tournament)

    @cached_property
    def handicap_form(self) -> HandicapForm:
        return self.sent_handicap or HandicapForm(entrants=self.entrants)

    @property
    def lines(self) -> list[tuple[Entrant, str, str]]:
        """The adjustments by number, each with its key and its reason."""
        return [
            (one, stored["key"], adjustment_of(one, stored).as_text)
            for one in self.entrants
            for stored in one.adjusted
        ]

    @property
    def handicaps(self) -> list[tuple[Entrant, str]]:
        return [(one, signed(one.handicap)) for one in self.entrants if one.handicap]


def _adjust_form(tournament: Tournament, sent=None) -> AdjustForm:
    started = tournament.rounds.exclude(started_at=None).values_list("no", flat=True)
    people = entrants_of(tournament).filter(ghost=False)
    return AdjustForm(sent, entrants=people, rounds=list(started))


def _page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, status: int = 200, **about
) -> HttpResponse:
    page = AdjustmentsPage(tournament=tournament, actor=actor, **about)
    return render(request, "tournament/play/adjustments.html", page.context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_by_number(RUN)
def adjustments(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The adjustments and handicaps. A POST adds an adjustment."""
    if request.method != "POST":
        return _page(request, tournament, actor)
    form = _adjust_form(tournament, request.POST)
    with or_show(partial(_page, request, tournament, actor, sent=form), form):
        clean = valid(form)
        entrant = verbs.adjust(tournament=tournament, **clean | {"key": clean["key"] or uuid4()})
    messages.success(request, f"The score of {entrant} is adjusted.")
    return redirect("adjustments", tournament.session_id)


@posted(tournament_by_number(RUN), page=_page, to="adjustments")
def remove_adjustment(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Remove an adjustment."""
    key = valid(RemoveForm(request.POST))["key"]
    entrant = verbs.remove_adjustment(tournament=tournament, key=key)
    return f"The adjustment of {entrant} is removed." if entrant else "It was removed before."


@posted(tournament_by_number(RUN))
def set_handicap(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Set an entrant's handicap."""
    people = entrants_of(tournament).filter(ghost=False)
    form = HandicapForm(request.POST, entrants=people)
    with or_show(partial(_page, request, tournament, actor, sent_handicap=form), form):
        entrant = verbs.set_handicap(tournament=tournament, **valid(form))
    said = f"{signed(entrant.handicap)} a round" if entrant.handicap else "none"
    messages.success(request, f"Handicap of {entrant}: {said}.")
    return redirect("adjustments", tournament.session_id)
