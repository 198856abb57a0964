"""The settlement sheet of an evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.dates import full_day
from scoring.common.local_time import clock
from scoring.common.names import in_short
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, Actor
from scoring.common.qr_codes import coded
from scoring.euchre.settlement import Debt
from scoring.euchre.settlement_words import (
    describe_stake,
    how_owed,
    is_fosters_way,
    of_a_sitting,
    plays_games,
    strokes,
    why,
    won_and_lost,
)
from scoring.euchre.statement import Statement
from scoring.euchre.wording import counted
from scoring.money import hooks
from scoring.money.sheets.settlement import (
    Payment,
    PlayerLine,
    SettlementSheet,
    SittingLine,
    settlement_pdf,
)
from scoring.money.views.settlement import best_first, pairs_title, payments_in_order
from scoring.table.access import session_by_link, session_by_number
from scoring.table.models import ClubSession, Sitting
from scoring.table.queries.settlement import (
    all_sittings,
    result_of_sittings,
    sittings_at_tables,
    statement_of,
)


def settlement_sheet(session: ClubSession) -> SettlementSheet:
    """Return the sheet of the session's valid closing, or of the evening now."""
    closings = list(session.closings.prefetch_related("payments"))
    closing = closings[-1] if closings and session.closed else None
    statement = closing.statement if closing else statement_of(session)
    sittings = all_sittings(session) if closing else sittings_at_tables(session)
    order = best_first(statement)
    place = {who: no for no, who in enumerate(order)}
    payments = payments_in_order(statement, closing.payments.all() if closing else ())
    return SettlementSheet(
        club=session.club.name,
        date=full_day(session.played_on),
        subtitle=_what_was_played(statement),
        players=_players(statement, order),
        figures=tuple(
            replace(column, values=tuple(column.values[who] for who in order))
            for column in won_and_lost(statement)
        ),
        pairs=tuple(_payment(statement, debt, place) for debt in statement.pairs),
        transfers=tuple(
            replace(_payment(statement, debt, place, paid=False), **_state_of(payment))
            for debt, payment in zip(statement.transfers, payments, strict=True)
        ),
        currency=statement.currency if statement.for_money else None,
        result=tuple(result_of_sittings(session, _at_tables(sittings)).lines),
        pairs_title=pairs_title(statement),
        notes=_notes(statement),
        closing=_closing(closings) if closing else "",
        sittings=tuple(_sitting(statement, line, place) for line in statement.sittings),
        earlier=tuple(_earlier(statement, payment, place) for payment in statement.paid),
        titles=_titles(session, statement, sittings) if closing else (),
    )


def _at_tables(sittings: Iterable[Sitting]) -> list[Sitting]:
    """Return the sittings that are no rounds of a tournament."""
    return [one for one in sittings if one.round_table_id is None]


def _titles(
    session: ClubSession, statement: Statement, sittings: Iterable[Sitting]
) -> tuple[tuple[str, str], ...]:
    played = [one for one in sittings if one.counted]
    found = hooks.titles.first(session, statement, sittings=played)
    return tuple((title.name, f"{title.who}: {title.says}") for title in found)


def _notes(statement: Statement) -> tuple[str, ...]:
    owed = [] if all(map(is_fosters_way, statement.sittings)) else how_owed(statement)
    left = (
        ["Unpaid amounts are carried over to accounts, as before."]
        if statement.left_to_the_accounts
        else []
    )
    return (*owed, *left)


def _what_was_played(statement: Statement) -> str:
    rules = dict.fromkeys(line.rules for line in statement.sittings)
    stakes = dict.fromkeys(describe_stake(statement, line) for line in statement.sittings)
    return " · ".join([*rules, counted(statement.hands, "hand"), *filter(None, stakes)])


def _players(statement: Statement, order: list[int]) -> tuple[PlayerLine, ...]:
    drawn, short = strokes(statement), in_short(statement.names)
    return tuple(
        PlayerLine(
            name=(name := statement.names[who]),
            short=short[name],
            strokes=drawn[who] if drawn else None,
        )
        for who in order
    )


def _payment(
    statement: Statement, debt: Debt, place: dict[int, int], *, paid: bool | None = None
) -> Payment:
    """Return a pair's debt; or, where `paid` is given, a transfer with its reason and its tick."""
    return Payment(
        payer=place[debt.debtor],
        payee=place[debt.creditor],
        minor=debt.minor,
        why="" if paid is None else " ".join(why(statement, debt.debtor)),
        paid=bool(paid),
    )


def _state_of(payment) -> dict[str, bool]:
    """Return whether a transfer was paid, or left to the accounts; neither before the evening is
    closed."""
    return {
        "paid": payment is not None and payment.paid_at is not None,
        "carried": payment is not None and payment.carried_at is not None,
    }


def _earlier(statement: Statement, paid, place: dict[int, int]) -> Payment:
    return Payment(
        payer=place[paid.payer],
        payee=place[paid.payee],
        minor=paid.amount,
        why=f"{'carried over' if paid.carried else 'paid'} under closing {paid.closing}",
        paid=not paid.carried,
    )


def _sitting(statement: Statement, line, place: dict[int, int]) -> SittingLine:
    """Return a sitting; its title has rules and stake if tables play for different things."""
    about = [line.table, counted(line.hands, "hand")]
    if any(plays_games(other) for other in statement.sittings):
        stake = describe_stake(statement, line)
        won = "game points won and lost" if plays_games(line) else "points scored"
        about = [line.table, line.rules, counted(line.hands, "hand"), *filter(None, [stake]), won]
    totals = zip((place[who] for who in line.players), of_a_sitting(line), strict=True)
    return SittingLine(title=", ".join(about), totals=tuple(totals), story=line.story)


def _closing(closings: list) -> str:
    closing = closings[-1]
    said = f"Closing {closing.no}, {clock(closing.closed_at)}"
    if len(closings) > 1:
        said += f", replaces closing {closings[-2].no} of {clock(closings[-2].closed_at)}"
    return said


@require_safe
@session_by_number(LOOK)
def settlement(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement sheet, to sign."""
    return _settlement(request, session)


@require_safe
@session_by_link(LOOK)
def settlement_by_link(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement sheet, for a phone at one of the tables."""
    return _settlement(request, session)


def _settlement(request: HttpRequest, session: ClubSession) -> HttpResponse:
    sheet = coded(request, settlement_sheet(session), codes.SETTLEMENT, session.pk)
    return pdf_answer(request, settlement_pdf, sheet, name=("settlement", session.played_on))
