"""Why two players of a club cannot be one person: sentences, each with the place where it shows."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from scoring.models.club import Player
from scoring.models.evening import Attendance, Plan
from scoring.models.ledger import Entry
from scoring.models.money import Payment
from scoring.models.one_person import entries_of, seats_of
from scoring.models.play import ClubSession, Sitting
from scoring.models.tournament import Tournament


def why_two(one: Player, other: Player) -> list[str]:
    """Return what shows that two players are two people, or stands in the way of making them
    one."""
    looks = (_as_they_stand, _at_tables, _in_tournaments, _in_the_book, _at_the_door)
    return [reason for look in looks for reason in look(one, other)]


def _as_they_stand(one: Player, other: Player) -> Iterator[str]:
    if one.forgotten_at or other.forgotten_at:
        yield "One of them asked to be forgotten: nothing may say again who that was."
    if len(one.notes) + len(other.notes) >= Player._meta.get_field("notes").max_length:
        yield "Their notes are too long to stand together: shorten one of them first."


def _at_tables(one: Player, other: Player) -> Iterator[str]:
    sitting = _sitting_of_both(one, other)
    if sitting:
        yield f"They played together: {sitting.table} of {sitting.table.session}."
    session = _session_where_both_sit(one, other)
    if session:
        yield f"Both sit at a table of {session} at this moment."
    for plan in _standing_plans(one):
        if other.pk in plan.people:
            yield (
                f"Both are in the plan of seats of {plan.session}: open its tables or drop it "
                "first."
            )


def sittings_of_both(one: Player, other: Player) -> QuerySet[Sitting]:
    """Return the sittings that have to do with both."""
    sittings = Sitting.objects.filter(pk__in=seats_of(one).values("sitting"))
    return sittings.filter(pk__in=seats_of(other).values("sitting"))


def _sitting_of_both(one: Player, other: Player) -> Sitting | None:
    return sittings_of_both(one, other).not_replaced().select_related("table__session").first()


def _session_where_both_sit(one: Player, other: Player) -> ClubSession | None:
    def where(player: Player):
        now = seats_of(player).filter(sitting__ended_at=None)
        return now.values("sitting__table__session")

    open_ones = ClubSession.objects.filter(closed_at=None)
    return open_ones.filter(pk__in=where(one)).filter(pk__in=where(other)).first()


def _standing_plans(player: Player) -> Iterator[Plan]:
    plans = Plan.objects.filter(session__club=player.club_id, opened_at=None, dropped_at=None)
    return (plan for plan in plans.select_related("session") if player.pk in plan.people)


def _in_tournaments(one: Player, other: Player) -> Iterator[str]:
    entered = Tournament.objects.filter(entrants__in=entries_of(one)).select_related("session")
    for tournament in entered.filter(pk__in=entries_of(other).values("tournament")).distinct():
        yield f"Both entered the tournament of {tournament}."


def _in_the_book(one: Player, other: Player) -> Iterator[str]:
    payment = (
        payments_between(one, other)
        .exclude(paid_at=None)
        .select_related("closing__session")
        .first()
    )
    if payment:
        yield f"One paid the other: the settlement of {payment.closing.session}."
    between = Q(debited=one, credited=other) | Q(debited=other, credited=one)
    entry = Entry.objects.filter(between).first()
    if entry:
        yield f"One paid the other: the club’s book, {entry.at:%-d %B %Y}."


def payments_between(one: Player, other: Player) -> QuerySet[Payment]:
    """Return the transfers by which one of two has to pay the other."""
    return Payment.objects.filter(Q(payer=one, payee=other) | Q(payer=other, payee=one))


def _at_the_door(one: Player, other: Player) -> Iterator[str]:
    came = Attendance.objects.filter(player__in=[one, other], fee_minor__gt=0).select_related(
        "session"
    )
    by_session: dict[ClubSession, set[bool]] = {}
    for attendance in came:
        by_session.setdefault(attendance.session, set()).add(attendance.fee_paid_at is not None)
    for session, paid in by_session.items():
        if len(paid) > 1:
            yield f"At the door of {session} one has paid and the other owes: put that right first."
