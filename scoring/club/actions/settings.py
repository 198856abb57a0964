"""A club's settings (its name, its usual evening, its currency), and the address of its
calendar."""

from __future__ import annotations

from calendar import month_name

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.dates import written_time
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.models import Attendance, Pass
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club
from scoring.table.models import Sitting, Table


@transaction.atomic
def change_settings(*, club: Club, actor: Actor, **settings) -> Club:
    """Change these fields of a club, and return it; the diary says what they were.

    Raises Refused when the currency is to change and an amount was noted in it.
    """
    club = lock_club(club.pk)
    changed = {name: value for name, value in settings.items() if getattr(club, name) != value}
    if not changed:
        return club
    # Whoever opens a table with a stake waits for its session.
    evenings = club.sessions.filter(closed_at=None).order_by("pk")
    list(evenings.select_for_update())
    if "currency" in changed and money_was_noted(club):
        raise Refused(why_currency_stays(club))
    before = {name: _value_as_text(club, name) for name in changed}
    for name, value in changed.items():
        setattr(club, name, value)
    club.save(update_fields=list(changed))
    lines = (
        f"{LABELS[name]} {_value_as_text(club, name)}, before: {was}"
        for name, was in before.items()
    )
    note_down(club=club, actor=actor, said=f"Settings: {'; '.join(lines)}.")
    evenings.update(version=F("version") + 1)
    raise_public(club.pk)
    return club


LABELS = {
    "name": "name",
    "place": "place",
    "starts_at": "usual start time",
    "usual_rules": "usual rules",
    "currency": "currency",
    "door_fee_minor": "check-in fee for members",
    "guest_fee_minor": "check-in fee for guests",
    "self_check_in": "self check-in",
    "year_begins": "start of the accounting year",
    "paper": "paper",
    "keep_names": "months to keep sign-ups and answers",
    "keep_contacts": "months to keep contacts of guests",
}


def _value_as_text(club: Club, name: str) -> str:
    value = getattr(club, name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "year_begins":
        return month_name[value or 1]
    if name.endswith("_minor"):
        return written(value, club.currency)
    if name.startswith("keep_"):
        return str(value or "no end")
    return written_time(value) if name == "starts_at" and value else str(value or "none")


def money_was_noted(club: Club) -> bool:
    """Return whether any amount was entered in the club's currency, as a stake, a fee, or in its
    accounts."""
    return (
        club.entries.exists()
        or Table.objects.filter(session__club=club, stake_minor__gt=0).exists()
        or Sitting.objects.filter(table__session__club=club, stake_minor__gt=0).exists()
        or Attendance.objects.filter(session__club=club, fee_minor__gt=0).exists()
        or club.sessions.filter(Q(door_fee_minor__gt=0) | Q(guest_fee_minor__gt=0)).exists()
    )


def why_currency_stays(club: Club) -> str:
    """Return what to say when an amount was noted."""
    return (
        f"The club has stakes, fees or payments in {club.currency}, so the currency can’t change."
    )


@transaction.atomic
def renew_calendar(*, club: Club, actor: Actor) -> Pass:
    """Return a new secret address of the club's calendar; the one before is revoked."""
    club = lock_club(club.pk)
    _revoke_calendar(club)
    note_down(club=club, actor=actor, said="Made a calendar link.")
    return Pass.objects.create(club=club, right=Pass.Right.CALENDAR)


@transaction.atomic
def revoke_calendar(*, club: Club, actor: Actor) -> None:
    """Revoke the address of the club's calendar, if there is one."""
    club = lock_club(club.pk)
    if _revoke_calendar(club):
        note_down(club=club, actor=actor, said="Revoked the calendar link.")


def calendar_of(club: Club) -> Pass | None:
    """Return the live pass of the club's calendar, if there is one."""
    return club.passes.filter(right=Pass.Right.CALENDAR, revoked_at=None).first()


def _revoke_calendar(club: Club) -> int:
    live = club.passes.filter(right=Pass.Right.CALENDAR, revoked_at=None)
    return live.update(revoked_at=timezone.now())
