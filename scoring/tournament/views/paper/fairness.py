"""How fair a tournament is: who meets whom, who sits out, what the first seat is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.kept import Kept, digest
from scoring.common.permissions import WRITE, Actor
from scoring.tournament.access import tournament_by_number
from scoring.tournament.models import Tournament
from scoring.tournament.pure import fairness as pure
from scoring.tournament.pure import values
from scoring.tournament.pure.next_round import NotYet
from scoring.tournament.pure.places import with_ghosts
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.views.page import TournamentPage

SEATED, LEAST = 5_000, 5
"""The simulated evenings of a page seat entrants so often, for an answer in a fraction of a second.
The command simulates more."""


_kept = Kept[dict](256)
"""Certificates of the latest tournaments. They have no names."""


def certificate(now: values.Tournament) -> dict:
    """Return the certificate, from fewer evenings than the command takes. Raise NotYet if a round
    can't be seated."""
    now = with_ghosts(now)
    # Unless it is planned, no round that was played changes what is simulated.
    of = now if pure.is_planned(now) else (replace(now, rounds=()), len(now.rounds))
    return _kept.get(digest(of), lambda: _simulated(now))


def _simulated(now: values.Tournament) -> dict:
    number = pure.evenings_for(now, seated=SEATED, least=LEAST)
    return pure.document(now, list(pure.simulated(now, range(1, number + 1))))


@dataclass(frozen=True, kw_only=True)
class FairnessPage(TournamentPage):
    """The certificate on a page."""

    @cached_property
    def found(self) -> dict | None:
        """The figures, or None while a round can't be seated."""
        try:
            return certificate(load_tournament(self.tournament))
        except NotYet:
            return None

    @property
    def size(self) -> str:
        return pure.size(self.found)

    @property
    def basis(self) -> str:
        return pure.basis(self.found)

    @property
    def parts(self) -> list[pure.Part]:
        return list(pure.in_words(self.found))


@require_safe
@tournament_by_number(WRITE)
def fairness(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """How fair the evening is, for the people who are entered."""
    page = FairnessPage(tournament=tournament, actor=actor)
    return render(request, "tournament/paper/fairness.html", page.context)
