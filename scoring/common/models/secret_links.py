"""Secret links: addresses that give access to anyone who has them, until they are revoked."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone


def new_token() -> str:
    """Return a new token that can't be guessed: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


class HasToken(models.Model):
    """A row with its own secret address."""

    token = models.CharField(max_length=32, unique=True, default=new_token)

    class Meta:
        abstract = True


class SecretLink(HasToken):
    """An address that is handed out, and may be revoked.

    `find_secret` (scoring/common/access.py) finds the one of an address.
    """

    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_live(self) -> bool:
        """Return whether the link is still valid."""
        return self.revoked_at is None
