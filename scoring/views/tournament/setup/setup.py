"""A tournament is set up: a format is chosen, its settings are changed, a club keeps formats of its
own."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scoring.actions import Refused
from scoring.actions.tournament import setting_up
from scoring.actions.tournament import settings as formats
from scoring.actions.tournament.settings import change_settings
from scoring.forms.evening.sessions import SessionForm
from scoring.forms.tournament.settings import FormatForm, SaveFormatForm
from scoring.models import Club, ClubSession, Tournament
from scoring.movements.tournament.settings import settings_of
from scoring.permissions import RUN, Actor
from scoring.views.access import club_by_number, session_by_number, tournament_by_number
from scoring.views.tournament.setup.getting_ready import offers
from scoring.views.tournament.setup.settings import settings_context, settings_form

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@session_by_number(RUN)
def make(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The formats side by side, in words; the evening's tournament is made by one of them."""
    if request.method != "POST":
        return _offer(request, session)
    form = FormatForm(request.POST, saved=session.club.formats.all())
    if not form.is_valid():
        return _offer(request, session, form, message=form.complaint, status=422)
    try:
        made = setting_up.make_tournament(session=session, **form.what)
    except Refused as why:
        return _offer(request, session, form, message=str(why), status=409)
    return redirect("tournament-settings", made.session_id)


def _offer(
    request: HttpRequest,
    session: ClubSession,
    form: FormatForm | None = None,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {"session": session, "runs": True, "message": message, **offers(session.club, form)}
    context["tables"] = session.tables.exists()
    return render(request, "tournament/setup/offer.html", context, status=status)


@require_http_methods(METHODS)
@club_by_number(RUN)
def open_evening(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """An evening and its tournament, in one step."""
    sent = request.POST if request.method == "POST" else None
    form = SessionForm(sent, club=club)
    chosen = FormatForm(sent, saved=club.formats.all())
    status = 200 if sent is None else 422
    if form.is_valid() and chosen.is_valid():
        try:
            made = setting_up.open_tournament_evening(club=club, **chosen.what, **form.cleaned_data)
            return redirect("tournament-settings", made.session_id)
        except Refused as why:
            form.add_error(None, str(why))
            status = 409
    context = {"club": club, "runs": True, "form": form, **offers(club, chosen)}
    return render(request, "tournament/setup/open_evening.html", context, status=status)


@require_http_methods(METHODS)
@tournament_by_number(RUN)
def settings(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Every setting, and how long the evening takes by them; `look` shows that and stores
    nothing."""
    form = settings_form(tournament, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _settings(request, tournament, form)
    valid = form.is_valid()
    if "look" in request.POST:
        return _settings(request, tournament, form)
    if not valid:
        return _settings(request, tournament, form, status=422)
    what = {"settings": settings_of(form.format), "house": form.house}
    drawn = tournament.rounds.filter(published_at=None).exists()
    try:
        change_settings(
            tournament=tournament, counts=form.cleaned_data["counts"], actor=actor, **what
        )
    except Refused as why:
        form.add_error(None, str(why))
        return _settings(request, tournament, form, status=409)
    undrawn = drawn and not tournament.rounds.filter(published_at=None).exists()
    messages.success(
        request, f"Saved.{' The draw went by other settings: draw again.' if undrawn else ''}"
    )
    return redirect("entrants" if "next" in request.POST else "tournament", tournament.session_id)


def _settings(
    request: HttpRequest, tournament: Tournament, form, *, status: int = 200, **more
) -> HttpResponse:
    context = settings_context(tournament, form) | more
    template = (
        "tournament/setup/settings.html#length"
        if request.htmx
        else "tournament/setup/settings.html"
    )
    return render(request, template, context, status=status)


@require_POST
@tournament_by_number(RUN)
def take_format(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Start anew from another format; the fee stays."""
    form = FormatForm(request.POST, saved=tournament.session.club.formats.all())
    if not form.is_valid():
        return _settings(
            request, tournament, settings_form(tournament), status=422, message=form.complaint
        )
    style, settings = (
        form.what["style"],
        {"fee": tournament.session.door_fee_minor} | form.what["settings"],
    )
    try:
        change_settings(tournament=tournament, style=style, settings=settings, actor=actor)
    except Refused as why:
        return _settings(
            request, tournament, settings_form(tournament), status=409, message=str(why)
        )
    messages.success(
        request, "These are the settings of that format. Change what is otherwise here."
    )
    return redirect("tournament-settings", tournament.session_id)


@require_POST
@tournament_by_number(RUN)
def save_format(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Keep the settings under a name of the club's own."""
    form, club = SaveFormatForm(request.POST), tournament.session.club
    status = 422
    if form.is_valid():
        what = {"style": tournament.style, "settings": tournament.settings, **form.cleaned_data}
        try:
            saved = formats.save_format(club=club, **what)
            messages.success(
                request, f"“{saved}” is kept: it is offered for every tournament of the club."
            )
            # Without #content a browser would keep the place of the form that was sent, below.
            return redirect(
                f"{reverse('tournament-settings', args=[tournament.session_id])}#content"
            )
        except Refused as why:
            form.add_error("name", str(why))
            status = 409
    return _settings(request, tournament, settings_form(tournament), status=status, save_form=form)


@require_POST
@tournament_by_number(RUN)
def delete_format(
    request: HttpRequest, tournament: Tournament, actor: Actor, format: int
) -> HttpResponse:
    """Forget a format of the club's own."""
    saved = get_object_or_404(tournament.session.club.formats, pk=format)
    formats.delete_format(saved=saved)
    told = f"“{saved}” is no longer offered. Tournaments that were made by it keep their settings."
    messages.success(request, told)
    return redirect("tournament-settings", tournament.session_id)


@require_POST
@tournament_by_number(RUN)
def drop(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Let the evening have no tournament."""
    try:
        setting_up.drop_tournament(tournament=tournament)
    except Refused as why:
        return _settings(
            request, tournament, settings_form(tournament), status=409, message=str(why)
        )
    messages.success(
        request, "The evening has no tournament any more. Who was checked in stays so."
    )
    return redirect("session", tournament.session_id)
