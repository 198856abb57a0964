"""A session's statement and its result, computed from the hands of all its sittings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db.models import QuerySet

from scoring.euchre.game import rubbers
from scoring.euchre.statement import Paid, SittingLine, Statement, draw_up
from scoring.euchre.wording import describe_game, describe_rubber, side_names
from scoring.people.models import Player
from scoring.table.models import ClubSession, HandRecord, Payment, Seat, Sitting
from scoring.table.pure.result import PlayedAt, Result, result_of


def whole(sittings: QuerySet[Sitting]) -> list[Sitting]:
    """Return sittings with their people and the hands that count; three queries, for any number of
    them."""
    found = list(sittings.select_related("table__session__club", "table__house", "house"))
    read_people_and_hands(found)
    return found


def read_people_and_hands(sittings: Collection[Sitting]) -> None:
    """Give sittings their people and the hands that count; two queries."""
    people = defaultdict(list)
    for seat in Seat.objects.filter(sitting__in=sittings).select_related("player"):
        people[seat.sitting_id].append(seat.player)
    hands = HandRecord.objects.filter(sitting__in=sittings).counted().facts_by_sitting()
    for sitting in sittings:
        sitting.players, sitting.counted = people[sitting.pk], hands[sitting.pk]


def statement_signed(session: ClubSession) -> Statement | None:
    """Return what people signed when the session was closed; None while it is open. One query."""
    closing = session.closings.filter(reopened_at=None).last() if session.closed else None
    return closing.statement if closing else None


def statement_of(session: ClubSession) -> Statement:
    """Return the session's current Statement.

    Everyone with a payment under an earlier closing is in it, even if they have no sitting any
    more.
    """
    settled = settled_before(session)
    sittings = _sittings(session, {player.pk for player in _payers(settled)})
    return _drawn_up(session, sittings, _in_the_unit_of(sittings, settled))


def result_of_evening(session: ClubSession) -> Result:
    """Return who won at each table and in all, without the rounds of a tournament; three
    queries."""
    return result_of_sittings(session, sittings_at_tables(session))


def all_sittings(session: ClubSession) -> list[Sitting]:
    """Return all sittings of an evening, those of a tournament too. Makes three queries."""
    return whole(Sitting.objects.filter(table__session=session).order_by("table__no", "no"))


def sittings_at_tables(session: ClubSession) -> list[Sitting]:
    """Return an evening's sittings without the rounds of a tournament; three queries."""
    sittings = Sitting.objects.filter(table__session=session, round_table=None)
    return whole(sittings.order_by("table__no", "no"))


def result_of_sittings(session: ClubSession, sittings: Iterable[Sitting]) -> Result:
    """Return the Result of sittings of a session that were read already."""
    return result_of(
        [
            PlayedAt(
                table=str(one.table),
                rules=one.rules,
                people=tuple(player.pk for player in one.players),
                names=tuple(one.names),
                played=one.played,
                stake=one.terms.stake_minor,
            )
            for one in sittings
            if one.played
        ],
        over=session.closed,
    )


def evening_of(session: ClubSession, players: Collection[int]) -> Statement:
    """Return the Statement of the sittings of an evening in which these people (keys) played. It
    has all of their evening, and of others a part; four queries."""
    ours = Sitting.objects.filter(
        table__session=session, round_table=None, seats__player__in=players
    )
    found = whole(ours.distinct().order_by("table__no", "no"))
    return _drawn_up(session, [sitting for sitting in found if sitting.played], [])


def _drawn_up(session: ClubSession, sittings: list[Sitting], settled: list[Payment]) -> Statement:
    seated = [player for sitting in sittings for player in sitting.players]
    people = list(dict.fromkeys([*seated, *_payers(settled)]))
    number = {player.pk: no for no, player in enumerate(people)}
    return draw_up(
        currency=session.club.currency,
        people=[(player.pk, player.name) for player in people],
        sittings=[_line(sitting, number) for sitting in sittings],
        paid=[_already_paid(payment, number) for payment in settled],
    )


