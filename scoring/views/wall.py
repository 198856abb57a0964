"""The wall of an evening: for a projector, seen by everybody in the hall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from clubsite.build import BUILD_ID
from scoring.models import Pass, Tournament
from scoring.models.evening_now import version_by_pass
from scoring.models.hall import hall_of
from scoring.permissions import Actor
from scoring.views.access import at_one_moment, by_pass
from scoring.views.tournament.hall_page import clock_in
from scoring.views.tournament.wall_page import wall_of
from scoring.views.wall_page import hall_time, wall_context


def tag_of(request: HttpRequest, token: str) -> str | None:
    """Return the polling tag of a live pass by one query; None where the view itself must
    answer."""
    version, right = next(iter(version_by_pass(token)), (None, None))
    return f"{version}-{BUILD_ID}" if right == Pass.Right.WALL else None


@require_safe
@ptag(tag_of)
@at_one_moment
@by_pass(Pass.Right.WALL)
def wall(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """Its tables, tonight's standings, and who sits where by name; the script shows one after the
    other."""
    session = shown.session
    tournament = getattr(session, "tournament", None)
    template = "walls/wall.html" if tournament is None else "walls/tournament.html"
    context = wall_context(session) if tournament is None else _of_a_tournament(tournament)
    about = {"session": session, "token": shown.token, "tag": f"{session.version}-{BUILD_ID}"}
    response = render(
        request, f"{template}#wall" if request.htmx else template, context | about | hall_time()
    )
    response["Bowerbook"] = "wall"
    return response


def _of_a_tournament(tournament: Tournament) -> dict:
    hall = hall_of(tournament)
    context = {"hall": hall, "round": hall.round, "clock": clock_in(hall)}
    return context | wall_of(hall, tournament.session.club.currency)
