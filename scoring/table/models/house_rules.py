from __future__ import annotations

import json
from hashlib import sha256

from django.db import models
from django.utils import timezone

from scoring.euchre import books
from scoring.euchre.rule_set import RuleSet
from scoring.people.models import Club


class HouseRulesQuerySet(models.QuerySet):
    def of_the_club(self) -> HouseRulesQuerySet:
        """House rules that the club made itself, without those of a tournament."""
        return self.filter(for_rounds=False)

    def standing(self) -> HouseRulesQuerySet:
        """House rules that tables may choose, which are the club's own without replaced ones."""
        return self.of_the_club().filter(replaced_by=None)

    def for_writing(self) -> HouseRulesQuerySet:
        """Rules locked until the transaction ends, to be changed or chosen, before any table or
        session.

        Their replacements are not read beside them, because PostgreSQL reads only locked rows
        again.
        """
        return self.select_for_update()


class HouseRules(models.Model):
    """A club's own rules, a set of the shelf with some numbers changed, under a name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=books.LONGEST_NAME)
    base = models.CharField(max_length=40)
    changes = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    # Rules that took the place of these: those stand no longer on the club's shelf.
    replaced_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Made for the tables of a tournament, whose rounds know no games: not on the club's shelf.
    for_rounds = models.BooleanField(default=False)

    objects = HouseRulesQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def document(self) -> dict:
        """The rules as a sheet has them (docs/sheet-format.md)."""
        return {"base": self.base, "name": self.name, **self.changes}

    @property
    def edition(self) -> str:
        """A digest by which a change is noticed, as other rules have another one."""
        return sha256(json.dumps(self.document, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def rules(self) -> RuleSet:
        return self.rules_with({})

    def rules_with(self, options: dict) -> RuleSet:
        """Return the rule set with a table's options."""
        return books.find_house(self.document, **options)
