"""A club's settings, its diary, and the address of its calendar."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.actions.settings import (
    calendar_of,
    change_settings,
    money_was_noted,
    renew_calendar,
    revoke_calendar,
    why_currency_stays,
)
from scoring.club.forms.settings import ClubSettingsForm
from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import OWN, RUN, Actor, may
from scoring.common.qr_codes import address_of
from scoring.people.access import club_by_number
from scoring.people.models import Club

LINES_A_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def club_settings(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """What the club is called, and its usual evening."""
    stays = why_currency_stays(club) if money_was_noted(club) else ""
    sent = request.POST if request.method == "POST" else None
    houses = [house.name for house in club.house_rules.standing()]
    form = ClubSettingsForm(sent, club=model_to_dict(club), houses=houses, currency_stays=stays)
    page = partial(_settings, request, club, actor, form)
    if sent is None:
        return page()
    with or_show(page, form, "currency"):
        valid(form)
        change_settings(club=club, actor=actor, **form.changes)
    messages.success(request, "Saved." if form.changes else "No changes to save.")
    return redirect("club-settings", club.pk)


def _settings(
    request: HttpRequest, club: Club, actor: Actor, form: ClubSettingsForm, *, status: int = 200
) -> HttpResponse:
    shown = calendar_of(club)
    context = {
        "club": club,
        "runs": True,
        "owns": may(actor, OWN, club),
        "form": form,
        "calendar": address_of(request, "calendar", shown.token) if shown else "",
    }
    return render(request, "people/officers/settings.html", context, status=status)


@posted(club_by_number(RUN), to="club-settings")
def make_calendar(request: HttpRequest, club: Club, actor: Actor) -> str:
    """Make an address for the calendar; the one before ends."""
    renew_calendar(club=club, actor=actor)
    return "The calendar has a new link."


@posted(club_by_number(RUN), to="club-settings")
def end_calendar(request: HttpRequest, club: Club, actor: Actor) -> str:
    """Revoke the address of the calendar."""
    revoke_calendar(club=club, actor=actor)
    return "The calendar link is revoked."


@require_safe
@club_by_number(RUN)
def diary(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """What the officers did, the latest first."""
    page = Paginator(club.events.all(), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "runs": True, "owns": may(actor, OWN, club), "page": page}
    return render(request, "people/officers/diary.html", context)
