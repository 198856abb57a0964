"""JSON Schema of a line of a club's file, from the kinds of rows and the fields of their models."""

from __future__ import annotations

from typing import Any

from scoring.common.shapes import TEXT, UUID, WHOLE, Shape, either, object_of
from scoring.site.club_file.kinds import KINDS, Kind
from scoring.site.club_file.values import MISSING, shape_of_field
from scoring.site.club_file.writing import FORMAT


def shape() -> Shape:
    """Return the JSON Schema of any line."""
    last = object_of({"is": {"const": "end"}, "rows": WHOLE | {"minimum": 1}})
    return either(*map(_line, KINDS), last)


def _line(kind: Kind) -> Shape:
    head: dict[str, Any] = {"is": {"const": kind.name}}
    if kind is KINDS[0]:
        head["format"] = {"const": FORMAT}
    if kind.numbered:
        head["id"] = WHOLE
    says = {one.name: _value(kind, one.name) for one in kind.fields}
    needed = [*head, *(name for name, empty in kind.empty.items() if empty is MISSING)]
    return object_of(head | says, needed)


def _value(kind: Kind, name: str) -> Shape:
    if name in kind.accounts:
        return TEXT
    if name in kind.refers:
        return WHOLE if kind.refers[name].numbered else UUID
    return shape_of_field(kind.model._meta.get_field(name))
