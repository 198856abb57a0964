"""Who serves a club, and as what. The last owner can neither leave nor be made less."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.diary import note_down
from scoring.models import Club, Invitation, Officer
from scoring.permissions import Actor

FROM_LEAST = (Officer.Role.SCORER, Officer.Role.ORGANISER, Officer.Role.OWNER)


def higher(one: str, other: str) -> str:
    """Return the office that may do more."""
    return max(one, other, key=FROM_LEAST.index)


def is_last_owner(officer: Officer) -> bool:
    """Return whether nobody else owns the club."""
    owners = Officer.objects.filter(club=officer.club_id, role=Officer.Role.OWNER)
    return officer.role == Officer.Role.OWNER and not owners.exclude(pk=officer.pk).exists()


def why_no_link(user, club: Club) -> str:
    """Return why the club's owners may not hand out a new password for an account; nothing when
    they may."""
    if not user.offices.exclude(club=club).exists():
        return ""
    return (
        f"{user} serves another club too, whose owners are not asked here. Whoever runs the "
        "server can set "
        f"a password: manage.py changepassword {user}"
    )


def take_back(links: QuerySet[Invitation]) -> None:
    """Revoke those of the links that were neither opened nor revoked before."""
    links.filter(used_at=None, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def change_role(*, officer: Officer, role: str, actor: Actor) -> Officer:
    """Give an officer another office, and return him; the links that he made end.

    Raises Refused when the club would have no owner.
    """
    club = locked(officer.club_id)
    officer = at_work(officer)
    if officer.role == role:
        return officer
    _refuse_to_orphan(officer)
    note_down(club=club, actor=actor, said=f"Made {officer.user} {role} (before: {officer.role}).")
    take_back(_made_by(officer))
    officer.role = role
    officer.save(update_fields=["role"])
    return officer


@transaction.atomic
def remove_officer(*, officer: Officer, actor: Actor) -> None:
    """Take an office away, one's own too, with the links that the officer made and those for his
    password.

    Raises Refused for the last owner.
    """
    club = locked(officer.club_id)
    officer = at_work(officer)
    _refuse_to_orphan(officer)
    leaves = actor.account == officer.user
    said = f"Left as {officer.role}." if leaves else f"Removed {officer.user}, {officer.role}."
    note_down(club=club, actor=actor, said=said)
    take_back(_made_by(officer) | club.invitations.filter(user=officer.user))
    officer.delete()


def _made_by(officer: Officer) -> QuerySet[Invitation]:
    """Return the links that an officer made; without them a former owner could let himself in
    again."""
    return officer.club.invitations.filter(made_by=Actor(user=officer.user).name)


def locked(club: int) -> Club:
    """Return the club, locked for its offices; a new player may still come in (no_key)."""
    return Club.objects.select_for_update(no_key=True).get(pk=club)


def at_work(officer: Officer) -> Officer:
    """Return the officer as he stands, once the club is locked; Refused when he was removed
    meanwhile."""
    found = Officer.objects.select_related("user", "club").filter(pk=officer.pk).first()
    if found is None:
        raise Refused("This officer was removed in the meantime. Nothing was changed.")
    return found


def _refuse_to_orphan(officer: Officer) -> None:
    if is_last_owner(officer):
        raise Refused(
            f"{officer.user} is the only owner. Make somebody else an owner first; nothing was "
            "changed."
        )