def _sittings(session: ClubSession, payers: set[int]) -> list[Sitting]:
    """Return the session's sittings with a hand that counts, or one undone after a payment. A
    tournament's are left out, as it is played for prizes.

    If a payer is in no sitting any more, return all of them.
    """
    with_hands = HandRecord.objects.values("sitting")
    ours = Sitting.objects.filter(table__session=session, round_table=None, pk__in=with_hands)
    found = whole(ours.order_by("table__no", "no"))
    seated = {sitting.pk: {player.pk for player in sitting.players} for sitting in found}
    if payers - set().union(*seated.values()):
        return found
    return [sitting for sitting in found if sitting.played or payers & seated[sitting.pk]]


def _line(sitting: Sitting, number: dict[int, int]) -> SittingLine:
    line = SittingLine(
        table=str(sitting.table) if sitting.no == 1 else f"{sitting.table}, sitting {sitting.no}",
        rules=sitting.rules.name,
        stake=sitting.terms.stake_minor,
        hands=len(sitting.played),
        players=tuple(number[player.pk] for player in sitting.players),
        totals=sitting.totals,
    )
    if sitting.rules.pays_games:
        return _line_of_games(sitting, line)
    return replace(_line_of_points(sitting, line), story=_games_in_words(sitting))


def _line_of_points(sitting: Sitting, line: SittingLine) -> SittingLine:
    """Return the line with who score as one, where partners play."""
    if sitting.rules.partners != "fixed":
        return line
    sides = sitting.rules.sides(len(line.players))
    return replace(line, sides=tuple(tuple(line.players[seat] for seat in side) for side in sides))


def _line_of_games(sitting: Sitting, line: SittingLine) -> SittingLine:
    """Return the line with what the games and rubbers brought, in game points."""
    rules, standing, seats = sitting.rules, sitting.standing, range(len(sitting.players))
    debts = tuple(
        (line.players[one], line.players[other], points)
        for (one, other), points in sitting.owed.items()
    )
    won = tuple(
        sum(points for (_, winner), points in sitting.owed.items() if winner == seat)
        for seat in seats
    )
    sides = side_names(rules, sitting.names)
    over = [describe_rubber(rubber, sides) for rubber in rubbers(standing, rules)]
    story = tuple(over) or _games_in_words(sitting)
    alone = tuple((player,) for player in line.players) if rules.each_scores else ()
    return replace(line, totals=won, debts=debts, sides=alone, story=story)


def _games_in_words(sitting: Sitting) -> tuple[str, ...]:
    sides = side_names(sitting.rules, sitting.names)
    games = sitting.standing.games if sitting.standing else ()
    return tuple(describe_game(game, sides) for game in games)


def settled_before(session: ClubSession) -> list[Payment]:
    """Return what was paid under closings that were reopened, and what they left to the
    accounts."""
    earlier = Payment.objects.filter(closing__session=session, closing__reopened_at__isnull=False)
    settled = earlier.exclude(paid_at=None, carried_at=None)
    return list(settled.select_related("closing", "payer", "payee"))


def settled_among(session: ClubSession, people: Collection[int]) -> list[str]:
    """Return what these people (keys) paid each other under closings that were reopened, a payment
    each, such as "Ann to Ben £2.00"."""
    return [
        f"{one.payer} to {one.payee} {one.closing.statement.written(one.amount)}"
        for one in settled_before(session)
        if one.payer_id in people and one.payee_id in people
    ]


def _payers(payments: list[Payment]) -> list[Player]:
    return [player for payment in payments for player in (payment.payer, payment.payee)]


def _in_the_unit_of(sittings: list[Sitting], payments: list[Payment]) -> list[Payment]:
    """Return the payments that count now; payments in points are no money."""
    for_money = any(sitting.terms.stake_minor for sitting in sittings)
    return [payment for payment in payments if payment.closing.statement.for_money == for_money]


def _already_paid(payment: Payment, number: dict[int, int]) -> Paid:
    return Paid(
        payer=number[payment.payer_id],
        payee=number[payment.payee_id],
        amount=payment.amount,
        closing=payment.closing.no,
        carried=payment.carried_at is not None,
    )
