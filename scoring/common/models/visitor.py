"""Who starts tables, puts names down and mistypes codes without an account, for as long as that has
to be known."""

from __future__ import annotations

from django.db import models


class Visitor(models.Model):
    """An address from which tables were started, names put down, or codes typed that are none,
    lately without an account, and when: seconds since 1970, of the last day. Nothing else is kept
    of it, and no backup tells of it."""

    address = models.CharField(max_length=45, unique=True)
    started = models.JSONField(default=list)
    named = models.JSONField(default=list)
    mistyped = models.JSONField(default=list)

    class Meta:
        ordering = ["address"]

    def __str__(self) -> str:
        return self.address
