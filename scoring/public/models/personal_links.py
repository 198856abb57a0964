"""A player's personal link and code, which open their own page without a password, and their
answers there."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.urls import reverse

from scoring.common.codes import CODE_LENGTH
from scoring.common.models.secret_links import SecretLink
from scoring.people.models import SIGNS, Player


def new_code() -> str:
    """Return a new code of eight characters (40 bits). Tries are throttled."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


class PersonalLink(SecretLink):
    """A player's secret address, and a code that leads to it. Anyone who has one acts as that
    player."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="personal_links")
    made_by = models.CharField(max_length=80)

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
        """The code for display, in two groups."""
        half = CODE_LENGTH // 2
        return f"{self.code[:half]}-{self.code[half:]}"
