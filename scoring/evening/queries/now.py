"""Queries for a club night as it is now: attendance, seats, tables, and open points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, Prefetch, Q, Sum, prefetch_related_objects
from django.utils import timezone

from scoring.common.names import folded
from scoring.common.prepared import Prepared
from scoring.evening import hooks
from scoring.evening.models import Attendance, Pass
from scoring.evening.queries.fees import fee_for
from scoring.people.models import Player
from scoring.table.models import ClubSession, HandRecord, Link, Seat, Sitting, Table
from scoring.table.queries.agreed import said_of
from scoring.table.queries.settlement import read_people_and_hands, whole

AWAITED, HERE, GONE = "awaited", "here", "gone"
"""Not here yet; here; come and left."""
MOST_SUGGESTED = 60

# The version of the evening that a live pass shows, and the pass' right.
version_by_pass = Prepared(
    lambda token: Pass.objects.filter(token=token, revoked_at=None).values_list(
        "session__version", "right"
    )
)


def is_planned(session: ClubSession) -> bool:
    """Return whether the evening is still to come."""
    return not session.closed and session.played_on > timezone.localdate()


@dataclass(frozen=True, kw_only=True)
class Person:
    """A person at a club night, with attendance and seat."""

    player: Player
    came: Attendance | None = None
    seat: Seat | None = None
    """Where they sit now, or sat when they left."""
    other_seats: tuple[Seat, ...] = ()
    """Seats that they are said to hold at other tables at the same time."""

    @property
    def state(self) -> str:
        """Return HERE, GONE or AWAITED; a player with a seat is here, checked in or not."""
        if self.came is None:
            return HERE if self.seat else AWAITED
        return GONE if self.came.left_at and not self._sat_down_since else HERE

    @property
    def _sat_down_since(self) -> bool:
        return self.seat is not None and self.seat.sitting.started_at > self.came.left_at

    @property
    def is_member(self) -> bool:
        """Whether they are expected: neither a guest nor a former member."""
        return self.player.active and not self.player.guest

    @property
    def table(self) -> Table | None:
        """The table at which they sit, while they are here."""
        return self.seat.sitting.table if self.seat and self.state == HERE else None


def at_the_door(session: ClubSession, *, everybody: bool = False) -> list[Person]:
    """Return members and all who came or have a seat, by name; with `everybody`, all who ever
    played. Four queries."""
    unforgotten = session.club.players.filter(forgotten_at=None)
    return people_of(session, asked=unforgotten if everybody else _members(session.club_id))


_members = Prepared(lambda club: Player.objects.filter(club=club).members())


def people_of(session: ClubSession, *, asked: Iterable[Player] = ()) -> list[Person]:
    """Return who came, who sits at a table and who is asked about, by name: three queries."""
    came = {one.player_id: one for one in _attendances(session.pk)}
    seats = seats_of(session)
    players = {player.pk: player for player in asked}
    players |= {one.player_id: one.player for one in came.values()}
    players |= {pk: held[-1].substitute or held[-1].player for pk, held in seats.items()}
    people = (
        _person(player, came.get(pk), seats.get(pk, [None])) for pk, player in players.items()
    )
    return sorted(people, key=lambda person: folded(person.player.name))


_attendances = Prepared(
    lambda session: Attendance.objects.filter(session=session).select_related("player")
)


def _person(player: Player, came: Attendance | None, seats: list[Seat | None]) -> Person:
    *others, seat = seats
    return Person(player=player, came=came, seat=seat, other_seats=tuple(others))


def seats_of(session: ClubSession) -> dict[int, list[Seat]]:
    """Return the seats taken now, the latest last, by the player's key. Substitutes are included
    with the absent player, ghosts are not. Two queries."""
    sittings = {one.pk: one for one in _in_progress(session.pk)}
    seats = Seat.objects.filter(_is_a_person(session), sitting__in=sittings)
    held = defaultdict(list)
    for seat in seats.select_related("player", "substitute"):
        seat.sitting = sittings[seat.sitting_id]
        held[seat.substitute_id or seat.player_id].append(seat)
    for those in held.values():
        those.sort(key=lambda seat: seat.sitting.started_at)
    return held


_in_progress = Prepared(
    lambda session: Sitting.objects.filter(table__session=session, ended_at=None).select_related(
        "table"
    )
)


def _is_a_person(session: ClubSession) -> Q | Exists:
    """The condition that a seat belongs to a person, not to a ghost."""
    ghosts = hooks.ghosts.first(session)
    return Q() if ghosts is None else ~Exists(ghosts)


def likely_to_sit_down(session: ClubSession) -> list[Player]:
    """Return the players suggested for a new table: people here without a seat, then members not
    here yet. At most MOST_SUGGESTED; four queries."""
    free = [person for person in at_the_door(session) if person.state != GONE and not person.table]
    return [person.player for person in sorted(free, key=lambda one: one.state != HERE)][
        :MOST_SUGGESTED
    ]


def sittings_with_hands(session: ClubSession) -> list[Sitting]:
    """Return the sittings in progress, by table, with people and hands: three queries."""
    return whole(
        Sitting.objects.filter(table__session=session, ended_at=None).order_by("table__no")
    )


@dataclass(frozen=True, kw_only=True)
class LiveTable:
    """A table with its sitting in progress; `sitting` is None when it was broken up."""

    table: Table
    sitting: Sitting | None
    earlier: tuple[Sitting, ...] = ()
    """Its earlier sittings, without those of a tournament, if the points of this one add to
    theirs."""

    @property
    def heard_at(self) -> datetime | None:
        """The time of the last hand, or of the table's start before the first one."""
        if self.sitting is None:
            return None
        return max(filter(None, [self.table.last_hand_at, self.sitting.started_at]))

    @property
    def links(self) -> dict[str, str]:
        """The tokens of its live links by their right."""
        return {link.right: link.token for link in self.table.links.all()}


