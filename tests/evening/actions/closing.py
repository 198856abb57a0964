"""Short ways to pay, to undo, and to read a closing."""

from collections import Counter

from scoring.money.actions.payments import mark_paid
from scoring.table.actions.corrections import take_back
from tests.cast import PHONE, again


def payments(closing):
    """Return the payments in order: payer, payee and amount."""
    return [
        (payment.payer.name, payment.payee.name, payment.amount)
        for payment in closing.payments.all()
    ]


def nets(statement):
    """What each wins or loses in minor units."""
    return {name: net.minor for name, net in zip(statement.names, statement.nets, strict=True)}


def paid_in_all(closings):
    """What each received less what they paid, over all payments ticked."""
    balances = Counter()
    for closing in closings:
        for payment in closing.payments.exclude(paid_at=None):
            balances[payment.payee.name] += payment.amount
            balances[payment.payer.name] -= payment.amount
    return {name: amount for name, amount in balances.items() if amount}


def pay_all(closing):
    for payment in closing.payments.all():
        mark_paid(payment=payment, paid=True, actor=PHONE)


def hands_of(table):
    return list(again(table).sitting.hands.counted())


def take_back_all(table):
    for record in hands_of(table)[::-1]:
        take_back(record=record, actor=PHONE)
