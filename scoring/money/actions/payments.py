"""A transfer of a settlement is ticked as paid."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.money.actions.ledger import enter_tick
from scoring.table.actions.lock import lock_with_tables, raise_versions
from scoring.table.models import Payment


@transaction.atomic
def mark_paid(*, payment: Payment, paid: bool, actor: Actor) -> Payment:
    """Tick a transfer as paid, or remove the tick. Payments of an old closing stay unchanged."""
    session = lock_with_tables(payment.closing.session)
    payment = Payment.objects.select_related("closing").get(pk=payment.pk)
    if payment.closing.reopened_at is not None:
        raise Refused("This closing was reopened, so its payments can’t be changed.")
    if paid != (payment.paid_at is not None):
        if payment.carried_at:
            raise Refused("This payment was carried over to accounts and is settled there.")
        payment.paid_at = timezone.now() if paid else None
        payment.paid_by = actor.name if paid else ""
        payment.save()
        enter_tick(payment=payment, by=actor.name)
        raise_versions(session)
    return payment
