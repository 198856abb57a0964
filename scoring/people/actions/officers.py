"""Roles in a club, and invitation links to them. The last owner can't be removed."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.common.idempotent import key_in, made_before
from scoring.common.permissions import LONGEST_NAME, Actor
from scoring.common.refused import Refused
from scoring.people import hooks
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_account, lock_club
from scoring.people.actions.passkeys import remove_passkeys
from scoring.people.models import Club, Invitation, Officer

FROM_LEAST = (Officer.Role.SCORER, Officer.Role.ORGANISER, Officer.Role.OWNER)


def higher(one: str, other: str) -> str:
    """Return the office that may do more."""
    return max(one, other, key=FROM_LEAST.index)


def is_last_owner(officer: Officer) -> bool:
    """Return whether there is no other owner."""
    owners = Officer.objects.filter(club=officer.club_id, role=Officer.Role.OWNER)
    return officer.role == Officer.Role.OWNER and not owners.exclude(pk=officer.pk).exists()


def why_no_link(user, club: Club) -> str:
    """Return why the club's owners may not hand out a new password for an account; nothing when
    they may."""
    return _why_the_host(user, club, f"set a password with %s changepassword {user}")


def why_keep_passkeys(user, club: Club) -> str:
    """Return why the club's owners may not remove the passkeys of an account; nothing when they
    may."""
    return _why_the_host(user, club, f"remove them with %s twostep {user} --off")


def _why_the_host(user, club: Club, instead: str) -> str:
    if user.is_superuser:
        why = f"{user} owns this site and every club on it."
    elif user.offices.exclude(club=club).exists():
        why = f"{user} also has a role in another club, so you can’t do this here."
    else:
        return ""
    return f"{why} The person who runs the server can {instead % settings.MANAGE_COMMAND}"


def take_back(links: QuerySet[Invitation]) -> None:
    """Revoke those of the links that were neither opened nor revoked before."""
    links.filter(used_at=None, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def change_role(*, officer: Officer, role: str, actor: Actor) -> Officer:
    """Give an officer another office, and return them; the links and tokens that they made end.

    Raises Refused when the club would have no owner.
    """
    club = lock_club(officer.club_id)
    officer = at_work(officer)
    if officer.role == role:
        return officer
    _refuse_to_orphan(officer)
    note_down(club=club, actor=actor, said=f"Made {officer.user} {role} (before: {officer.role}).")
    take_back(_made_by(officer))
    hooks.role_ended(officer)
    officer.role = role
    officer.save(update_fields=["role"])
    return officer


@transaction.atomic
def remove_officer(*, officer: Officer, actor: Actor) -> None:
    """Take an office away, one's own too, with the links and tokens that the officer made and the
    links for their password.

    Raises Refused for the last owner.
    """
    club = lock_club(officer.club_id)
    officer = at_work(officer)
    _refuse_to_orphan(officer)
    leaves = actor.account == officer.user
    said = f"Left as {officer.role}." if leaves else f"Removed {officer.user}, {officer.role}."
    note_down(club=club, actor=actor, said=said)
    take_back(_made_by(officer) | club.invitations.filter(user=officer.user))
    hooks.role_ended(officer)
    officer.delete()


def _made_by(officer: Officer) -> QuerySet[Invitation]:
    """Return the links that an officer made; without them a former owner could let themselves in
    again."""
    return officer.club.invitations.filter(made_by=Actor(user=officer.user).name)


def at_work(officer: Officer) -> Officer:
    """Return the officer read again, with the club locked. Raise Refused if they were removed
    meanwhile."""
    found = Officer.objects.select_related("user", "club").filter(pk=officer.pk).first()
    if found is None:
        raise Refused("This person was removed in the meantime.")
    return found


def _refuse_to_orphan(officer: Officer) -> None:
    if is_last_owner(officer):
        raise Refused(f"{officer.user} is the only owner. Make another person an owner first.")


class NotOpen(Exception):
    """The invitation was used, was revoked or has expired."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__(why_not_open(invitation))


def why_not_open(invitation: Invitation) -> str:
    """Return why an invitation is not valid, as a sentence, or "" if it is."""
    if invitation.revoked_at:
        return "It was revoked. Ask an owner of the club for a new one."
    if invitation.used_at:
        return (
            "It was already used, and it works only once. If you used it, sign in. If not, ask "
            "for a new one."
        )
    return (
        ""
        if invitation.open
        else "It expired after two weeks. Ask an owner of the club for a new one."
    )


