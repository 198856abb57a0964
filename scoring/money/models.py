"""A club's accounts. Entries are added, and never changed. Errors are corrected by further
entries."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scoring.people.models import Club, Player
from scoring.table.models import ClubSession
from scoring.table.models.closing import Closing, Payment


class Entry(models.Model):
    """One entry: `amount_minor` moves from the account of `debited` to that of `credited`.

    None is the club itself. An account above zero is in credit, so it is owed that much.
    `cash_minor` is the cash that goes into the club's box, below zero if it comes out.
    `held_minor` is the money that goes into a pot that the club holds for players.
    """

    class Kind(models.TextChoices):
        SETTLEMENT = "settlement"
        PAYMENT = "payment"
        FEE = "fee"
        POT = "pot"
        PRIZE = "prize"
        PAID_IN = "paid in"
        PAID_OUT = "paid out"
        RECEIVED = "received"
        SPENT = "spent"
        ADJUSTMENT = "adjustment"
        CHARGE = "charge"
        OPENING = "opening"
        HELD = "held"

    key = models.UUIDField(unique=True, default=uuid4)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="entries", db_index=False)
    session = models.ForeignKey(
        ClubSession, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    closing = models.ForeignKey(
        Closing, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    payment = models.ForeignKey(
        Payment, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    # The line that this one takes back.
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )
    # The line that the cash of this one settled at once: people read both as one.
    settles = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="settled_by"
    )
    # Lines that were entered together, for many people, and can be taken back together.
    together = models.UUIDField(null=True, blank=True, db_index=True)
    kind = models.CharField(max_length=10, choices=Kind)
    debited = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="debits"
    )
    credited = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="credits"
    )
    amount_minor = models.PositiveBigIntegerField()
    cash_minor = models.BigIntegerField(default=0)
    held_minor = models.BigIntegerField(default=0)
    # The name of that pot.
    pot = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=200, blank=True)
    # The day on which it happened; `at` is when it was written down.
    dated = models.DateField(default=timezone.localdate)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)

    class Meta:
        ordering = ["dated", "at", "pk"]
        # They hold all that a balance asks for: it is added up from the index alone.
        indexes = [
            models.Index(fields=["club", "debited", "amount_minor"], name="entries_debited"),
            models.Index(fields=["club", "credited", "amount_minor"], name="entries_credited"),
            models.Index(fields=["club", "cash_minor"], name="entries_of_the_box"),
            models.Index(fields=["club", "dated"], name="entries_by_day"),
            models.Index(
                fields=["club", "pot", "held_minor"],
                condition=~Q(pot=""),
                name="entries_of_pots",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount_minor__gt=0), name="entries_are_more_than_nothing"
            ),
            models.CheckConstraint(
                condition=~Q(debited=F("credited")), name="no_entry_from_an_account_to_itself"
            ),
            models.CheckConstraint(
                condition=Q(debited__isnull=False)
                | Q(credited__isnull=False)
                | Q(kind__in=["received", "spent", "opening", "held"]),
                name="the_club_alone_receives_or_spends",
            ),
            models.CheckConstraint(
                condition=Q(held_minor=0) | ~Q(pot=""), name="what_is_held_is_in_a_pot"
            ),
        ]

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.debited or self.club} to {self.credited or self.club} "
            f"{self.amount_minor}"
        )
