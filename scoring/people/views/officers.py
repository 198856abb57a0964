"""The roles in a club, and the page of an invitation link."""

from __future__ import annotations

from functools import partial, wraps

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.access import LinkEnded
from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import LOOK, OWN, RUN, Actor, may, must
from scoring.common.qr_codes import address_of, only_here, qr_of
from scoring.people.access import by_invitation, club_by_number
from scoring.people.actions.officers import (
    accept,
    change_role,
    choose_password,
    higher,
    invite,
    invite_to_new_password,
    is_last_owner,
    remove_lost_passkeys,
    remove_officer,
    revoke_invitation,
    sign_up,
    why_keep_passkeys,
    why_no_link,
    why_not_open,
)
from scoring.people.actions.sign_ins import sign_out_elsewhere
from scoring.people.forms.officers import ROLES, InviteForm, RoleForm, SureForm
from scoring.people.forms.sign_in import ChosenPasswordForm, SignUpForm
from scoring.people.models import Club, Invitation, Officer, SecondFactor
from scoring.people.views.locking import BY_PASSWORD, remember_account
from scoring.people.views.password_again import password_again, password_first
from scoring.people.views.security_log import log_account

PAST_SHOWN = 20


@require_safe
@club_by_number(LOOK)
def officers(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the people with a role in the club, since when, and to owners also its invitations."""
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
    return render(request, "people/officers/officers.html", context, status=status)


@posted(club_by_number(OWN))
@password_again
def invite_officer(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Make an invitation, and show its link."""
    form = InviteForm(request.POST)
    with or_show(partial(_officers, request, club, actor, form), form):
        made = invite(club=club, actor=actor, **valid(form))
    return redirect("one-invitation", club.pk, made.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(OWN)
@password_first
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
    return render(request, "people/officers/invitation.html", context)


@posted(club_by_number(OWN), to="officers")
def take_invitation_back(request: HttpRequest, club: Club, actor: Actor, invitation: int) -> str:
    """Revoke an invitation."""
    found = revoke_invitation(
        invitation=get_object_or_404(club.invitations, pk=invitation), actor=actor
    )
    said = "was already used" if found.used_at else "no longer works"
    return f"The link for {found.whom} {said}."


def officer_by_number(verb: str):
    """Return a decorator that calls the view with (request, officer, actor), if the actor may do
    this with the club. Officers may for themselves, and an owner for all."""

    def decorate(view):
        @club_by_number(verb)
        @wraps(view)
        def inner(request, club, actor, officer):
            found = club.officers.select_related("user", "club").filter(pk=officer).first()
            if found is None or found.user != actor.account:
                must(actor, OWN, club)
            if found is None:
                messages.info(request, "This person no longer has a role in the club.")
                return redirect("officers", club.pk)
            return view(request, found, actor)

        return inner

    return decorate


def _officer(
    request: HttpRequest,
    officer: Officer,
    actor: Actor,
    *,
    form: RoleForm | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    club = officer.club
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "owns": may(actor, OWN, club),
        "officer": officer,
        "own": officer.user == actor.account,
        "last_owner": is_last_owner(officer),
        "no_link": why_no_link(officer.user, club),
        "passkeys": officer.user.passkeys.count(),
        "keep_passkeys": why_keep_passkeys(officer.user, club),
        "form": form or RoleForm(initial={"role": officer.role}),
        "message": message,
    }
    return render(request, "people/officers/officer.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@officer_by_number(LOOK)
@password_again
def officer(request: HttpRequest, officer: Officer, actor: Actor) -> HttpResponse:
    """What one officer does; an owner gives them another office here."""
    if request.method != "POST":
        return _officer(request, officer, actor)
    must(actor, OWN, officer.club)
    form = RoleForm(request.POST)
    with or_show(partial(_officer, request, officer, actor, form=form)):
        changed = change_role(officer=officer, actor=actor, **valid(form))
    messages.success(request, f"{changed.user} is now {changed.role}.")
    return redirect("officers", officer.club_id)


@posted(officer_by_number(LOOK), page=_officer, to="officers")
@password_again
def remove(request: HttpRequest, officer: Officer, actor: Actor) -> HttpResponse | str:
    """Take an office away, or leave."""
    valid(SureForm(request.POST))
    remove_officer(officer=officer, actor=actor)
    if officer.user == actor.account:
        messages.success(request, f"You no longer have a role in {officer.club}.")
        return redirect("front")
    return f"{officer.user} no longer has a role in {officer.club}."


@posted(officer_by_number(OWN), page=_officer)
@password_again
def new_password(request: HttpRequest, officer: Officer, actor: Actor) -> HttpResponse:
    """Make a link by which an officer chooses a new password, and show it."""
    made = invite_to_new_password(officer=officer, actor=actor)
    return redirect("one-invitation", officer.club_id, made.pk)


@posted(officer_by_number(OWN), page=_officer, to="officer")
@password_again
def remove_passkeys_of(request: HttpRequest, officer: Officer, actor: Actor) -> str:
    """Remove the passkeys of an officer who lost them, and sign them out everywhere."""
    if not remove_lost_passkeys(officer=officer, actor=actor):
        return f"{officer.user} has no passkeys."
    here = request.session.session_key if officer.user == actor.account else None
    sign_out_elsewhere(user=officer.user, here=here)
    log_account(request, "Passkeys removed by an owner", officer.user)
    return f"The passkeys of {officer.user} no longer work. Every browser of theirs is signed out."


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@by_invitation
def invitation(request: HttpRequest, invitation: Invitation, actor: Actor) -> HttpResponse:
    """Show an invitation, with a form for a new account or a new password. Users who are signed in
    get one button."""
    accepts = actor.account is not None and invitation.user is None
    if accepts and request.method == "POST":
        return _accept(request, invitation, actor)
    if why := why_not_open(invitation):
        raise LinkEnded(why)
    sent = [request.POST] if request.method == "POST" else []
    if accepts:
        role = actor.role_in(invitation.club_id)
        return _page(
            request, invitation, role=role, enough=role and higher(role, invitation.role) == role
        )
    if invitation.user:
        return _choose(request, invitation, ChosenPasswordForm(invitation.user, *sent))
    return _sign_up(request, invitation, SignUpForm(*sent))


def _accept(request: HttpRequest, invitation: Invitation, actor: Actor) -> HttpResponse:
    before = actor.role_in(invitation.club_id)
    officer = accept(invitation=invitation, user=actor.account)
    if officer.role == before:
        messages.info(request, f"You’re already {before} of {officer.club}.")
        return redirect("club", officer.club_id)
    return _welcome(request, officer.club, officer.role, before)


def _sign_up(request: HttpRequest, invitation: Invitation, form: SignUpForm) -> HttpResponse:
    page = partial(_page, request, invitation, form=form)
    if not form.is_bound:
        return page()
    with or_show(page, form, "username"):
        clean = valid(form)
        officer = sign_up(
            invitation=invitation, username=clean["username"], password=clean["password1"]
        )
    login(request, officer.user, BY_PASSWORD)
    welcome = _welcome(request, officer.club, officer.role)
    return remember_account(request, welcome, officer.user)


def _choose(request: HttpRequest, invitation: Invitation, form: ChosenPasswordForm) -> HttpResponse:
    page = partial(_page, request, invitation, form=form)
    if not form.is_bound:
        return page()
    with or_show(page, form):
        password = valid(form)["new_password1"]
        user = choose_password(invitation=invitation, password=password)
    if SecondFactor.objects.filter(user=user).exists():
        sign_out_elsewhere(user=user, here=None)
        messages.success(request, "Password changed. Sign in with it and your code.")
        return redirect("sign-in")
    login(request, user, BY_PASSWORD)
    sign_out_elsewhere(user=user, here=request.session.session_key)
    messages.success(
        request, "Password changed. You’re signed in here, and other browsers are signed out."
    )
    return remember_account(request, redirect("front"), user)


def _welcome(
    request: HttpRequest, club: Club, role: str, before: str | None = None
) -> HttpResponse:
    said = f"You’re now {role} of {club}." + (f" Before, you were {before}." if before else "")
    messages.success(request, said)
    return redirect("club", club.pk)


def _page(
    request: HttpRequest, invitation: Invitation, *, status: int = 200, **about
) -> HttpResponse:
    context = {"invitation": invitation, "club": invitation.club, "office": ROLES[invitation.role]}
    name = "new_password" if invitation.user else "open"
    return render(request, f"people/officers/{name}.html", context | about, status=status)
