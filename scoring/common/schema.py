"""Schemas: what the values of a file must be, declared in tables and validated, each error with
its place (docs/decisions/0060-schemas-of-our-own.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, Self, TypeVar
from unicodedata import category

from scoring.common import shapes
from scoring.common.names import clean_name
from scoring.common.shapes import Shape, like, shape_of, shaped
from scoring.common.strict_json import LONGEST_SHOWN, BadJSON, parsed

MOST_IN_A_LIST = 1000
LONGEST_TEXT = 200
NO_TEXT = ("Cc", "Cs")
"""Unicode categories: control characters, and halves of surrogate pairs, which not every store
keeps."""


def quoted(value: object) -> str:
    """Return a value as a sentence quotes it."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class BadPiece(ValueError):
    """A file that cannot be read: `place` is where, such as "rounds[1].tables[3].result"."""

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(f"{place}: {message}" if place else message)


WORDS: dict[type | str, str] = {
    str: "must be text, not {given}",
    bool: "must be true or false, not {given}",
    int: "must be a whole number, not {given}",
    list: "must be a list, not {given}",
    dict: "must be an object, not {given}",
    "bounds": "must be from {least} to {most}, not {given}",
    "choice": "must be one of {allowed}, not {given}",
    "characters": "holds characters that are not text",
    "length": "is longer than {most} characters",
    "entries": "has more than {most} entries",
    "unknown": "{key} is not a key here",
    "missing": "{key} is missing",
}
"""The sentences of a schema, each without its place; by a type, for a value that is of another."""


@dataclass(frozen=True)
class Piece:
    """A value of a file, and its path; lists count from 0. Each kind of file has its own subclass
    with its own error, `Bad`, and perhaps its own sentences."""

    value: Any
    place: str = ""
    Bad: ClassVar[type[BadPiece]] = BadPiece
    words: ClassVar[dict[type | str, str]] = WORDS

    @classmethod
    def decoded(cls, data: bytes, *, kind: str) -> Self:
        """Return what these bytes hold, which are to be a `kind` ("tournament"); raise `Bad`."""
        try:
            return cls(parsed(data, kind=kind))
        except BadJSON as wrong:
            raise cls.Bad(str(wrong), "") from wrong

    def refuse(self, message: str) -> NoReturn:
        raise self.Bad(message, self.place)

    def refuse_by(self, word: type | str, **what: object) -> NoReturn:
        """Raise `Bad` with one of the sentences of `words`."""
        self.refuse(self.words[word].format(given=quoted(self.value), **what))

    def expect(self, kind: type, **what: object) -> Any:
        """Return the value, which must have exactly this type, so True is not a number."""
        if type(self.value) is not kind:
            self.refuse_by(kind, **what)
        return self.value

    def inside(self, value: object, step: str) -> Self:
        """Return the piece of a part of the value."""
        return type(self)(value, f"{self.place}{step}".lstrip("."))

    def __getitem__(self, key: str) -> Self:
        return self.inside(self.value[key], f".{key}")

    def entries(self, **what: object) -> dict[str, Self]:
        """Return the pieces of an object, whatever its keys."""
        return {key: self[key] for key in self.expect(dict, **what)}

    def list(self, most: int = MOST_IN_A_LIST) -> list[Self]:
        if len(self.expect(list)) > most:
            self.refuse_by("entries", most=most)
        return [self.inside(one, f"[{at}]") for at, one in enumerate(self.value)]


# -- Schemas. A Kind validates a piece and returns what it says, or refuses it. Each has a JSON
# Schema too (`shape_of`).

T = TypeVar("T")
Kind = Callable[[Any], T]


@shaped({})
def anything(piece: Piece) -> Any:
    return piece.value


@shaped(shapes.TEXT | {"maxLength": LONGEST_TEXT})
def text(piece: Piece) -> str:
    if any(category(sign) in NO_TEXT for sign in piece.expect(str)):
        piece.refuse_by("characters")
    if len(piece.value) > LONGEST_TEXT:
        piece.refuse_by("length", most=LONGEST_TEXT)
    return piece.value


