"""A change of what was stored, with who made it and why."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Change(models.Model):
    """A correction of a hand, of seats, or of rules and stake, as its history shows it."""

    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True
        ordering = ["pk"]  # as they came: a clock can be put back