def live_tables(session: ClubSession) -> list[LiveTable]:
    """Return the night's tables with their current hands: five queries.

    Each table also has `waiting` and `begun` (numbers of hands), `hands_so_far` (hands that count,
    in all its sittings) and `last_hand_at`.
    """
    tables = {table.pk: table for table in _tables(session.pk)}
    prefetch_related_objects(
        [*tables.values()], Prefetch("links", Link.objects.filter(revoked_at=None))
    )
    for table in tables.values():
        table.session = session
    at, earlier = {}, defaultdict(list)
    for one in _sittings(session.pk):
        one.table = tables[one.table_id]
        if one.ended_at is None:
            at[one.table_id] = one
        else:
            earlier[one.table_id].append(one)
    found = [
        LiveTable(
            table=table,
            sitting=(now := at.get(table.pk)),
            earlier=tuple(earlier[table.pk]) if now and now.adds_up else (),
        )
        for table in tables.values()
    ]
    read_people_and_hands([one for live in found for one in (*live.earlier, live.sitting) if one])
    return found


def _counted(tables):
    # A query that counts ignores the order of its model, so it is said again.
    hands = "sittings__hands"
    return tables.annotate(
        waiting=Count(hands, filter=Q(sittings__hands__state="waiting")),
        begun=Count(hands, filter=Q(sittings__hands__state="begun")),
        hands_so_far=Count(hands, filter=Q(sittings__hands__state="counted")),
        last_hand_at=Max("sittings__hands__logged_at"),
    ).order_by("no")


_tables = Prepared(
    lambda session: _counted(Table.objects.filter(session=session).select_related("house"))
)
_sittings = Prepared(
    lambda session: (
        Sitting.objects.filter(Q(ended_at=None) | Q(round_table=None), table__session=session)
        .select_related("house")
        .order_by("no")
    )
)


def unpaid_fees(session: ClubSession) -> tuple[int, int]:
    """Return the number and the sum of unpaid check-in fees; one query."""
    open_ones = session.attendances.filter(fee_minor__gt=0, fee_paid_at=None).order_by()
    found = open_ones.aggregate(number=Count("pk"), minor=Sum("fee_minor"))
    return found["number"], found["minor"] or 0


def is_unchecked(session: ClubSession, person: Person) -> bool:
    """Return whether a player has a seat but was never checked in, so that the fee due is not
    charged."""
    return bool(person.seat and person.came is None and fee_for(session, person.player))


def never_checked_in(session: ClubSession) -> list[Player]:
    """Return the players who sat at a table of the night, now or earlier, and were never checked
    in, so that the fee due is not charged; two queries."""
    if not session.door_fee_minor and not session.guest_fee_minor:
        return []
    seats = Seat.objects.not_replaced().filter(
        _is_a_person(session), sitting__table__session=session
    )
    sat = {key for both in seats.values_list("player", "substitute") for key in both}
    people = session.club.players.filter(pk__in=sat - {None}).exclude(attendances__session=session)
    return [player for player in people if fee_for(session, player)]


def not_agreed(session: ClubSession) -> dict[int, int]:
    """Return how many hands are unconfirmed, by the key of each table that asks for confirmation;
    two queries."""
    hands = HandRecord.objects.filter(
        sitting__table__session=session, sitting__table__asks_agreement=True
    ).counted()
    tables = dict(hands.values_list("pk", "sitting__table"))
    silent = (one.id for one in said_of(hands).values() if one.silent) if tables else ()
    return dict(Counter(tables[hand] for hand in silent))
