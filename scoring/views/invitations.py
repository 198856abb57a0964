"""An invitation as it is opened: by somebody new, by somebody with an account, or for a new
password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.actions import Refused
from scoring.actions.invitations import accept, choose_password, sign_up, why_not_open
from scoring.actions.officers import higher
from scoring.forms.officers import ROLES
from scoring.forms.sign_in import ChosenPasswordForm, SignUpForm
from scoring.models import Club, Invitation
from scoring.permissions import Actor
from scoring.views.access import LinkEnded, by_invitation

BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@by_invitation
def invitation(request: HttpRequest, invitation: Invitation, actor: Actor) -> HttpResponse:
    """Who invites to what; a form for a new account or a new password, or one button for who is
    signed in."""
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
        messages.info(
            request, f"You serve {officer.club} as {before} already. Nothing was changed."
        )
        return redirect("club", officer.club_id)
    return _welcome(request, officer.club, officer.role, before)


def _sign_up(request: HttpRequest, invitation: Invitation, form: SignUpForm) -> HttpResponse:
    if not form.is_bound or not form.is_valid():
        return _page(request, invitation, form=form, status=422 if form.is_bound else 200)
    clean = form.cleaned_data
    try:
        officer = sign_up(
            invitation=invitation, username=clean["username"], password=clean["password1"]
        )
    except Refused as why:
        form.add_error("username", str(why))
        return _page(request, invitation, form=form, status=409)
    login(request, officer.user, BY_PASSWORD)
    return _welcome(request, officer.club, officer.role)


def _choose(request: HttpRequest, invitation: Invitation, form: ChosenPasswordForm) -> HttpResponse:
    if not form.is_bound or not form.is_valid():
        return _page(request, invitation, form=form, status=422 if form.is_bound else 200)
    try:
        user = choose_password(invitation=invitation, password=form.cleaned_data["new_password1"])
    except Refused as why:
        form.add_error(None, str(why))
        return _page(request, invitation, form=form, status=409)
    login(request, user, BY_PASSWORD)
    messages.success(
        request, "Your password is changed, and you are signed in. Other browsers were signed out."
    )
    return redirect("front")


def _welcome(
    request: HttpRequest, club: Club, role: str, before: str | None = None
) -> HttpResponse:
    said = f"You serve {club} as {role} now" + (f"; before you were {before}." if before else ".")
    messages.success(request, said)
    return redirect("club", club.pk)


def _page(
    request: HttpRequest, invitation: Invitation, *, status: int = 200, **about
) -> HttpResponse:
    context = {"invitation": invitation, "club": invitation.club, "office": ROLES[invitation.role]}
    name = "new_password" if invitation.user else "open"
    return render(request, f"officers/{name}.html", context | about, status=status)
