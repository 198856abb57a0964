"""Seats that were corrected afterwards."""

from __future__ import annotations

from django.db import models

from scoring.table.models.change import Change
from scoring.table.models.play import Sitting


class Reseating(Change):
    """A seat that was corrected afterwards, with its players before and after, and whether hands
    went with them."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="reseatings")
    before = models.JSONField()
    after = models.JSONField()
    # A hand stays with its seat (somebody else sat there), or with its people (their order was
    # wrong).
    hands_stay_with = models.CharField(
        max_length=6, choices=[("seats", "seats"), ("people", "people")]
    )
    from_no = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.sitting} put right"