@shaped(shapes.TEXT | {"minLength": 1, "maxLength": LONGEST_TEXT})
def name(piece: Piece) -> str:
    """Return a name in its one spelling, of a text without spaces around it."""
    cleaned = clean_name(text(piece))
    if not cleaned or piece.value != piece.value.strip():
        piece.refuse("must be a name, without spaces around it")
    return cleaned


@shaped(shapes.YES_OR_NO)
def yes_or_no(piece: Piece) -> bool:
    return piece.expect(bool)


@shaped(shapes.DAY)
def day(piece: Piece) -> date:
    try:
        if len(text(piece)) == len("2026-10-01"):
            return date.fromisoformat(piece.value)
    except ValueError:
        pass
    piece.refuse(f"must be a date such as 2026-10-01, not {quoted(piece.value)}")


def whole(least: int, most: int) -> Kind[int]:
    """Return the kind of a whole number within bounds."""

    @shaped(shapes.WHOLE | {"minimum": least, "maximum": most})
    def read(piece: Piece) -> int:
        if not least <= piece.expect(int, least=least, most=most) <= most:
            piece.refuse_by("bounds", least=least, most=most)
        return piece.value

    return read


def one_of(*allowed: Any) -> Kind[Any]:
    """Return the kind of one of these values; true is not 1."""

    @shaped({"enum": [*allowed]})
    def read(piece: Piece) -> Any:
        if not any(type(piece.value) is type(one) and piece.value == one for one in allowed):
            shown = ("none (null)" if one is None else str(one) for one in allowed)
            piece.refuse_by("choice", allowed=", ".join(shown))
        return piece.value

    return read


def word_of(*allowed: str) -> Kind[str]:
    """Return the kind of a text that is one of these."""

    @like(one_of(*allowed))
    def read(piece: Piece) -> str:
        text(piece)
        return one_of(*allowed)(piece)

    return read


def only(value: str) -> Kind[str]:
    """Return the kind of this one value, such as a file's format."""

    @shaped({"const": value})
    def read(piece: Piece) -> str:
        return value if piece.value == value else piece.refuse(f"must be {value}")

    return read


def or_none(kind: Kind[T]) -> Kind[T | None]:
    """Return the kind of a value that may be null."""

    @shaped(lambda: shapes.either(shape_of(kind), shapes.NULL))
    def read(piece: Piece) -> T | None:
        return None if piece.value is None else kind(piece)

    return read


def each_new(kind: Kind[T], twice: str = "{} appears twice") -> Kind[T]:
    """Return a kind that refuses a value which it has read before."""
    seen: set[T] = set()

    @like(kind)
    def read(piece: Piece) -> T:
        if (found := kind(piece)) in seen:
            piece.refuse(twice.format(quoted(found)))
        seen.add(found)
        return found

    return read


def some(
    kind: Kind[T],
    *,
    most: int = MOST_IN_A_LIST,
    empty: str = "",
    by: Callable[[T], Hashable] | None = None,
    twice: str = "{} appears twice",
    made: Callable[[list[T]], Any] = tuple,
) -> Kind[Any]:
    """Return the kind of a list: `empty` refuses one without entries, `twice` the second of two
    entries that are alike by `by`."""

    @shaped(lambda: _list_of(kind, most, bool(empty)))
    def read(piece: Piece) -> Any:
        found, seen = [], set()
        for one in piece.list(most):
            found.append(kind(one))
            if by and (value := by(found[-1])) in seen:
                one.refuse(twice.format(quoted(value)))
            seen |= {value} if by else set()
        return made(found) if found or not empty else piece.refuse(empty)

    return read


def each_once(kind: Kind[T], *, empty: str = "", made: Callable[[list[T]], Any] = tuple) -> Kind:
    """Return the kind of a list in which no value is twice; if one is, the list is refused."""
    read_all = some(kind, empty=empty, made=list)

    @shaped(lambda: shape_of(read_all) | {"uniqueItems": True})
    def read(piece: Piece) -> Any:
        found, seen = read_all(piece), set()
        for one in found:
            if one in seen:
                shown = one.isoformat() if isinstance(one, date) else quoted(one)
                piece.refuse(f"{shown} appears twice")
            seen.add(one)
        return made(found)

    return read