@transaction.atomic
def invite(
    *, club: Club, role: str, whom: str, actor: Actor, key: UUID | None = None
) -> Invitation:
    """Return a new link that gives a role in the club to the person who opens it. It is idempotent
    for one form."""
    club = lock_club(club.pk)
    key = key_in(club, key)
    if made := made_before(Invitation, key):
        return made
    note_down(club=club, actor=actor, said=f"Invited {whom} as {role}.")
    return Invitation.objects.create(club=club, role=role, whom=whom, made_by=actor.name, key=key)


@transaction.atomic
def invite_to_new_password(*, officer: Officer, actor: Actor) -> Invitation:
    """Return a new link with which an officer chooses a new password. It revokes the last one.

    Raise Refused if the account serves another club too, as that club's owners have not agreed to
    it.
    """
    club = lock_club(officer.club_id)
    officer = at_work(officer)
    if why := why_no_link(officer.user, club):
        raise Refused(why)
    take_back(club.invitations.filter(user=officer.user))
    note_down(club=club, actor=actor, said=f"Created a password link for {officer.user}.")
    return Invitation.objects.create(
        club=club,
        role=officer.role,
        user=officer.user,
        whom=str(officer.user)[:60],
        made_by=actor.name,
    )


@transaction.atomic
def remove_lost_passkeys(*, officer: Officer, actor: Actor) -> int:
    """Remove the passkeys of an officer who lost them, and return how many it were.

    Raise Refused if the account serves another club too, as that club's owners have not agreed to
    it.
    """
    club = lock_club(officer.club_id)
    officer = at_work(officer)
    if why := why_keep_passkeys(officer.user, club):
        raise Refused(why)
    removed = remove_passkeys(user=officer.user)
    if removed:
        note_down(club=club, actor=actor, said=f"Removed the passkeys of {officer.user}.")
    return removed


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: Actor) -> Invitation:
    """Revoke an invitation, and return it. One that is no longer valid stays unchanged."""
    club = lock_club(invitation.club_id)
    invitation = club.invitations.get(pk=invitation.pk)
    if invitation.open:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        note_down(club=club, actor=actor, said=f"Revoked the link for {invitation.whom}.")
    return invitation


@transaction.atomic
def accept(*, invitation: Invitation, user) -> Officer:
    """Return the account's role in the club. If it had one already, the higher of the two is kept.

    An account that has this role already does not use up the invitation. Raise NotOpen.
    """
    club, invitation = _locked(invitation)
    before = club.officers.filter(user=user).first()
    if before and higher(before.role, invitation.role) == before.role:
        return before
    _refuse_unless_open(invitation)
    lock_account(user.pk)  # it can't join here and get a password from another club at once
    officer, _ = Officer.objects.update_or_create(
        club=club, user=user, defaults={"role": invitation.role}
    )
    _use(invitation, user)
    said = f"Joined as {officer.role}, invited by {invitation.made_by}."
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
            raise Refused("This user name is already taken. Choose another.") from cause
        return accept(invitation=invitation, user=user)


def choose_password(*, invitation: Invitation, password: str):
    """Return the link's account, with a new password. All its browsers are signed out.

    Raise NotOpen, and Refused if the account now serves another club.
    """
    hashed = make_password(password)
    with transaction.atomic():
        club, invitation = _locked(invitation, for_password=True)
        _refuse_unless_open(invitation)
        user = lock_account(invitation.user_id)
        if why := why_no_link(user, club):
            raise Refused(why)
        user.password = hashed
        user.save(update_fields=["password"])
        _use(invitation, user)
        note_down(club=club, actor=Actor(user=user), said="Chose a new password with a link.")
    return user


def _locked(invitation: Invitation, *, for_password: bool = False) -> tuple[Club, Invitation]:
    """Return the club, locked, and the invitation read again. Raise DoesNotExist if it is of the
    other kind."""
    club = lock_club(invitation.club_id)
    return club, club.invitations.get(pk=invitation.pk, user__isnull=not for_password)


def _refuse_unless_open(invitation: Invitation) -> None:
    if not invitation.open:
        raise NotOpen(invitation)


def _use(invitation: Invitation, user) -> None:
    invitation.used_at = timezone.now()
    invitation.used_by = user.get_username()[:LONGEST_NAME]
    invitation.save(update_fields=["used_at", "used_by"])
