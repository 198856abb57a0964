"""What one form makes is made once, however often it is sent: its key stands in the row, unique."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.db import models


def key_in(place: models.Model, key: UUID | None) -> UUID | None:
    """Return a form's key as the row keeps it: sent to another place, the form is another."""
    return key and uuid5(key, f"{place._meta.label} {place.pk}")


def made_before(model: type[models.Model], key: UUID | None):
    """Return what this form made before. The place must be locked: two may ask at once."""
    return model._base_manager.filter(key=key).first() if key else None
