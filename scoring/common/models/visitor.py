"""IP addresses that used the site without an account, kept for the throttle."""

from __future__ import annotations

from django.db import models


class Visitor(models.Model):
    """An IP address that lately started tables, signed up, typed wrong codes or began to sign in by
    passkey. The times are seconds since 1970, of the last day. Nothing else is stored about it, and
    it is left out of backups."""

    address = models.CharField(max_length=45, unique=True)
    started = models.JSONField(default=list)
    named = models.JSONField(default=list)
    mistyped = models.JSONField(default=list)
    challenged = models.JSONField(default=list)

    class Meta:
        ordering = ["address"]

    def __str__(self) -> str:
        return self.address