def by_key(kind: Kind[T], *known: str) -> Kind[dict[str, T]]:
    """Return the kind of an object with any keys, or with some of the `known` ones."""

    @shaped(lambda: _keyed(kind, known))
    def read(piece: Piece) -> dict[str, T]:
        found = piece.entries()
        for key in found:
            if known and key not in known:
                piece.refuse_by("unknown", key=quoted(key))
        return {key: kind(one) for key, one in found.items()}

    return read


def row(wrong: str, *kinds: Kind) -> Kind[tuple]:
    """Return the kind of a list of fixed length. `wrong` is the error for any other length."""

    @shaped(lambda: _row_of(kinds))
    def read(piece: Piece) -> tuple:
        found = piece.list()
        if len(found) != len(kinds):
            piece.refuse(wrong)
        return tuple(kind(one) for kind, one in zip(kinds, found, strict=True))

    return read


@dataclass(frozen=True)
class After:
    """The kind of a field that depends on the fields above it. `read` takes the piece and their
    values, and has a JSON Schema that holds whatever they are. `missing` takes their values and
    returns the default."""

    read: Callable[[Any, dict[str, Any]], Any]
    missing: Callable[[dict[str, Any]], Any] | None = None


def each(keys: Iterable[str], kind: Kind) -> dict[str, Any]:
    """Return keywords of a record, with these keys, all of one kind."""
    return dict.fromkeys(keys, kind)


def record(
    make: Callable[..., T],
    /,
    *,
    optional: Collection[str] = (),
    ignored: Collection[str] = (),
    named: Mapping[str, str] = MappingProxyType({}),
    **kinds: Kind | After,
) -> Kind[T]:
    """Return the kind of an object with these keys, read in this order and passed to `make`.

    A key may be missing if `make` has a default for it or if it is `optional`, where a mapping
    gives the default. Values that `make` has no parameter for are read and dropped. The `ignored`
    keys are not read. `named` maps a key to its name in `make`.
    """
    known = dict.fromkeys(kinds) if make is dict else signature(make).parameters
    may_miss = {*optional} | {key for key, one in kinds.items() if getattr(one, "missing", None)}
    may_miss |= {key for key in kinds if _has_default(known.get(named.get(key, key)))}
    needed = [key for key in kinds if key not in may_miss]

    def shape() -> Shape:
        keys: dict[str, Shape] = {key: {} for key in ignored}
        for key, one in kinds.items():
            keys[key] = shape_of(one.read if isinstance(one, After) else one)
        return shapes.object_of(keys, needed)

    @shaped(shape)
    def read(piece: Piece) -> T:
        found = piece.entries(needed=" and ".join(needed))
        for key in found:
            if key not in kinds and key not in ignored:
                piece.refuse_by("unknown", key=quoted(key))
        for key in needed:
            if key not in found:
                piece.refuse_by("missing", key=key)
        said: dict[str, Any] = {}
        for key, kind in kinds.items():
            if key in found:
                one = found[key]
                said[key] = kind.read(one, said) if isinstance(kind, After) else kind(one)
            elif isinstance(kind, After) and kind.missing:
                said[key] = kind.missing(said)
        said = {**optional, **said} if isinstance(optional, Mapping) else said
        made = {named.get(key, key): value for key, value in said.items()}
        return make(**{key: value for key, value in made.items() if key in known})

    return read


def _list_of(kind: Kind, most: int, filled: bool) -> Shape:
    bounds = {"minItems": 1, "maxItems": most} if filled else {"maxItems": most}
    return {"type": "array", "items": shape_of(kind)} | bounds


def _keyed(kind: Kind, known: Collection[str]) -> Shape:
    if known:
        return shapes.object_of(dict.fromkeys(known, shape_of(kind)), ())
    return {"type": "object", "additionalProperties": shape_of(kind)}


def _row_of(kinds: Collection[Kind]) -> Shape:
    many = {"minItems": len(kinds), "maxItems": len(kinds)}
    return {"type": "array", "prefixItems": [shape_of(one) for one in kinds]} | many


def plain(value: Any) -> Any:
    """Return a value as JSON has it: a dataclass as an object, a date in ISO 8601."""
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value


def _has_default(one: Parameter | None) -> bool:
    return one is not None and one.default is not Parameter.empty
