"""A player's own page, by their personal link."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Player
from scoring.permissions import Actor
from scoring.views.access import by_personal_link
from scoring.views.club import notifications


@require_safe
@by_personal_link
def own_page(request: HttpRequest, player: Player, actor: Actor) -> HttpResponse:
    """What a player may see of themselves."""
    context = {"player": player, "club": player.club, "link": actor.personal}
    context["told"] = notifications.offer("own-page", actor.personal.token)
    return render(request, "club/own/page.html", context)
