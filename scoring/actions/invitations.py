"""Links that are opened once: they make an officer, or let one choose a new password."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.diary import note_down
from scoring.actions.officers import at_work, higher, locked, take_back, why_no_link
from scoring.models import Club, Invitation, Officer
from scoring.permissions import LONGEST_NAME, Actor


class NotOpen(Exception):
    """The invitation was used, was revoked or ran out: nobody comes in by it any more."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__(why_not_open(invitation))


def why_not_open(invitation: Invitation) -> str:
    """Return in a sentence why an invitation lets nobody in; nothing while it does."""
    if invitation.revoked_at:
        return "It was taken back. Ask an owner of the club for another."
    if invitation.used_at:
        return (
            "It was opened before, and is good for once. If that was you, sign in; else ask "
            "for another."
        )
    return (
        ""
        if invitation.open
        else "It was good for two weeks. Ask an owner of the club for another."
    )


@transaction.atomic
def invite(*, club: Club, role: str, whom: str, actor: Actor) -> Invitation:
    """Return a new link that makes whoever opens it an officer of the club."""
    club = locked(club.pk)
    note_down(club=club, actor=actor, said=f"Invited {whom} to serve as {role}.")
    return Invitation.objects.create(club=club, role=role, whom=whom, made_by=actor.name)


@transaction.atomic
def invite_to_new_password(*, officer: Officer, actor: Actor) -> Invitation:
    """Return a new link by which an officer chooses a new password; the one before is taken back.

    Raises Refused when the account serves another club too: its owners never agreed to this.
    """
    club = locked(officer.club_id)
    officer = at_work(officer)
    if why := why_no_link(officer.user, club):
        raise Refused(why)
    take_back(club.invitations.filter(user=officer.user))
    note_down(club=club, actor=actor, said=f"Made a link for a new password of {officer.user}.")
    return Invitation.objects.create(
        club=club,
        role=officer.role,
        user=officer.user,
        whom=str(officer.user)[:60],
        made_by=actor.name,
    )


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: Actor) -> Invitation:
    """Take an invitation back, and return it; one that is not open stays as it is."""
    club = locked(invitation.club_id)
    invitation = club.invitations.get(pk=invitation.pk)
    if invitation.open:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        note_down(club=club, actor=actor, said=f"Took the invitation of {invitation.whom} back.")
    return invitation


@transaction.atomic
def accept(*, invitation: Invitation, user) -> Officer:
    """Return the officer that the account is now: the higher of two offices stands.

    Who holds it already does not use the invitation up. Raises NotOpen.
    """
    club, invitation = _locked(invitation)
    before = club.officers.filter(user=user).first()
    if before and higher(before.role, invitation.role) == before.role:
        return before
    _refuse_unless_open(invitation)
    _locked_account(user.pk)
    officer, _ = Officer.objects.update_or_create(
        club=club, user=user, defaults={"role": invitation.role}
    )
    _use(invitation, user)
    said = f"Serves as {officer.role} now, invited by {invitation.made_by}."
    note_down(club=club, actor=Actor(user=user), said=said)
    return officer


def sign_up(*, invitation: Invitation, username: str, password: str) -> Officer:
    """Return the officer that a new account is. Raises NotOpen, and Refused when the name is
    taken."""
    # Before anything is locked: a password takes a third of a second to hash.
    user = get_user_model()(username=username, password=make_password(password))
    with transaction.atomic():
        _refuse_unless_open(_locked(invitation)[1])
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as cause:
            raise Refused("Somebody took this user name just now. Choose another.") from cause
        return accept(invitation=invitation, user=user)


def choose_password(*, invitation: Invitation, password: str):
    """Return the account that the link is for, with a new password: every browser of it is signed
    out.

    Raises NotOpen, and Refused when the account serves another club by now.
    """
    hashed = make_password(password)
    with transaction.atomic():
        club, invitation = _locked(invitation, for_password=True)
        _refuse_unless_open(invitation)
        user = _locked_account(invitation.user_id)
        if why := why_no_link(user, club):
            raise Refused(why)
        user.password = hashed
        user.save(update_fields=["password"])
        _use(invitation, user)
        note_down(club=club, actor=Actor(user=user), said="Chose a new password by a link.")
    return user


def _locked(invitation: Invitation, *, for_password: bool = False) -> tuple[Club, Invitation]:
    """Return the club, locked, and the invitation as it stands; DoesNotExist if it is of the other
    kind."""
    club = locked(invitation.club_id)
    return club, club.invitations.get(pk=invitation.pk, user__isnull=not for_password)


def _locked_account(pk: int):
    """Return the account, locked: whoever joins another club just now gets no password from this
    one."""
    return get_user_model().objects.select_for_update(no_key=True).get(pk=pk)


def _refuse_unless_open(invitation: Invitation) -> None:
    if not invitation.open:
        raise NotOpen(invitation)


def _use(invitation: Invitation, user) -> None:
    invitation.used_at = timezone.now()
    invitation.used_by = user.get_username()[:LONGEST_NAME]
    invitation.save(update_fields=["used_at", "used_by"])
