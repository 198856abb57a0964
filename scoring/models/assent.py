from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from scoring.models.hands import HandRecord


class Assent(models.Model):
    """What the other side says of a hand as it stood then: that it agrees, or that it objects, and
    why.

    It speaks of the hand at that `revision`: once the hand is corrected, it says nothing of it any
    more.
    """

    record = models.ForeignKey(HandRecord, on_delete=models.CASCADE, related_name="assents")
    revision = models.PositiveIntegerField()
    agrees = models.BooleanField()
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    # On the phone that logged the hand, turned round to the other side.
    turned = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.record}: {'agreed' if self.agrees else 'objected'}"
