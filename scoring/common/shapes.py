"""JSON Schema of what is read and written here. Each kind of scoring/common/schema.py has its own,
and a TypedDict has one by its annotations (docs/decisions/0072-described-by-what-reads-it.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from functools import partial
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Shape = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


def shaped(shape: Shape | Callable[[], Shape]) -> Callable[[F], F]:
    """Return a decorator that gives a reader the JSON Schema of what it reads. A function is called
    only when the schema is asked for, so that reading a file doesn't cost more."""

    def give(reader: F) -> F:
        reader.__dict__["shape"] = shape
        return reader

    return give


def like(other: Any) -> Callable[[F], F]:
    """Return a decorator for a reader that reads what another one does, or only some of it."""
    return shaped(lambda: shape_of(other))


def shape_of(reader: Any) -> Shape:
    """Return the JSON Schema of what a reader reads. Raise TypeError if it has none."""
    found: Shape | Callable[[], Shape] | None = getattr(
        reader.func if isinstance(reader, partial) else reader, "shape", None
    )
    if found is None:
        raise TypeError(f"{reader} has no JSON Schema: give it one with @shaped")
    return found() if callable(found) else found


def object_of(properties: Mapping[str, Shape], needed: Iterable[str] | None = None) -> Shape:
    """Return the JSON Schema of an object with these keys and no others. All are `needed` unless
    said otherwise."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*properties] if needed is None else [*needed],
        "additionalProperties": False,
    }


def either(*shapes: Shape) -> Shape:
    """Return the JSON Schema of a value that has one of these."""
    return {"anyOf": [*shapes]}


NULL: Shape = {"type": "null"}
TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer"}
YES_OR_NO: Shape = {"type": "boolean"}
DAY: Shape = {"type": "string", "format": "date"}
TIMESTAMP: Shape = {"type": "string", "format": "date-time"}
HOUR: Shape = {"type": "string", "pattern": r"^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$"}
UUID: Shape = {"type": "string", "format": "uuid"}
PLAIN: dict[Any, Shape] = {
    Any: {},
    object: {},
    str: TEXT,
    int: WHOLE,
    bool: YES_OR_NO,
    NoneType: NULL,
    date: DAY,
    datetime: TIMESTAMP,
    time: HOUR,
    dict: {"type": "object"},
    list: {"type": "array"},
}


def of_type(kind: Any, named: dict[str, Shape] | None = None) -> Shape:
    """Return the JSON Schema of a value with this annotation.

    With `named`, the schema of each TypedDict is put there under its name, and referred to as a
    component of an OpenAPI document. More keys may be added to objects later.
    """
    origin, args = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return _of_keys(kind, named)
    if origin in (Union, UnionType):
        return either(*(of_type(one, named) for one in args))
    if origin is Literal:
        return {"enum": [*args]}
    if origin is list:
        return {"type": "array", "items": of_type(args[0], named)}
    if origin is dict:
        return {"type": "object", "additionalProperties": of_type(args[1], named)}
    return PLAIN[kind]


def _of_keys(kind: Any, named: dict[str, Shape] | None) -> Shape:
    if named is not None and kind.__name__ in named:
        return component(kind.__name__)
    hints = get_type_hints(kind, include_extras=True)
    may_miss = {key for key, one in hints.items() if get_origin(one) is NotRequired}
    values = {key: get_args(one)[0] if key in may_miss else one for key, one in hints.items()}
    found: Shape = {
        "type": "object",
        "properties": {key: of_type(one, named) for key, one in values.items()},
        "required": [key for key in values if key not in may_miss],
    }
    if named is None:
        return found
    named[kind.__name__] = found
    return component(kind.__name__)


def component(name: str) -> Shape:
    """Return a reference to a component of an OpenAPI document."""
    return {"$ref": f"#/components/schemas/{name}"}


def document(shape: Shape, *, title: str) -> Shape:
    """Return a JSON Schema as a document of its own."""
    return {"$schema": DIALECT, "title": title} | shape
