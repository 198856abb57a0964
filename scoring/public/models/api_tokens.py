"""API tokens, with which programs access one club."""

from __future__ import annotations

import secrets
from hashlib import sha256

from django.db import models
from django.utils import timezone

from scoring.people.models import Club

MARK = "bowerbook_"
"""The prefix of every token, so that leaked ones can be recognised."""


def new_secret() -> str:
    """Return a token as a program sends it: 192 bits."""
    return MARK + secrets.token_urlsafe(24)


def digest_of(secret: str) -> str:
    """Return the hash of a token, which is stored instead of it."""
    return sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """A program that may read all of a club, and perhaps enter hands. The token itself is not
    stored."""

    class Right(models.TextChoices):
        READ = "read", "reads"
        TELL = "tell", "reads and enters hands"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=40)
    right = models.CharField(max_length=4, choices=Right)
    # None for one that came with a club's file: it lets nobody in.
    digest = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=80)
    # The day on which it last came in.
    used_on = models.DateField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    # The form that made it: sent twice, it makes one (scoring/common/idempotent.py).
    key = models.UUIDField(unique=True, null=True, editable=False)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(right__in=["read", "tell"]), name="known_rights_of_tokens"
            )
        ]

    def __str__(self) -> str:
        return f"Token {self.name}"
