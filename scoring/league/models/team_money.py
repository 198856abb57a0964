"""Which lines of the club's book are of a team."""

from __future__ import annotations

from django.db import models

from scoring.league.models.league import LeagueMatch, Team
from scoring.money.models import Entry


class TeamEntry(models.Model):
    """A line of the club's accounts that belongs to a team; it is in the account of the captain or
    a player (docs/decisions/0050). `fee` is its fee in the league rules, if any; `match` its match.
    """

    class Fee(models.TextChoices):
        ENTRY = "entry", "Entry fee"
        MATCH = "match", "Match fee"
        SIGNING = "signing", "Signing fee"
        TRANSFER = "transfer", "Transfer fee"
        LATE_CARD = "late card", "Fine for a late card"

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="of_team")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="money")
    fee = models.CharField(max_length=9, blank=True, choices=Fee)
    match = models.ForeignKey(
        LeagueMatch, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name_plural = "team entries"

    def __str__(self) -> str:
        return f"{self.team}: {self.entry}"
