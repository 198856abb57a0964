"""Whether players say that they come to a club night."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from scoring.people.models import Player
from scoring.table.models import ClubSession


class Answer(models.Model):
    """A player's latest answer to a club night: going or not going.

    If the night has a sign-up list, players who are going are on that list, and an answer only says
    that they are not (docs/decisions/0054-players-own-pages.md).
    """

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    comes = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)
    link = models.ForeignKey(
        "scoring.PersonalLink",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="answers",
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="one_answer_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {'comes' if self.comes else 'does not come'} to {self.session}"
