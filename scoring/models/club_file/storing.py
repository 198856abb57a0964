"""Many rows stored at once; where the database refuses, the one that is at fault is named."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from scoring.models.club_file.reading import Row


def store(rows: list[Row], things: list[models.Model]) -> None:
    """Store these things, each of its row; raise BadClubFile for the first that the database
    refuses."""
    model = rows[0].kind.model
    try:
        with transaction.atomic():
            model._base_manager.bulk_create(things)
    except IntegrityError:
        for row, thing in zip(rows, things, strict=True):
            _store_one(row, thing)
        raise


def store_again(row: Row, thing: models.Model, field: str) -> None:
    """Store one field anew; raise BadClubFile where the database refuses."""
    try:
        with transaction.atomic():
            thing.save(update_fields=[field])
    except IntegrityError:
        row.refuse(f"{field} {row.says[field]} is meant by another")


def _store_one(row: Row, thing: models.Model) -> None:
    if "id" not in row.says:
        thing.pk = None  # the first of many may have got one before the others were refused
    thing._state.adding = True
    try:
        with transaction.atomic():
            type(thing)._base_manager.bulk_create([thing])
    except IntegrityError:
        row.refuse(_broken_rule(thing))


def _broken_rule(thing: models.Model) -> str:
    """Return the rule of the database that this breaks, in its words."""
    for constraint in thing._meta.constraints:
        try:
            constraint.validate(type(thing), thing)
        except ValidationError:
            return constraint.name.replace("_", " ")
    return "it stands there twice"
