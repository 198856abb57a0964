"""Delete personal data that is no longer needed, as each club has set it."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.evening.models import Answer, SignUp
from scoring.money.queries.accounts import balances
from scoring.people.models import Club, Invitation
from scoring.table.models import ClubSession


def delete_what_is_past_its_time(now: datetime) -> int:
    """Delete what every club keeps no longer; return how many rows lost a name. Asked twice, it is
    done once."""
    today = timezone.localdate(now)
    done = _names(today) + _invitations(now)
    for club in Club.objects.filter(casual=False).exclude(keep_contacts=None).order_by("pk"):
        with transaction.atomic():
            done += _contacts(club, today)
    return done


def months_before(day: date, months: int) -> date:
    """Return the day this number of months earlier. In a shorter month it is the last day."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _names(today: date) -> int:
    """Names put down beforehand, and answers, of evenings that were so long ago."""
    done = 0
    kept_for = Club.objects.exclude(keep_names=None).order_by().values_list("keep_names", flat=True)
    for months in kept_for.distinct():
        old = {"club__keep_names": months, "played_on__lt": months_before(today, months)}
        sessions = ClubSession.objects.filter(**old).values("pk")
        done += Answer.objects.filter(session__in=sessions).delete()[0]
        done += SignUp.objects.filter(sign_up_list__session__in=sessions).delete()[0]
    return done


def _contacts(club: Club, today: date) -> int:
    """Delete contact details of guests and former members who last came this long ago. Those who
    never came, play in a league or have an open balance are kept, as the club may need to reach
    them."""
    before = months_before(today, club.keep_contacts)
    gone = club.players.filter(Q(guest=True) | Q(active=False)).exclude(phone="", email="")
    last_days = [
        gone.filter(**since).values("pk")
        for since in (
            {"attendances__session__played_on__gte": before},
            {"seats__sitting__table__session__played_on__gte": before},
            {"tallies__played_on__gte": before},
            {"squads__until": None, "squads__isnull": False},
            {"squads__until__gte": before},
        )
    ]
    came = Q(attendances__isnull=False) | Q(seats__isnull=False) | Q(tallies__isnull=False)
    found = set(gone.filter(came).values_list("pk", flat=True))
    for still in last_days:
        found -= set(still.values_list("pk", flat=True))
    found -= balances(club).keys()
    return club.players.filter(pk__in=found).update(phone="", email="")


def _invitations(now: datetime) -> int:
    """Delete the names on invitations that are no longer valid."""
    over = Q(used_at__isnull=False) | Q(revoked_at__isnull=False) | Q(good_until__lt=now)
    return Invitation.objects.filter(over).exclude(whom="").update(whom="")
