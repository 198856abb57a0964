"""Seats corrected afterwards, with the changed hands, the effect, and players who would have two
seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet
from django.utils.functional import cached_property

from scoring.common.names import name_key
from scoring.euchre import game
from scoring.euchre.hand import Hand
from scoring.people.models import Player
from scoring.table.models import HandRecord, Reseating, Seat, Sitting, Table
from scoring.table.models.hands import BareHand
from scoring.table.queries.effects import Effect, Part, effect_between

SEATS, PEOPLE = "seats", "people"
ROLES = ("maker", "partner", "alone", "defender_alone", "dealer")


def moved(hand: Hand, to: Mapping[int, int]) -> Hand:
    """Return a hand whose people sit in other seats: `to` says where the one of each seat sits
    now."""
    roles = {
        role: to.get(seat, seat) for role in ROLES if (seat := getattr(hand, role)) is not None
    }
    offences = tuple(
        replace(offence, by=to.get(offence.by, offence.by)) for offence in hand.irregularities
    )
    taken = hand.taken
    if taken is not None:
        now = {to.get(seat, seat): took for seat, took in enumerate(taken)}
        taken = tuple(now.get(seat) for seat in range(len(taken)))
    return replace(hand, **roles, taken=taken, irregularities=offences)


@dataclass(frozen=True, kw_only=True)
class Reseat:
    """A correction of seats in a sitting, clockwise, from one of its hands on (counted from 1). Its
    hands go with the SEATS or with the PEOPLE."""

    sitting: Sitting
    names: list[str]
    from_no: int = 1
    stay_with: str = SEATS

    @cached_property
    def to(self) -> dict[int, int]:
        """Where the one of each seat really sat, when the hands go with the people."""
        if self.stay_with == SEATS:
            return {}
        seats = {name_key(name): seat for seat, name in enumerate(self.names)}
        return {seat: seats[name_key(name)] for seat, name in enumerate(self.sitting.names)}

    @property
    def same_people(self) -> bool:
        return sorted(map(name_key, self.names)) == sorted(map(name_key, self.sitting.names))

    @property
    def changes_order(self) -> bool:
        """Return whether a player who stays has another seat. Then a phone that shows the old order
        may not log here."""
        before = {name_key(name): seat for seat, name in enumerate(self.sitting.names)}
        return any(before.get(name_key(name), seat) != seat for seat, name in enumerate(self.names))

    @property
    def splits(self) -> bool:
        """Whether its hands become a sitting of their own."""
        return self.changes_order or self.from_no > 1

    @property
    def concerned(self) -> list[BareHand]:
        """The counted hands in the correction."""
        return self.sitting.counted[self.from_no - 1 :]

    @property
    def first_dealer(self) -> int:
        """The dealer of the first of them, in the new seats."""
        before = self.sitting.played[self.from_no - 1 : self.from_no]
        seat = before[0].dealer if before else self.sitting.first_dealer
        return self.to.get(seat, seat)

    def effect(self) -> Effect:
        """Return what moves. Raises ImpossibleSitting, naming the hand by its number in the
        sitting."""
        sitting, kept = self.sitting, self.from_no - 1
        terms = sitting.terms
        before = Part(names=sitting.names, played=sitting.played, terms=terms)
        first = Part(names=sitting.names, played=sitting.played[:kept], terms=terms)
        after = Part(names=self.names, played=self.played(), terms=terms)
        return effect_between(
            [before],
            [first, after] if kept else [after],
            dealers_moved=sum(
                before.names[was.dealer] != after.names[now.dealer]
                for was, now in zip(sitting.played[kept:], after.played, strict=True)
            ),
        )

    def played(self) -> list[game.Played]:
        """Return the corrected hands, scored. Raise ImpossibleSitting, which names the hand by its
        number in the sitting."""
        try:
            return game.play(
                [moved(bare.hand, self.to) for bare in self.concerned],
                rules=self.sitting.rules,
                seats=len(self.names),
                first_dealer=self.first_dealer,
                kept=True,
            )
        except game.ImpossibleSitting as wrong:
            raise game.ImpossibleSitting(wrong.no + self.from_no - 1, wrong.__cause__) from wrong


@dataclass(frozen=True, kw_only=True)
class PutRight:
    """A reseating that was made, with names: `before` and `after` are in seat order."""

    reseating: Reseating
    before: list[str]
    after: list[str]


def put_right_at(table: Table) -> dict[int, list[PutRight]]:
    """Return the seat corrections at a table, by the key of the sitting; two queries."""
    made = list(Reseating.objects.filter(sitting__table=table))
    keys = {key for one in made for key in (*one.before, *one.after)}
    names = dict(Player.objects.filter(pk__in=keys).values_list("pk", "name")) if keys else {}
    found = defaultdict(list)
    for one in made:
        before, after = (
            [names.get(key, "somebody") for key in seats] for seats in (one.before, one.after)
        )
        found[one.sitting_id].append(PutRight(reseating=one, before=before, after=after))
    return found


def meanwhile_elsewhere(reseat: Reseat) -> list[str]:
    """Return a sentence about everybody who sat at another table while they are said to have sat at
    this one."""
    names = {name_key(name) for name in reseat.names}
    seats = (seat for seat in _seats_meanwhile(reseat) if name_key(str(_sitter(seat))) in names)
    return list(dict.fromkeys(_describe_seat(seat, reseat) for seat in seats))


def _seats_meanwhile(reseat: Reseat) -> QuerySet[Seat]:
    """Return the seats at the evening's other tables in sittings that overlap with the corrected
    one."""
    sitting = reseat.sitting
    seats = Seat.objects.not_replaced().filter(sitting__table__session=sitting.table.session_id)
    seats = seats.exclude(sitting__table=sitting.table_id).filter(sitting__round_table=None)
    seats = seats.filter(Q(sitting__ended_at=None) | Q(sitting__ended_at__gt=_since(reseat)))
    if sitting.ended_at:
        seats = seats.filter(sitting__started_at__lt=sitting.ended_at)
    return seats.select_related("player", "substitute", "sitting__table").order_by(
        "sitting__table__no", "no"
    )


def _since(reseat: Reseat):
    if reseat.from_no == 1:
        return reseat.sitting.started_at
    return HandRecord.objects.get(pk=reseat.concerned[0].id).logged_at


def _sitter(seat: Seat):
    return seat.substitute or seat.player


def _describe_seat(seat: Seat, reseat: Reseat) -> str:
    sits = "sat" if reseat.sitting.ended_at or seat.sitting.ended_at else "sits"
    who, there, here = _sitter(seat), seat.sitting.table, reseat.sitting.table
    return (
        f"{who} {sits} at {there} at the same time. Is it somebody else here? Then name them; "
        f"if it is {who}, put the seats of {there} right as well: "
        f"nobody can sit at {here} and {there} at once."
    )
