"""Convert the values of a row to JSON, and strictly back. Errors are as in a score sheet
(BadSheet)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from uuid import UUID

from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from scoring.common import shapes
from scoring.common.shapes import Shape
from scoring.euchre.sheet_values import expect, refuse, shown, text

Reader = Callable[[object], object]
# Those of every database, so that what one may store can move to another.
RANGES = BaseDatabaseOperations.integer_field_ranges
MISSING = object()


def writer_of(field: models.Field) -> Callable | None:
    """Return the function that makes JSON of the field's values; None for what is JSON already."""
    return WRITERS.get(type(field))


def reader_of(field: models.Field) -> Reader:
    """Return the function that makes a value of the field from JSON; it raises BadSheet."""
    return READERS[type(field)](field)


def empty_of(field: models.Field) -> object:
    """Return what it means when a row says nothing of the field; MISSING where it must."""
    if field.null:
        return None
    if isinstance(field, models.CharField):
        return ""
    if isinstance(field, models.JSONField) and field.default in (list, dict):
        return field.default()
    return MISSING


def in_order(value: object) -> object:
    """Return JSON with the keys of its objects in order, as not every database keeps it."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(one) for one in value] if isinstance(value, list) else value


def _time(value: datetime) -> str:
    return value.astimezone(UTC).isoformat()


WRITERS = {
    models.DateTimeField: _time,
    models.DateField: date.isoformat,
    models.TimeField: time.isoformat,
    models.UUIDField: str,
    models.JSONField: in_order,
}


def _yes_or_no(field: models.Field) -> Reader:
    return lambda value: expect_yes_or_no(value, field.name)


def expect_yes_or_no(value: object, name: str) -> bool:
    """Return `value`, which must be true or false."""
    if type(value) is not bool:
        refuse(f"{name} must be true or false, not {shown(value)}", name)
    return value


def _number(field: models.Field) -> Reader:
    least, most = RANGES[field.get_internal_type()]

    def read(value: object) -> int:
        if not least <= expect(int, value, field.name) <= most:
            refuse(f"{field.name} must be from {least} to {most}, not {value}", field.name)
        return value

    return read


def _text(field: models.Field) -> Reader:
    known = {key for key, _ in field.flatchoices}
    empty = {""} if field.blank else set()

    def read(value: object) -> str:
        if len(text(value, field.name)) > field.max_length:
            refuse(f"{field.name} has at most {field.max_length} characters", field.name)
        if known and value not in known | empty:
            refuse(f"{field.name} {shown(value)} is none of {', '.join(sorted(known))}", field.name)
        return value

    return read


def shape_of_field(field: models.Field) -> Shape:
    """Return the JSON Schema of the field's values, as `reader_of` reads them."""
    if type(field) in SHAPES:
        return SHAPES[type(field)]
    if not isinstance(field, models.CharField):
        least, most = RANGES[field.get_internal_type()]
        return shapes.WHOLE | {"minimum": least, "maximum": most}
    known = [key for key, _ in field.flatchoices]
    if known:
        return {"enum": [*known, ""] if field.blank else known}
    return shapes.TEXT | {"maxLength": field.max_length}


SHAPES: dict[type, Shape] = {
    models.BooleanField: shapes.YES_OR_NO,
    models.DateField: shapes.DAY,
    models.DateTimeField: shapes.TIMESTAMP,
    models.JSONField: {"type": ["array", "object"]},
    models.TimeField: shapes.HOUR,
    models.UUIDField: shapes.UUID,
}


def _in_iso(parse: Callable[[str], object], example: str) -> Callable[[models.Field], Reader]:
    def reader(field: models.Field) -> Reader:
        def read(value: object) -> object:
            try:
                return parse(expect(str, value, field.name))
            except (ValueError, OverflowError):
                refuse(f"{field.name} {shown(value)} is not {example}", field.name)

        return read

    return reader


def _when(value: str) -> datetime:
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError("A moment has a zone.")
    return found.astimezone(UTC)


def _hour(value: str) -> time:
    found = time.fromisoformat(value)
    if found.tzinfo is not None:
        raise ValueError("An hour has no zone.")
    return found


def _uuid(field: models.Field) -> Reader:
    return lambda value: expect_uuid(value, field.name)


def expect_uuid(value: object, name: str) -> UUID:
    """Return the UUID, which must be written in the usual way."""
    try:
        found = UUID(expect(str, value, name))
    except ValueError:
        found = None
    if str(found) != value:
        refuse(f"{name} {shown(value)} is not a UUID", name)
    return found


def _json(field: models.Field) -> Reader:
    def read(value: object) -> list | dict:
        if not isinstance(value, list | dict):
            refuse(f"{field.name} must be a list or an object, not {shown(value)}", field.name)
        for word in _words(value):
            text(word, field.name)
        return value

    return read


def _words(value: object):
    """Yield every text anywhere in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from _words(one)


READERS = {
    models.BooleanField: _yes_or_no,
    models.CharField: _text,
    models.DateField: _in_iso(date.fromisoformat, "a date such as 2026-11-20"),
    models.DateTimeField: _in_iso(_when, "a moment such as 2026-11-20T20:15:00+00:00"),
    models.JSONField: _json,
    models.PositiveBigIntegerField: _number,
    models.PositiveIntegerField: _number,
    models.PositiveSmallIntegerField: _number,
    models.BigIntegerField: _number,
    models.IntegerField: _number,
    models.TimeField: _in_iso(_hour, "an hour such as 19:30:00"),
    models.UUIDField: _uuid,
}
