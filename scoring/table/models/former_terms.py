"""Rules and stakes that were changed from the first hand on."""

from __future__ import annotations

from django.db import models

from scoring.euchre.rule_set import RuleSet
from scoring.table.models.change import Change
from scoring.table.models.house_rules import HouseRules
from scoring.table.models.play import TERMS, Sitting, Table


class FormerTerms(Change):
    """The rules and the stake of a sitting until they were changed for all of its hands. The rows
    of one change have the same time."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="former_terms")
    rules_key = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    stake_minor = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.sitting} by other rules"

    def terms_at(self, table: Table) -> Table:
        """Return the table of its sitting with these rules and this stake."""
        return table.by({name: getattr(self, name) for name in TERMS})

    @property
    def rules(self) -> RuleSet:
        return self.terms_at(self.sitting.table).rules
