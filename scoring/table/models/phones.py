"""Phones that have had a table's pad open."""

from __future__ import annotations

from django.db import models

from scoring.common.names import LONGEST
from scoring.table.models.play import Table


class TablePhone(models.Model):
    """A phone at a table, by the id that its hands have, with its name and when it was last seen.

    The name is the one given last, on the phone or by an organiser.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phones")
    signs = models.CharField(max_length=2)
    name = models.CharField(max_length=LONGEST, blank=True)
    named_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "signs"], name="one_row_a_phone")]

    def __str__(self) -> str:
        return f"{self.name or 'Phone'} at {self.table}"
