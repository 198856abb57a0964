"""The players' phones: scan the tally card, or pick your name; where to sit next, and how you
stand."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from clubsite.build import BUILD_ID
from scoring.forms.door import FindForm
from scoring.models import Pass, Tournament
from scoring.models.hall import Hall, at_version, hall_of
from scoring.permissions import Actor
from scoring.rules.names import folded
from scoring.views.access import NoSuchLink, by_pass
from scoring.views.tournament.hall_page import PrizeLine, card_of, clock_in, place_told, prizes_told


def tag_of(request: HttpRequest, token: str, **which) -> str | None:
    """Return the polling tag of a live pass by one query; None where the view itself must
    answer."""
    _, version, _, right = next(iter(at_version(token)), (None,) * 4)
    return f"{version}-{BUILD_ID}" if right == Pass.Right.PLAYERS and version else None


def _hall(shown: Pass) -> tuple[Tournament, Hall]:
    """Return the evening's tournament, and what the hall's screens show of it."""
    found = (
        Tournament.objects.filter(session=shown.session_id).select_related("session__club").first()
    )
    try:
        if found is not None:
            return found, hall_of(found)
    except Tournament.DoesNotExist:  # dropped a moment ago
        pass
    raise NoSuchLink("This evening has no tournament any more. Ask its director.")


@require_safe
@ptag(tag_of)
@by_pass(Pass.Right.PLAYERS)
def players(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """Pick your name: everybody with his table; with a script the list narrows as one types."""
    (tournament, hall), form = _hall(shown), FindForm(request.GET)
    entrants = sorted(hall.now.players, key=lambda one: folded(one.name))
    words = folded(form.asked["q"]).split()
    context = _about(shown, tournament, hall) | {
        "form": form,
        "q": form.asked["q"],
        "people": [
            (one, place_told(hall, one.no))
            for one in entrants
            if all(word in f"{one.no} {folded(one.name)}" for word in words)
        ],
    }
    return _page(request, "tournament/hall/players.html", "names", context)


@require_safe
@ptag(tag_of)
@by_pass(Pass.Right.PLAYERS)
def card(request: HttpRequest, shown: Pass, actor: Actor, no: int) -> HttpResponse:
    """One entrant's page: table, seat and partner of the round, the clock, the bell, his tally so
    far."""
    tournament, hall = _hall(shown)
    if no not in hall.rows:
        raise Http404
    context = _about(shown, tournament, hall) | {
        "card": card_of(hall, no),
        "prizes": _prizes(tournament, hall),
    }
    return _page(request, "tournament/hall/card.html", "card", context)


def _prizes(tournament: Tournament, hall: Hall) -> list[PrizeLine]:
    return prizes_told(hall, tournament.session.club.currency)


def _about(shown: Pass, tournament: Tournament, hall: Hall) -> dict:
    round = hall.round
    return {
        "session": tournament.session,
        "token": shown.token,
        "tag": f"{tournament.version}-{BUILD_ID}",
        "hall": hall,
        "round": round,
        "clock": clock_in(hall),
    }


def _page(request: HttpRequest, template: str, piece: str, context: dict) -> HttpResponse:
    response = render(request, f"{template}#{piece}" if request.htmx else template, context)
    response["Bowerbook"] = "players"
    return response
