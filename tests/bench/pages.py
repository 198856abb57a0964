"""Pages of a big club, asked in this very process in turn with a bare view behind the same
middleware."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.client import ClientHandler
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import ClubSession, Player, Season
from tests.bench.figures import in_turn, timed


def main(*names: str) -> None:
    """Print as JSON, by name: the medians of ours and of the floor in milliseconds, and how often
    ours asks the database."""
    officer = Client(SERVER_NAME="localhost")
    officer.force_login(get_user_model().objects.get())
    print(json.dumps({name: measure(officer, PAGES[name](), rounds=60) for name in names}))


def _season() -> str:
    season = Season.objects.get()
    return reverse("season", args=[season.club_id, season.pk])


def _player_page() -> str:
    """The page of whoever has played most."""
    player = Player.objects.annotate(number=Count("tallies")).order_by("-number").first()
    return reverse("player", args=[player.club_id, player.pk])


def _session_page() -> str:
    """The page of the evening that is open."""
    return reverse("session", args=[ClubSession.objects.get(closed_at=None).pk])


# Their addresses, by the names of their figures.
PAGES: dict[str, Callable[[], str]] = {
    "season": _season,
    "player-page": _player_page,
    "session-page": _session_page,
}


class BareHandler(ClientHandler):
    """The site's middleware, and behind it the floor's views."""

    def get_response(self, request):
        request.urlconf = "tests.bench.bare_urls"
        return super().get_response(request)


def measure(ours: Client, address: str, *, rounds: int) -> dict[str, float]:
    """Return the medians of a page, as this client asks for it, and of the floor; and how often the
    page asks the database."""
    floor = Client(SERVER_NAME="localhost")
    floor.handler = BareHandler(enforce_csrf_checks=False)
    with CaptureQueriesContext(connection) as queries:
        answer = ours.get(address)
        asked = len(queries)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} was answered with {answer.status_code}")
    figure = in_turn(
        lambda: timed(lambda: ours.get(address)),
        lambda: timed(lambda: floor.get("/unchanged")),
        goal=0,
        rounds=rounds,
        warm_up=5,
    )
    return {"ours_ms": figure.ours_ms, "floor_ms": figure.floor_ms, "queries": asked}
