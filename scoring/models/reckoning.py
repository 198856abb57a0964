"""A session's statement, computed from the hands of all its sittings."""

from __future__ import annotations

from scoring.models.money import Payment
from scoring.models.play import ClubSession, Sitting
from scoring.rules.statement import Paid, SittingLine, Statement, draw_up


def sittings_of(session: ClubSession) -> list[Sitting]:
    """Return the sittings of a session's tables in order; those without a hand are left out."""
    found = Sitting.objects.filter(table__session=session).select_related("table__session__club")
    return [sitting for sitting in found.order_by("table__no", "no") if sitting.played]


def statement_of(session: ClubSession) -> Statement:
    """Return the session's Statement as its hands stand now."""
    sittings = sittings_of(session)
    people = list(dict.fromkeys(player for sitting in sittings for player in sitting.players))
    number = {player.pk: no for no, player in enumerate(people)}
    return draw_up(
        currency=session.club.currency,
        people=[(player.pk, player.name) for player in people],
        sittings=[_line(sitting, number) for sitting in sittings],
        paid=_already_paid(session, number),
    )


def _line(sitting: Sitting, number: dict[int, int]) -> SittingLine:
    return SittingLine(
        table=str(sitting.table),
        rules=sitting.table.rules.name,
        stake=sitting.table.stake_minor,
        hands=len(sitting.played),
        players=tuple(number[player.pk] for player in sitting.players),
        totals=sitting.totals,
    )


def _already_paid(session: ClubSession, number: dict[int, int]) -> list[Paid]:
    ticked = Payment.objects.filter(
        closing__session=session, closing__reopened_at__isnull=False, paid_at__isnull=False
    ).select_related("closing")
    return [
        Paid(
            payer=number[payment.payer_id],
            payee=number[payment.payee_id],
            amount=payment.amount,
            closing=payment.closing.no,
        )
        for payment in ticked
    ]
