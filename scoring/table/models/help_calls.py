"""Calls for help from a table, and clocks that are held until they are settled."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.common.prepared import Prepared
from scoring.table.models.play import ClubSession, Table


class HelpCall(models.Model):
    """A table calls the organiser, or the organiser holds its clock, until that is settled.

    Meanwhile the clock of its tournament's round is stopped there (docs/decisions, 43).
    """

    class About(models.TextChoices):
        LAWS = "laws"
        SCORE = "score"
        CARDS = "cards"
        OTHER = "other"
        HELD = "held"  # nobody called: the director holds the clock

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="help_calls")
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="help_calls"
    )
    # The table's place in a tournament's round; one that is told by totals has no other.
    round_table = models.ForeignKey(
        "scoring.RoundTable",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="help_calls",
    )
    about = models.CharField(max_length=5, choices=About)
    called_at = models.DateTimeField(default=timezone.now)
    called_by = models.CharField(max_length=80)
    # Who said that they are coming, and when.
    heard_at = models.DateTimeField(null=True, blank=True)
    heard_by = models.CharField(max_length=80, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=80, blank=True)
    taken_back = models.BooleanField(default=False)
    # How many seconds of its round the clock had run when it was held, and when it went on.
    held_from = models.PositiveIntegerField(null=True, blank=True)
    held_to = models.PositiveIntegerField(null=True, blank=True)

    open_at = Prepared(
        lambda table: HelpCall.objects.filter(table=table, ended_at=None).order_by("pk")
    )

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="a_table_calls_once"
            ),
            models.UniqueConstraint(
                fields=["round_table"], condition=Q(ended_at=None), name="a_clock_is_held_once"
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=False) | Q(round_table__isnull=False),
                name="help_calls_come_from_a_table",
            ),
            models.CheckConstraint(
                condition=Q(about__in=["laws", "score", "cards", "other", "held"]),
                name="known_reasons_to_call",
            ),
            models.CheckConstraint(
                condition=Q(held_to=None) | Q(held_to__gte=models.F("held_from")),
                name="held_before_it_goes_on",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} calls"

    @property
    def place(self) -> str:
        """Which table it is: "Table 4"."""
        return str(self.round_table or self.table)
