"""Two people of a club with names alike are said to be two persons, or that is taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions import Refused
from scoring.actions.telling_apart import take_telling_back, tell_apart
from scoring.forms.people import ApartForm
from scoring.models import Club
from scoring.permissions import RUN, Actor
from scoring.views.access import club_by_number


@require_POST
@club_by_number(RUN)
def apart(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Say that a player and the `other` are two persons; with `back`, that they may be one after
    all."""
    form, listed = ApartForm(request.POST), club.players.filter(forgotten_at=None)
    one, other = (
        get_object_or_404(listed, pk=player),
        get_object_or_404(listed, pk=form.asked("other")),
    )
    try:
        if form.cleaned_data["back"]:
            take_telling_back(one=one, other=other)
            messages.success(request, f"{one} and {other} may be one person again.")
        else:
            tell_apart(one=one, other=other, actor=actor)
            messages.success(
                request, f"{one} and {other} are two persons, and are pointed out no more."
            )
    except Refused as why:
        messages.error(request, str(why))
    return redirect(f"{reverse('people', args=[club.pk])}#alike")
