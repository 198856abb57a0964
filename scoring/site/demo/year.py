"""The demo club's year, with an evening a fortnight, played, closed and mostly paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from uuid import UUID

from django.utils import timezone

from scoring.club.actions.seasons import make_season
from scoring.common.permissions import Actor
from scoring.evening.actions.sessions import close_session, open_session
from scoring.evening.models import Attendance
from scoring.money.actions.accounts import carry_over
from scoring.money.actions.ledger import charge_fee, pay_fee
from scoring.money.actions.payments import mark_paid
from scoring.money.models import Entry
from scoring.people.actions.people import add_players
from scoring.people.models import Club
from scoring.site.demo.hands import a_hand
from scoring.table.actions.tables import open_table
from scoring.table.models import Closing, ClubSession, HandRecord, Sitting, Table

EVENINGS, APART, YEAR = 22, timedelta(days=14), timedelta(days=364)
BY_EVENINGS = {
    "order": ["net_points", "points_a_hand", "evenings"],
    "best_of": 12,
    "least_evenings": 4,
}
BEGINS = time(19, 30)
STAKE, FEE, GUEST_FEE = 10, 200, 300
SEED = 1905

# Who comes how often, and how well they play: out of 100.
MEMBERS = {
    **{"Ann": (90, 80), "Ben": (85, 55), "Cat": (80, 70), "Dan": (75, 40), "Eveline": (95, 90)},
    **{"Ferdinand": (70, 35), "Gus": (90, 60), "Małgorzata": (85, 75), "Zoë": (80, 85)},
    **{"Catherine Ashby-Cole": (60, 50), "Harriet": (75, 45), "Ivo": (50, 65), "Joe": (70, 30)},
    **{"Kim": (65, 55), "Leopold": (55, 20), "Mary": (80, 60), "Ned": (45, 50), "Olive": (60, 70)},
    **{"Percy": (35, 40), "Quentin": (40, 95), "Rose": (70, 50), "Stan": (55, 45)},
}
GUESTS = {"Uncle Tom": 10, "Vera": 25, "Will’s friend": 5}
SKILL = {name: skill for name, (_, skill) in MEMBERS.items()}


@dataclass(frozen=True, kw_only=True)
class Demo:
    """The inputs for the evenings: the club, the actor, and the random numbers."""

    club: Club
    actor: Actor
    chance: Random


def a_demo(club: Club, actor: Actor) -> Demo:
    """Return what the evenings are made with; the same day and seed give the same year."""
    return Demo(club=club, actor=actor, chance=Random(SEED))


def play_a_year(demo: Demo, *, evenings: int, say: Callable[[str], None]) -> None:
    """Fill the club's past year with this number of evenings, the last a week ago. `say` is called
    with the progress."""
    club = demo.club
    add_players(club=club, names=list(MEMBERS))
    add_players(club=club, names=list(GUESTS), guest=True)
    last = timezone.localdate() - timedelta(days=7)
    for ago in reversed(range(evenings)):
        say(f"evening {evenings - ago} of {evenings}")
        _evening(demo, last - ago * APART)
    first = last - (evenings - 1) * APART
    make_season(club=club, name="The year", starts_on=first, ends_on=first + YEAR, **BY_EVENINGS)


def _evening(demo: Demo, on: date) -> None:
    session = open_session(club=demo.club, played_on=on)
    people = _who_comes(demo.chance)
    begins = timezone.make_aware(datetime.combine(on, BEGINS))
    _arrive(demo, session, people, begins)
    for no, seats in enumerate(_tables(people)):
        _play(demo, session, no, seats, begins)
    close_session(session=session, actor=demo.actor)
    _pay(demo, session)
    date_back(session, begins + timedelta(hours=3))


def _who_comes(chance: Random) -> list[str]:
    often = {name: often for name, (often, _) in MEMBERS.items()} | GUESTS
    people = [name for name, percent in often.items() if chance.randrange(100) < percent]
    chance.shuffle(people)
    return people


def _tables(people: Sequence[str]) -> list[Sequence[str]]:
    """Return the people of each table, in fours and fives, with the rest at the last table."""
    tables, size = -(-len(people) // 5), len(people)
    cuts = [size * no // tables for no in range(tables + 1)]
    return [people[first:last] for first, last in zip(cuts, cuts[1:], strict=False)]


def _arrive(demo: Demo, session: ClubSession, people: Sequence[str], begins: datetime) -> None:
    """Check people in. Hardly anyone forgets the fee."""
    for player in add_players(club=demo.club, names=list(people)):
        at = begins - timedelta(minutes=demo.chance.randrange(25))
        paid = demo.chance.randrange(100) < 96
        attendance = Attendance.objects.create(
            session=session,
            player=player,
            arrived_at=at,
            by=demo.actor.name,
            fee_minor=GUEST_FEE if player.guest else FEE,
            fee_paid_at=at if paid else None,
        )
        charge_fee(attendance=attendance, actor=demo.actor)
        if paid:
            pay_fee(attendance=attendance, paid=True, actor=demo.actor)


def _play(
    demo: Demo, session: ClubSession, no: int, people: Sequence[str], begins: datetime
) -> None:
    """Open a table and log its hands all at once, as a year of single hands would take a minute."""
    four = len(people) == 4
    table = open_table(
        session=session,
        names=list(people),
        rules_key=("club-laws" if no % 2 else "american") if four else "call-ace",
        stake_minor=STAKE,
        first_dealer=demo.chance.randrange(len(people)),
    )
    hands = [
        _record(demo, table, place, begins + timedelta(minutes=5 * place))
        for place in range(1, demo.chance.randrange(22, 34))
    ]
    HandRecord.objects.bulk_create(hands)


def _record(demo: Demo, table: Table, place: int, at: datetime) -> HandRecord:
    sitting: Sitting = table.sitting
    record = HandRecord(
        id=UUID(int=demo.chance.getrandbits(128)),
        sitting=sitting,
        place=place,
        logged_at=at,
        logged_by="a phone at the table",
    )
    record.hand = a_hand(table.rules, sitting.names, SKILL, demo.chance)
    return record


def _pay(demo: Demo, session: ClubSession) -> None:
    """Tick most of what was to pay; a few always forget their purse, and that is carried over."""
    closing = session.closings.get()
    for payment in closing.payments.all():
        if demo.chance.randrange(100) < 95:
            mark_paid(payment=payment, paid=True, actor=demo.actor)
    carry_over(closing=closing, carried=True)


def date_back(session: ClubSession, ended: datetime) -> None:
    """Make what was noted a moment ago an entry of that evening."""
    ClubSession.objects.filter(pk=session.pk).update(closed_at=ended)
    Closing.objects.filter(session=session).update(closed_at=ended)
    Entry.objects.filter(session=session).update(at=ended, dated=session.played_on)
    for closing in session.closings.all():
        closing.payments.exclude(paid_at=None).update(paid_at=ended)


def arrived_before(session: ClubSession, begins: datetime) -> None:
    """Set the check-in times to one after the other, before the evening began."""
    people = list(Attendance.objects.filter(session=session).order_by("pk"))
    for minutes, one in enumerate(reversed(people), start=2):
        one.arrived_at = begins - timedelta(minutes=minutes)
        one.fee_paid_at = one.fee_paid_at and one.arrived_at
    Attendance.objects.bulk_update(people, ["arrived_at", "fee_paid_at"])
