"""Enter people from a club night's sign-up list in its tournament."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse

from scoring.common.answers import or_show, posted
from scoring.common.permissions import RUN, Actor
from scoring.evening.views.sign_up_list import list_of, list_page
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions.sign_ups import enter_all
from scoring.tournament.models import Tournament
from scoring.tournament.views.setup.entrants import entered_answer


@posted(tournament_by_number(RUN))
def enter_sign_ups(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter all people on the sign-up list who have a place."""
    list_of(tournament.session)
    with or_show(partial(list_page, request, tournament.session, actor)):
        done = enter_all(tournament=tournament)
    return entered_answer(request, tournament, done)
