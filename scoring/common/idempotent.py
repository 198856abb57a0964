"""Idempotent forms: however often a form is sent, it creates one row. Its key is unique there."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.db import models


def key_in(place: models.Model, key: UUID | None) -> UUID | None:
    """Return a form's key as the row stores it. The same form sent to another place has another
    key."""
    return key and uuid5(key, f"{place._meta.label} {place.pk}")


def made_before(model: type[models.Model], key: UUID | None):
    """Return the row that this form created before. The caller must hold the lock of the place, as
    two requests may arrive at once."""
    return model._base_manager.filter(key=key).first() if key else None
