"""The players who wait to cut in at a table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.people.models import Player
from scoring.table.models.play import Table


class Candidate(models.Model):
    """A player who declared the wish to enter a table (Leeds & Dwight, law 16)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="candidates")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="candidacies")
    declared_at = models.DateTimeField(default=timezone.now)
    # They belonged to this table and were cut out, or to one that was broken up: see
    # scoring.movement.
    was_here = models.BooleanField(default=False)
    broken_up = models.BooleanField(default=False)
    entered_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(entered_at=None, withdrawn_at=None),
                name="nobody_waits_twice_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} waits for {self.table}"
