"""A club's own page: its people and its evenings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.players import add_players, rename_player
from scoring.actions.sessions import open_session
from scoring.forms.sessions import PlayerForm, PlayersForm, SessionForm
from scoring.models import Club
from scoring.permissions import LOOK, RUN, Actor
from scoring.views.access import club_by_number


@require_safe
@club_by_number(LOOK)
def club(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Who plays here, and when they played."""
    return _club(request, club)


def _club(request: HttpRequest, club: Club, *, status: int = 200, **forms) -> HttpResponse:
    context = {
        "club": club,
        "players": club.players.all(),
        "sessions": club.sessions.all()[:50],
        "house_rules": club.house_rules.standing(),
        "players_form": PlayersForm(),
        "session_form": SessionForm(),
    }
    return render(request, "clubs/club.html", context | forms, status=status)


@require_POST
@club_by_number(RUN)
def add_people(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Add people by typing or pasting their names; those the club knows are not added twice."""
    form = PlayersForm(request.POST)
    if not form.is_valid():
        return _club(request, club, status=422, players_form=form)
    before = club.players.count()
    add_players(club=club, names=form.cleaned_data["names"])
    added = club.players.count() - before
    known = len(form.cleaned_data["names"]) - added
    messages.success(request, f"{added} added" + (f", {known} the club knew already." if known else "."))
    return redirect("club", club.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def player(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """What a player is called."""
    found = get_object_or_404(club.players, pk=player)
    values = {"name": found.name, "short_name": found.short_name, "guest": found.guest}
    form = PlayerForm(request.POST if request.method == "POST" else None, initial=values)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                rename_player(player=found, **form.cleaned_data)
                return redirect("club", club.pk)
            except Refused as why:
                form.add_error("name", str(why))
                status = 409
    return render(request, "clubs/player.html", {"club": club, "player": found, "form": form}, status=status)


@require_POST
@club_by_number(RUN)
def open_club_session(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Open a session."""
    form = SessionForm(request.POST)
    if not form.is_valid():
        return _club(request, club, status=422, session_form=form)
    return redirect(open_session(club=club, **form.cleaned_data))
