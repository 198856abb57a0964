"""A session's statement, computed from the hands of all its sittings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from django.db.models import QuerySet

from scoring.models.hands import HandRecord
from scoring.models.money import Payment
from scoring.models.play import ClubSession, Seat, Sitting
from scoring.rules.game import rubbers
from scoring.rules.statement import Paid, SittingLine, Statement, draw_up
from scoring.rules.wording import game_told, rubber_told, side_names


def whole(sittings: QuerySet[Sitting]) -> list[Sitting]:
    """Return sittings with their people and the hands that count: three queries, however many there are."""
    found = list(sittings.select_related("table__session__club", "table__house"))
    people = defaultdict(list)
    for seat in Seat.objects.filter(sitting__in=found).select_related("player"):
        people[seat.sitting_id].append(seat.player)
    hands = HandRecord.objects.filter(sitting__in=found).counted().facts_by_sitting()
    for sitting in found:
        sitting.players, sitting.counted = people[sitting.pk], hands[sitting.pk]
    return found


def statement_of(session: ClubSession) -> Statement:
    """Return the session's Statement as its hands stand now."""
    ticked = _ticked(session)
    sittings = _sittings(session, {key for payment in ticked for key in (payment.payer_id, payment.payee_id)})
    people = list(dict.fromkeys(player for sitting in sittings for player in sitting.players))
    number = {player.pk: no for no, player in enumerate(people)}
    lines = [_line(sitting, number) for sitting in sittings]
    return draw_up(
        currency=session.club.currency,
        people=[(player.pk, player.name) for player in people],
        sittings=lines,
        paid=_already_paid(ticked, number, for_money=any(line.stake for line in lines)),
    )


def _sittings(session: ClubSession, payers: set[int]) -> list[Sitting]:
    """Return the session's sittings with a hand that counts, or one taken back after somebody had paid."""
    told = HandRecord.objects.values("sitting")
    found = Sitting.objects.filter(table__session=session, pk__in=told).order_by("table__no", "no")
    return [
        sitting
        for sitting in whole(found)
        if sitting.played or payers & {player.pk for player in sitting.players}
    ]


def _line(sitting: Sitting, number: dict[int, int]) -> SittingLine:
    line = SittingLine(
        table=str(sitting.table) if sitting.no == 1 else f"{sitting.table}, sitting {sitting.no}",
        rules=sitting.table.rules.name,
        stake=sitting.table.stake_minor,
        hands=len(sitting.played),
        players=tuple(number[player.pk] for player in sitting.players),
        totals=sitting.totals,
    )
    return line if sitting.standing is None else _line_of_games(sitting, line)


def _line_of_games(sitting: Sitting, line: SittingLine) -> SittingLine:
    """Return the line with what the games and rubbers brought, in game points."""
    rules, standing, seats = sitting.table.rules, sitting.standing, range(len(sitting.players))
    debts = tuple(
        (line.players[one], line.players[other], points) for (one, other), points in sitting.owed.items()
    )
    won = tuple(
        sum(points for (_, winner), points in sitting.owed.items() if winner == seat) for seat in seats
    )
    sides = side_names(rules, sitting.names)
    over = [rubber_told(rubber, sides) for rubber in rubbers(standing, rules)]
    story = over or [game_told(game, sides) for game in standing.games]
    return replace(line, totals=won, debts=debts, story=tuple(story))


def _ticked(session: ClubSession) -> list[Payment]:
    """Return what was paid under closings that were reopened, and what they left to the accounts."""
    ticked = Payment.objects.filter(closing__session=session, closing__reopened_at__isnull=False)
    settled = ticked.exclude(paid_at=None, carried_at=None)
    return list(settled.select_related("closing"))


def _already_paid(ticked: list[Payment], number: dict[int, int], *, for_money: bool) -> list[Paid]:
    """Return the payments that count now: points that were paid are no money."""
    return [
        Paid(
            payer=number[payment.payer_id],
            payee=number[payment.payee_id],
            amount=payment.amount,
            closing=payment.closing.no,
            carried=payment.carried_at is not None,
        )
        for payment in ticked
        if payment.closing.statement.for_money == for_money
    ]
