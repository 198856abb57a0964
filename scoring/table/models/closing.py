"""What people signed when an evening was closed, and each transfer of it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from scoring.euchre.statement import Statement
from scoring.people.models import Player
from scoring.table.models.play import ClubSession


class Closing(models.Model):
    """What people signed when a session was closed. A reopening leaves it to be seen."""

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="closings")
    no = models.PositiveSmallIntegerField()
    document = models.JSONField()
    closed_at = models.DateTimeField(default=timezone.now)
    closed_by = models.CharField(max_length=80)
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_by = models.CharField(max_length=80, blank=True)
    reopened_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(fields=["session", "no"], name="one_closing_a_number")
        ]

    def __str__(self) -> str:
        return f"Closing {self.no} of {self.session}"

    @property
    def statement(self) -> Statement:
        return Statement.from_json(self.document)


class Payment(models.Model):
    """One transfer of a closing, to be paid, and ticked when it was. Amounts are minor units, or
    points if there is no stake."""

    closing = models.ForeignKey(Closing, on_delete=models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="payments_made")
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="payments_received")
    amount = models.PositiveBigIntegerField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.CharField(max_length=80, blank=True)
    # When it was not paid at the table and left to the accounts, where it is settled from then on.
    carried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(amount__gt=0), name="payments_are_more_than_nothing"
            ),
            models.CheckConstraint(
                condition=~models.Q(payer=models.F("payee")), name="nobody_pays_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer} pays {self.payee} {self.amount}"
