"""Seats that were corrected afterwards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from scoring.table.models.play import Sitting


class Reseating(models.Model):
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
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back

    def __str__(self) -> str:
        return f"{self.sitting} put right"
