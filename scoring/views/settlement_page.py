"""What the settlement page shows: one closing, or the session as it stands."""

from __future__ import annotations

from scoring.models import ClubSession
from scoring.models.reckoning import statement_of
from scoring.permissions import RUN, Actor, may
from scoring.rules.rule_set import NUMBERS
from scoring.rules.statement import SittingLine, Statement, signed

# Foster 1905, p. 29: more than forty or fifty points won or lost in three hours is rather unusual.
UNUSUAL = 50


def settlement_context(session: ClubSession, actor: Actor) -> dict:
    """Return everything templates/sessions/settlement.html shows."""
    closings = list(session.closings.prefetch_related("payments"))
    signed_one = closings[-1] if closings and session.closed else None
    statement = signed_one.statement if signed_one else statement_of(session)
    payments = list(signed_one.payments.all()) if signed_one else []
    return {
        "session": session,
        "closing": signed_one,
        "earlier": [_earlier(closing) for closing in closings if closing is not signed_one],
        "statement": statement,
        "players": player_lines(statement),
        "matrix": matrix(statement),
        "pairs": pair_lines(statement),
        "transfers": _transfer_lines(statement, payments),
        "payments_in_words": in_words(len(statement.transfers)),
        "paid": _paid_lines(statement),
        "runs": may(actor, RUN, session),
        "token": actor.link.token if actor.link else None,
        **sums(statement),
        "unusual": _unusual(statement),
        "sittings": [_sitting_line(line, statement) for line in statement.sittings],
    }


def _unusual(statement: Statement) -> str:
    """Return the largest win or loss when it is one that Foster would wonder at, in words; else nothing."""
    most = max((abs(net.points) for net in statement.nets), default=0)
    who = next((no for no, net in enumerate(statement.nets) if abs(net.points) == most), None)
    return f"{statement.names[who]}, {signed(statement.nets[who].points)}," if most > UNUSUAL else ""


def _sitting_line(line: SittingLine, statement: Statement) -> dict:
    names = [statement.names[who] for who in line.players]
    return {"table": line.table, "hands": line.hands, "totals": list(zip(names, line.totals, strict=True))}


def sums(statement: Statement) -> dict:
    """Return the foot of the players' table: all points, and what all nets come to."""
    nothing = sum(statement.amount(net) for net in statement.nets)
    return {"sum_points": sum(statement.points), "nothing": statement.written(nothing)}


def in_words(payments: int) -> str:
    """Return "no payment", "one payment", "four payments", "12 payments"."""
    number = "no" if payments == 0 else NUMBERS[payments] if payments < len(NUMBERS) else str(payments)
    return f"{number} payment{'' if payments < 2 else 's'}"


def player_lines(statement: Statement) -> list[dict]:
    """Return a line a player, best first."""
    return [
        {
            "name": statement.names[who],
            "points": statement.points[who],
            "net": signed(statement.nets[who].points),
            "wins": statement.nets[who].points > 0,
            "loses": statement.nets[who].points < 0,
            "earns": statement.nets[who].minor > 0,
            "pays": statement.nets[who].minor < 0,
            "money": statement.written(statement.nets[who].minor, plus=True) if statement.for_money else "",
            "why": statement.why(who),
        }
        for who in best_first(statement)
    ]


def matrix(statement: Statement) -> dict | None:
    """Return who owes (rows, the lowest first) whom (columns); None for more than eight players."""
    if len(statement.names) > 8:
        return None
    owed = {(debt.debtor, debt.creditor): plain(statement, debt) for debt in statement.pairs}
    order = best_first(statement)
    columns = [who for who in order if any(creditor == who for _, creditor in owed)]
    rows = [who for who in reversed(order) if any(debtor == who for debtor, _ in owed)]
    return {
        "columns": [statement.names[who] for who in columns],
        "rows": [(statement.names[who], [owed.get((who, to), "") for to in columns]) for who in rows],
    }


def best_first(statement: Statement) -> list[int]:
    """Return the players' numbers, who wins most first."""
    return sorted(range(len(statement.names)), key=lambda who: (-statement.amount(statement.nets[who]), who))


def plain(statement: Statement, debt) -> str:
    return statement.written(statement.amount(debt)) if statement.for_money else str(debt.points)


def pair_lines(statement: Statement) -> list[dict]:
    return [
        {
            "debtor": statement.names[debt.debtor],
            "creditor": statement.names[debt.creditor],
            "amount": statement.written(statement.amount(debt)),
        }
        for debt in statement.pairs
    ]


def _transfer_lines(statement: Statement, payments: list) -> list[dict]:
    """Return the transfers with their reasons; with a tick where the session is closed."""
    of = {(payment.payer_id, payment.payee_id): payment for payment in payments}
    return [
        {
            "payer": statement.names[debt.debtor],
            "payee": statement.names[debt.creditor],
            "amount": statement.written(statement.amount(debt)),
            "why": statement.why(debt.debtor) + statement.why(debt.creditor),
            "payment": of.get((statement.ids[debt.debtor], statement.ids[debt.creditor])),
        }
        for debt in statement.transfers
    ]


def _paid_lines(statement: Statement) -> list[dict]:
    return [
        {
            "payer": statement.names[paid.payer],
            "payee": statement.names[paid.payee],
            "amount": statement.written(paid.amount),
            "closing": paid.closing,
        }
        for paid in statement.paid
    ]


def _earlier(closing) -> dict:
    statement = closing.statement
    return {
        "closing": closing,
        "players": player_lines(statement),
        "transfers": _transfer_lines(statement, list(closing.payments.all())),
    }
