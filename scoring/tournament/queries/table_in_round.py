"""A table in a round of a tournament, as its phone sees it, and where its players go next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from scoring.euchre.wording import listed
from scoring.table.models import Sitting, Table
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Round, RoundTable
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import Format, table_name
from scoring.tournament.pure.seats import SEAT_NAMES, in_a_sentence, seats_at, sides_at
from scoring.tournament.queries.held_clocks import give_held_time
from scoring.tournament.queries.now import PlayedTable, format_in, played_tables, seats_by_table

HEAD = 1
"""The number of the head table."""


@dataclass(frozen=True, kw_only=True)
class InRound:
    """A table in a round, with its progress."""

    row: RoundTable
    format: Format
    hands: int
    """Number of hands played there, without void deals."""

    @property
    def round(self) -> Round:
        return self.row.round

    @property
    def full(self) -> bool:
        """Return whether all hands of a round are played."""
        return self.format.ends == "hands" and self.hands >= self.format.hands

    @property
    def over(self) -> bool:
        """Return whether further hands no longer count automatically."""
        return self.round.ended_at is not None or self.full

    @property
    def rings(self) -> bool:
        """Return whether this table's phone may ring the bell."""
        return self.format.ends == "bell" and self.row.no == HEAD and self.round.ended_at is None

    @property
    def limit(self) -> int:
        """Return the seconds of a round at this table, including extra time and earlier pauses of
        its clock. 0 means no time limit."""
        minutes = self.format.minutes
        return (minutes + self.row.extra_minutes) * 60 + self.row.held if minutes else 0


def in_round(table: Table) -> InRound | None:
    """Return the latest published round at a table, or None. Makes no query if an ordinary sitting
    is there."""
    sitting = table.sitting
    if sitting is not None and sitting.ended_at is None:
        return round_of(sitting)
    return _first(_rows().filter(table=table).order_by("-round__no"))


def round_of(sitting: Sitting) -> InRound | None:
    """Return the round that a sitting plays, in two queries. Return None, without a query, if it
    plays none."""
    if sitting.round_table_id is None:
        return None
    return _first(_rows().filter(pk=sitting.round_table_id))


def round_at(table: Table, **which) -> InRound | None:
    """Return a published round at a table, by the key of its row (`pk`) or its number
    (`round__no`)."""
    return _first(_rows().filter(table=table, **which))


def _rows() -> QuerySet[RoundTable]:
    played = Q(sittings__hands__state="counted", sittings__hands__void="")
    found = RoundTable.objects.select_related("round__tournament")
    return found.annotate(hands=Count("sittings__hands", filter=played))


def _first(rows: QuerySet[RoundTable]) -> InRound | None:
    row = rows.first()
    if row is None:
        return None
    give_held_time([row])
    format = format_in(row.round.tournament).in_round(row.round.no)
    return InRound(row=row, format=format, hands=row.hands)


def goes_by_totals(table: Table) -> bool:
    """Return whether no hands can be logged at a table now, because it is empty or has too many
    people for its rules."""
    sitting = table.sitting
    if sitting is None:
        return True
    if sitting.ended_at is None:
        return False
    here = in_round(table)
    return here is not None and here.row.pk != sitting.round_table_id


def sides_of(people: int, *, alone: bool = False) -> tuple[str, ...]:
    """Return the sides of a table of this many people, in the order of their first seats. With
    `alone` each plays for themselves, as at a table of three."""
    return seats_at(people) if alone or people == 3 else tuple(sides_at(people))


def points_of_hands(
    sittings: list[Sitting] | tuple[Sitting, ...], *, alone: bool = False
) -> dict[str, int]:
    """Return the points of each side over the sittings of one table's round."""
    found: dict[str, int] = {}
    for sitting in sittings:
        sides = sides_of(len(sitting.players), alone=alone)
        for side, points in zip(sides, sitting.totals, strict=False):
            found[side] = found.get(side, 0) + points
    return found


def points_here(here: InRound, sitting: Sitting) -> dict[str, int]:
    """Return the points of each side so far, including those from before a player was replaced."""
    alone = bool(here.format.places)
    if here.hands == sum(hand.hand.void is None for hand in sitting.counted):
        return points_of_hands([sitting], alone=alone)
    others = whole(Sitting.objects.filter(round_table=here.row).exclude(pk=sitting.pk))
    return points_of_hands([*others, sitting], alone=alone)


def played_at(row: RoundTable) -> PlayedTable:
    """Return a table of a round with all its hands and reports."""
    (found,) = played_tables([row.round], pk=row.pk)
    return found


def points_that_stand(played: PlayedTable) -> Mapping[str, int]:
    """Return the points that the people of a table are asked to confirm. These are the undisputed
    points, or else the totals of the hands. Empty before any report."""
    return played.points or next((one.points for one in played.said if one.source == "hands"), {})


COMPASS = {seat: in_a_sentence(seat) for seat in SEAT_NAMES}


@dataclass(frozen=True, kw_only=True)
class Move:
    """A player's place in the next round."""

    name: str
    table: str = ""
    """ "Table 4"; nothing if they sit out."""
    seats: tuple[str, ...] = ()
    partner: str = ""

    @property
    def where(self) -> str:
        """Return "north", or "north and south" for a pair."""
        return " and ".join(COMPASS[seat] for seat in self.seats)


def moves_from(row: RoundTable, names: Mapping[int, str]) -> list[Move]:
    """Return the next place of everyone at a table, once the next round is published. Empty before
    that. Makes three queries."""
    following = Round.objects.filter(tournament=row.round.tournament_id, no=row.round.no + 1)
    published = following.exclude(published_at=None).first()
    if published is None:
        return []
    tables = list(published.tables.all())
    seats = seats_by_table([row, *tables])
    at = {no: table for table in tables for no in seats.get(table.pk, {}).values()}
    format = format_in(row.round.tournament).in_round(published.no)
    here = dict.fromkeys(seats[row.pk].values())
    return [
        _move(no, names, at[no], seats[at[no].pk], format) if no in at else Move(name=names[no])
        for no in here
    ]


def _move(
    no: int, names: Mapping[int, str], table: RoundTable, seats: Mapping[str, int], format: Format
) -> Move:
    own = tuple(seat for seat, who in seats.items() if who == no)
    at = values.RoundTable(no=table.no, seats=seats, alone=bool(format.places))
    partners = [names[other] for other in at.by_side[at.side_of(no)] if other != no]
    return Move(
        name=names[no], table=table_name(table.no, format), seats=own, partner=listed(partners)
    )
