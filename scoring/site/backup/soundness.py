"""Check that every page of a loaded backup can be shown, by the readers that pages use.

The checks of a club's file (scoring/site/club_file) are the only ones; a backup has the same rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.db import models

from scoring.people.models import Club
from scoring.site.backup import BadBackup
from scoring.site.backup.rows import AT_ONCE, USERS, models_in
from scoring.site.club_file.checking import refuse_unsound_clubs
from scoring.site.club_file.kinds import BY_MODEL
from scoring.site.club_file.references import refuse_bad_references
from scoring.site.club_file.values import reader_of, writer_of

TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""What the readers raise for a value that they can't read."""
ANYWAY = (
    "To restore it anyway, use manage.py restore with --with-faults. Some pages may not open then."
)
YEARS = range(2, 9999)
"""A day of the first or the last year may fall out of the calendar in another time zone."""


def refuse_unsound() -> None:
    """Raise BadBackup, with the row or the club night, for what no page could show."""
    for model in models_in():
        if model._meta.label_lower != USERS:
            _refuse_rows(model)
    try:
        refuse_bad_references(Club.objects.all())
        refuse_unsound_clubs(Club.objects.all())
    except UNREADABLE as wrong:
        raise BadBackup(f"could not be shown: {wrong}. {ANYWAY}") from wrong


def _refuse_rows(model: type[models.Model]) -> None:
    kind = BY_MODEL.get(model)
    fields = [one for one in model._meta.concrete_fields if _is_read(one)]
    readers = [(one.attname, _reader(one), _left_out(one)) for one in fields]
    for row in model._base_manager.order_by("pk").iterator(chunk_size=AT_ONCE):
        try:
            for name, read, left_out in readers:
                if (value := getattr(row, name)) not in left_out:
                    read(value)
            if kind:
                for name, read in kind.inside.items():
                    read(getattr(row, name), lambda _, key: key)
                kind.sound(row)
        except UNREADABLE as wrong:
            place = f"{model._meta.db_table}, id {row.pk}"
            raise BadBackup(f"has a row that cannot be: {place}: {wrong}. {ANYWAY}") from wrong


def _is_read(field: models.Field) -> bool:
    return not field.is_relation and not field.primary_key


def _left_out(field: models.Field) -> tuple[str | None, ...]:
    """Return the values that say nothing in this field. A code for an address, or a word of a few,
    is never empty unless the field may be."""
    never_empty = not field.blank and (field.name == "token" or field.choices)
    return (None,) if never_empty else (None, "")


def _reader(field: models.Field) -> Callable[[Any], None]:
    """Return the function that refuses a stored value of this field."""
    read, write = reader_of(field), writer_of(field)

    def of(value: Any) -> None:
        read(write(value) if write else value)
        if isinstance(field, models.DateField) and value.year not in YEARS:
            raise ValueError(f"{field.name} is not from {YEARS[0]} to {YEARS[-1]}")
        if field.name == "token" and not TOKEN.fullmatch(value):
            raise ValueError("token is no code for an address")

    return of
