"""Who serves a club: everybody who does may see it, an owner gives and takes."""

from __future__ import annotations

from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.invitations import invite, invite_to_new_password, revoke_invitation
from scoring.actions.officers import change_role, is_last_owner, remove_officer, why_no_link
from scoring.forms.officers import InviteForm, RoleForm, SureForm
from scoring.models import Club, Officer
from scoring.permissions import LOOK, OWN, RUN, Actor, may, must
from scoring.views.access import club_by_number
from scoring.views.addresses import address_of, only_here, qr_of

PAST_SHOWN = 20


@require_safe
@club_by_number(LOOK)
def officers(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Who serves the club, as what, since when; for an owner also its invitations."""
    return _officers(request, club, actor, InviteForm(initial={"role": Officer.Role.SCORER}))


def _officers(
    request: HttpRequest, club: Club, actor: Actor, form: InviteForm, *, status: int = 200
) -> HttpResponse:
    owns = may(actor, OWN, club)
    made = list(club.invitations.all()) if owns else []
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "owns": owns,
        "officers": club.officers.select_related("user"),
        "invitations": [one for one in made if one.open],
        "past": [one for one in made if not one.open][:PAST_SHOWN],
        "form": form,
    }
    return render(request, "officers/officers.html", context, status=status)


@require_POST
@club_by_number(OWN)
def invite_officer(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Make an invitation, and show its link."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _officers(request, club, actor, form, status=422)
    made = invite(club=club, actor=actor, **form.cleaned_data)
    return redirect("one-invitation", club.pk, made.pk)


@require_safe
@club_by_number(OWN)
def one_invitation(request: HttpRequest, club: Club, actor: Actor, invitation: int) -> HttpResponse:
    """An invitation's link, as text and as a code."""
    invitation = get_object_or_404(club.invitations.select_related("user"), pk=invitation)
    address = address_of(request, "invitation", invitation.token)
    context = {
        "club": club,
        "runs": True,
        "invitation": invitation,
        "address": address,
        "qr": qr_of(address),
        "local": only_here(address),
    }
    return render(request, "officers/invitation.html", context)


@require_POST
@club_by_number(OWN)
def take_invitation_back(
    request: HttpRequest, club: Club, actor: Actor, invitation: int
) -> HttpResponse:
    """Revoke an invitation."""
    found = revoke_invitation(
        invitation=get_object_or_404(club.invitations, pk=invitation), actor=actor
    )
    said = "was opened before" if found.used_at else "lets nobody in any more"
    messages.success(request, f"The link for {found.whom} {said}.")
    return redirect("officers", club.pk)


def one_officer(view):
    """The view gets (request, officer, actor): somebody himself, or for an owner anybody of the
    club."""

    @wraps(view)
    def inner(request, club, actor, officer):
        found = club.officers.select_related("user", "club").filter(pk=officer).first()
        if found is None or found.user != actor.account:
            must(actor, OWN, club)
        if found is None:
            messages.info(request, "This officer serves the club no longer.")
            return redirect("officers", club.pk)
        return view(request, found, actor)

    return inner


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(LOOK)
@one_officer
def officer(request: HttpRequest, officer: Officer, actor: Actor) -> HttpResponse:
    """What one officer does; an owner gives him another office here."""
    if request.method != "POST":
        return _officer(request, officer, actor)
    must(actor, OWN, officer.club)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _officer(request, officer, actor, form=form, status=422)
    try:
        changed = change_role(officer=officer, actor=actor, **form.cleaned_data)
    except Refused as why:
        return _officer(request, officer, actor, form=form, problem=str(why), status=409)
    messages.success(request, f"{changed.user} is {changed.role} now.")
    return redirect("officers", officer.club_id)


@require_POST
@club_by_number(LOOK)
@one_officer
def remove(request: HttpRequest, officer: Officer, actor: Actor) -> HttpResponse:
    """Take an office away, or leave."""
    form = SureForm(request.POST)
    if not form.is_valid():
        return _officer(request, officer, actor, problem=form.sentence, status=422)
    try:
        remove_officer(officer=officer, actor=actor)
    except Refused as why:
        return _officer(request, officer, actor, problem=str(why), status=409)
    if officer.user == actor.account:
        messages.success(request, f"You no longer serve {officer.club}.")
        return redirect("front")
    messages.success(request, f"{officer.user} no longer serves {officer.club}.")
    return redirect("officers", officer.club_id)


@require_POST
@club_by_number(OWN)
@one_officer
def new_password(request: HttpRequest, officer: Officer, actor: Actor) -> HttpResponse:
    """Make a link by which an officer chooses a new password, and show it."""
    try:
        made = invite_to_new_password(officer=officer, actor=actor)
    except Refused as why:
        return _officer(request, officer, actor, problem=str(why), status=409)
    return redirect("one-invitation", officer.club_id, made.pk)


def _officer(
    request: HttpRequest,
    officer: Officer,
    actor: Actor,
    *,
    form: RoleForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    club = officer.club
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "owns": may(actor, OWN, club),
        "officer": officer,
        "himself": officer.user == actor.account,
        "last_owner": is_last_owner(officer),
        "no_link": why_no_link(officer.user, club),
        "form": form or RoleForm(initial={"role": officer.role}),
        "problem": problem,
    }
    return render(request, "officers/officer.html", context, status=status)
