"""Parts that follow a finished tournament: a final for the best, a plate for the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, Actor, must
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import following
from scoring.tournament.forms.director import FinalForm, PlateForm
from scoring.tournament.models import Tournament
from scoring.tournament.queries.following import CutLine, Ranked, line_after, still_here
from scoring.tournament.views.page import TournamentPage

FINAL, PLATE = "final-%s", "plate-%s"
"""Prefixes that separate the fields of the two forms."""
USUAL = 16
"""The usual size of a final. At most half of the entrants go on, at full tables."""


def of_the_club(view):
    """Allow only people who may open club nights of the club."""

    @tournament_by_number(RUN)
    @wraps(view)
    def inner(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
        must(actor, RUN, tournament.session.club)
        return view(request, tournament, actor)

    return inner


@dataclass(frozen=True, kw_only=True)
class GoingOnPage(TournamentPage):
    """The end of the final in the ranking, and the parts already opened."""

    sent: FinalForm | PlateForm | None = None
    """The form that was refused."""

    @cached_property
    def here(self) -> list[Ranked]:
        return still_here(self.tournament) if self.tournament.finished_at else []

    @cached_property
    def parts(self) -> dict[str, Tournament]:
        followed_by = self.tournament.followed_by.select_related("session")
        return {one.part: one for one in followed_by}

    @property
    def usual(self) -> int:
        size = 2 if self.format.pairs else 4
        return max(size, min(USUAL, len(self.here) // 2 // size * size))

    @cached_property
    def final(self) -> FinalForm:
        if isinstance(self.sent, FinalForm):
            return self.sent
        usual = {"number": self.usual, "rounds": self.format.rounds}
        return FinalForm(initial=usual, auto_id=FINAL)

    @cached_property
    def plate(self) -> PlateForm:
        if isinstance(self.sent, PlateForm):
            return self.sent
        return PlateForm(initial={"rounds": self.format.rounds}, auto_id=PLATE)

    @cached_property
    def number(self) -> int:
        """The number of entrants who go on."""
        return self.final.cleaned_data["number"] if self.final.is_valid() else self.usual

    @cached_property
    def line(self) -> CutLine | None:
        return line_after(self.here, self.number) if self.here else None

    @property
    def ticked(self) -> list[str]:
        """The numbers of the entrants ticked as winners of the cut."""
        return self.final.data.getlist("cut") if self.final.is_bound else []


@require_safe
@of_the_club
def going_on(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The ranking with the line between the finalists and the others, and the parts already
    opened."""
    return _page(request, tournament, actor)


def _page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, status: int = 200, **about
) -> HttpResponse:
    page = GoingOnPage(tournament=tournament, actor=actor, **about)
    return render(request, "tournament/play/going_on.html", page.context, status=status)


@posted(of_the_club)
def open_final(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Open the final, and redirect to it."""
    form = FinalForm(request.POST, auto_id=FINAL)
    with or_show(partial(_page, request, tournament, actor, sent=form)):
        made = following.open_final(tournament=tournament, **valid(form))
    return redirect("tournament", made.session_id)


@posted(of_the_club)
def open_plate(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Open the plate, and redirect to it."""
    form = PlateForm(request.POST, auto_id=PLATE)
    with or_show(partial(_page, request, tournament, actor, sent=form)):
        made = following.open_plate(tournament=tournament, **valid(form))
    return redirect("tournament", made.session_id)
