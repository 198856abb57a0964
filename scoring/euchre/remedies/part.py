"""A piece of a TOML file of laws, which names its place when it is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from scoring.euchre.remedies.conditions import CONDITIONS, Applies, always


class BadLaws(ValueError):
    """A file of laws that says something unknown. The message names the file and the entry."""


def load(path: Path) -> Part:
    """Return a whole file; raise BadLaws where it is missing or no TOML."""
    try:
        return Part(path.name, tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadLaws(f"{path.name}: {wrong}") from wrong


@dataclass(frozen=True)
class Part:
    """A table of a TOML file, and where it is."""

    where: str
    said: Mapping[str, Any]

    def refuse(self, what: str) -> NoReturn:
        raise BadLaws(f"{self.where}: {what}")

    def only(self, *known: str) -> Part:
        """Refuse every field but these."""
        for name in self.said:
            if name not in known:
                self.refuse(f'"{name}" is unknown here; known: {", ".join(known)}.')
        return self

    def text(self, name: str) -> str:
        """Return a text that must be there, its lines joined."""
        value = self.said.get(name)
        if not isinstance(value, str) or not value.strip():
            self.refuse(f'"{name}" must be a text.' if name in self.said else f'No "{name}".')
        return " ".join(value.split())

    def plain(self, name: str) -> str:
        """Return a text without placeholders, or an empty one where there is none."""
        if name not in self.said:
            return ""
        text = self.text(name)
        if "{" in text or "}" in text:
            self.refuse(f'"{name}" has braces: only a "remedy" is filled with numbers.')
        return text

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, which may be missing but not empty."""
        values = self.said.get(name, ())
        fit = isinstance(values, (list, tuple)) and all(isinstance(one, str) for one in values)
        if not fit or (name in self.said and not all(one.strip() for one in values or [""])):
            self.refuse(f'"{name}" must be a list of texts.')
        return tuple(values)

    def one_of(self, name: str, known: Collection[str]) -> str:
        text = self.text(name)
        if text not in known:
            self.refuse(f'"{text}" is no "{name}"; known: {", ".join(sorted(known))}.')
        return text

    def some_of(self, name: str, known: Collection[str]) -> tuple[str, ...]:
        for text in self.texts(name):
            if text not in known:
                self.refuse(f'"{text}" in "{name}" is unknown; known: {", ".join(sorted(known))}.')
        return self.texts(name)

    def condition(self) -> Applies:
        return CONDITIONS[self.one_of("when", CONDITIONS)] if "when" in self.said else always

    def parts(self, name: str) -> tuple[Part, ...]:
        """Return the pieces of a `[[name]]`, numbered from 1."""
        values = self.said.get(name, [])
        if not isinstance(values, list):
            self.refuse(f'"{name}" must be written as [[{name}]].')
        return tuple(self._part(f"{name} {no}", one) for no, one in enumerate(values, start=1))

    def children(self, name: str) -> Iterator[tuple[str, Part]]:
        """Yield the pieces of a `[name.key]` by key."""
        values = self._part(name, self.said[name]).said
        for key, value in values.items():
            yield key, self._part(f"{name}.{key}", value)

    def _part(self, name: str, value: object) -> Part:
        part = Part(f"{self.where}, {name}", value if isinstance(value, dict) else {})
        return part if isinstance(value, dict) else part.refuse("This must be a table of fields.")
