"""Check that loaded clubs are consistent. Their tables and rounds are complete, and their hands can
have been played. A club's file and a backup of the site are checked by the same functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from django.db.models import F, Q, QuerySet

from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.hand import Hand
from scoring.euchre.refusals import refuse_number_of_players
from scoring.people.models import Club
from scoring.table.models import Correction, HandRecord, Seat, Sitting, Table
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Entrant, Placing, Report, RoundTable, Tournament
from scoring.tournament.pure.seats import SEATS, SEATS_OF_SIX
from scoring.tournament.queries.now import seats_by_table

THREE = SEATS[:3]


def refuse_unsound_rounds(clubs: QuerySet[Club]) -> None:
    """Raise ValueError, with a sentence, for what no page of a tournament could show."""
    for wrong in _strays(clubs):
        raise ValueError(wrong)
    for tournament in Tournament.objects.filter(session__club__in=clubs).select_related("session"):
        _refuse_unknown_entrants(tournament)
        tables = list(
            RoundTable.objects.filter(round__tournament=tournament).select_related("round")
        )
        seats = seats_by_table(tables)
        for table in tables:
            if tuple(seats.get(table.pk, ())) not in (SEATS, THREE, SEATS_OF_SIX):
                where = f"{table} of {tournament}, {table.round},"
                raise ValueError(f"{where} has not three, four or six seats taken")


def _refuse_unknown_entrants(tournament: Tournament) -> None:
    """Raise ValueError for a number that is no entrant's, and for an entrant seated twice by a
    plan."""
    known = set(tournament.entrants.values_list("no", flat=True))
    planned = [
        (f"{tournament}, round {one['no']} of the plan,", _planned(one)) for one in tournament.plan
    ]
    rounds = [
        (f"{tournament}, {row},", [*row.sitting_out, *row.was_out])
        for row in tournament.rounds.all()
    ]
    rows = tournament.results["rows"] if tournament.finished_at else []
    announced = (f"What was announced of {tournament}", [row["no"] for row in rows])
    for where, numbers in (*planned, *rounds, announced):
        for no in {*numbers} - known:
            raise ValueError(f"{where} names number {no}, who never entered")
    for where, numbers in planned:
        if len({*numbers}) < len(numbers):
            raise ValueError(f"{where} has an entrant twice")


def _planned(planned: dict) -> list[int]:
    """Return the numbers of a round of a plan; a pair sits at a table once."""
    return [
        *planned["sitting_out"],
        *chain(*({*table["seats"].values()} for table in planned["tables"])),
    ]


def _strays(clubs: QuerySet[Club]) -> Iterator[str]:
    """Yield what means something of another tournament, or of another evening."""
    for one in Entrant.objects.filter(tournament__session__club__in=clubs).filter(
        ~Q(in_place_of=None), ~Q(in_place_of__tournament=F("tournament"))
    ):
        yield f"{one} took the place of an entrant of another tournament"
    for one in Placing.objects.filter(round__tournament__session__club__in=clubs).exclude(
        round=F("round_table__round"), entrant__tournament=F("round__tournament")
    ):
        yield f"{one} is of another round, or of another tournament"
    tables = RoundTable.objects.filter(round__tournament__session__club__in=clubs).exclude(
        table=None
    )
    for one in tables.exclude(table__session=F("round__tournament__session")):
        yield f"{one} of {one.round} is at a table of another evening"
    reports = Report.objects.filter(
        round_table__round__tournament__session__club__in=clubs
    ).exclude(entrant=None)
    for one in reports.exclude(entrant__tournament=F("round_table__round__tournament")):
        yield f"{one} comes from an entrant of another tournament"
    played = Sitting.objects.filter(table__session__club__in=clubs).exclude(round_table=None)
    for one in played.exclude(round_table__table=F("table")):
        yield f"{one} is a round of another table"


AT_ONCE = 200


class UnsoundClub(ValueError):
    """What cannot be, in words; `hand` is the id of the hand that it is about."""

    def __init__(self, message: str, hand: object = None) -> None:
        super().__init__(message)
        self.hand = hand


def refuse_unsound_clubs(clubs: QuerySet[Club]) -> None:
    """Raise UnsoundClub unless every table has its sittings with hands that its rules allow, and
    every tournament has the entrants of its rounds. A tournament may have totals alone."""
    empty = Table.objects.filter(session__club__in=clubs, session__tournament=None, sittings=None)
    for table in empty.select_related("session"):
        raise UnsoundClub(f"{table} of {table.session} has no sitting")
    try:
        refuse_unsound_rounds(clubs)
    except ValueError as wrong:
        raise UnsoundClub(str(wrong)) from wrong
    for sittings in _by_the_way(clubs):
        seats = _seats(sittings)
        for sitting in sittings:
            try:
                _refuse_sitting(sitting, seats[sitting.pk])
            except ValueError as wrong:
                raise UnsoundClub(
                    f"{_where(sitting)}: {wrong}", getattr(wrong, "hand", None)
                ) from wrong
        _refuse_unknown_seats(sittings)


def _by_the_way(clubs: QuerySet[Club]) -> Iterator[list[Sitting]]:
    """Yield the clubs' sittings in batches, complete with hands."""
    found = Sitting.objects.filter(table__session__club__in=clubs).order_by("pk")
    keys = list(found.values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        yield whole(Sitting.objects.filter(pk__in=keys[first : first + AT_ONCE]).order_by("pk"))


def _where(sitting: Sitting) -> str:
    return f"{sitting.table} of {sitting.table.session}, sitting {sitting.no}"


def _seats(sittings: list[Sitting]) -> dict[int, list[int]]:
    found = defaultdict(list)
    for sitting, no in Seat.objects.filter(sitting__in=sittings).values_list("sitting", "no"):
        found[sitting].append(no)
    return found


def _refuse_sitting(sitting: Sitting, seats: list[int]) -> None:
    """Raise ValueError for a sitting that no page could show."""
    refuse_number_of_players(len(seats), sitting.rules)
    if sorted(seats) != list(range(len(seats))):
        raise ValueError("its seats are not numbered from 0")
    if not {sitting.first_dealer, sitting.next_dealer} <= {None, *seats}:
        raise ValueError("who deals does not sit there")
    try:
        _ = sitting.played
    except ImpossibleSitting as wrong:
        raise UnsoundClub(str(wrong), sitting.counted[wrong.no - 1].id) from wrong


def _refuse_unknown_seats(sittings: list[Sitting]) -> None:
    """Raise UnsoundClub when a hand, or what it said before, names a seat that its table has
    not."""
    seats = {sitting.pk: range(len(sitting.players)) for sitting in sittings}
    found = HandRecord.objects.filter(sitting__in=sittings)
    others = found.exclude(state=HandRecord.State.COUNTED).facts_by_sitting()
    hands = [(sitting, bare.id, bare.hand) for sitting, all in others.items() for bare in all]
    changed = Correction.objects.filter(record__in=found).select_related("record")
    for one in changed:
        hands += [
            (one.record.sitting_id, one.record_id, hand)
            for hand in (one.hand_before, one.hand_after)
        ]
    for sitting, id, hand in hands:
        if not named_by(hand) <= {*seats[sitting]}:
            raise UnsoundClub("a hand names a seat that its table has not", id)
        if hand.taken is not None and len(hand.taken) != len(seats[sitting]):
            raise UnsoundClub("a hand has the tricks of more or fewer players than sit there", id)


def named_by(hand: Hand) -> set[int]:
    """Return the seats that a hand names."""
    named = {hand.maker, hand.partner, hand.alone, hand.defender_alone, hand.dealer} - {None}
    return named | {offence.by for offence in hand.irregularities}
