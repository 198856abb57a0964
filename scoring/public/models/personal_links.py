"""A player's own page: the link and the code by which somebody comes in without a password, and
what they say there."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from scoring.people.models import SIGNS, Player, new_token
from scoring.table.models import ClubSession

CODE_LENGTH = 8


def new_code() -> str:
    """Return a code to be typed: eight signs, 40 bits, of which nobody may try many."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


class PersonalLink(models.Model):
    """A player's secret address, and a code that leads to it: whoever has one is taken for them."""

    token = models.CharField(max_length=32, unique=True, default=new_token)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="personal_links")
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=80)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(revoked_at=None), name="one_live_link_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"Personal link of {self.player}"

    def get_absolute_url(self) -> str:
        return reverse("own-page", args=[self.token])

    @property
    def written_code(self) -> str:
        """The code as people read it: in two groups."""
        half = CODE_LENGTH // 2
        return f"{self.code[:half]}-{self.code[half:]}"


class Answer(models.Model):
    """Somebody says that they come to an evening, or that they do not; their last word stands.

    Where the evening has a list of names, whoever comes stands there, and an answer only says that
    they do not (docs/decisions/0054-players-own-pages.md).
    """

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    comes = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)
    link = models.ForeignKey(
        PersonalLink, null=True, blank=True, on_delete=models.SET_NULL, related_name="answers"
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="one_answer_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {'comes' if self.comes else 'does not come'} to {self.session}"
