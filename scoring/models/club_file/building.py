"""The rows of a club's file as things to be stored: what a number of the file means here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from django.db import models

from scoring.models import Club
from scoring.models.club_file.kinds import Kind
from scoring.models.club_file.reading import Row


class Builder:
    """Builds things of rows, and remembers what their numbers stand for.

    `accounts` are the keys of the accounts that rows may mean, by name; who is not among them is
    nobody. Every method raises BadClubFile for a row that cannot be.
    """

    def __init__(self, accounts: Mapping[str, int]) -> None:
        self.accounts = accounts
        self.club: Club | None = None
        self.here: dict[str, dict[int, int]] = defaultdict(dict)
        self.later: list[tuple[models.Model, str, Row]] = []

    def built(self, rows: list[Row]) -> list[models.Model]:
        """Return what rows of one kind say, to be stored; what they mean must have been stored
        before."""
        self._refuse_strays(rows)
        return [self._built(row) for row in rows]

    def stored(self, rows: list[Row], things: list[models.Model]) -> None:
        """Remember that these were stored, and under which keys."""
        for row, thing in zip(rows, things, strict=True):
            if row.kind.model is Club:
                self.club = thing
            if row.kind.numbered:
                if row.number in self.here[row.kind.name]:
                    row.refuse(f"its number {row.number} is another's")
                self.here[row.kind.name][row.number] = thing.pk
            self.later += [
                (thing, name, row) for name in row.kind.own if row.says[name] is not None
            ]

    def completed(self):
        """Yield (thing, field, row) where one means another of its kind, set now that all are
        stored."""
        for kind, name in {
            (row.kind, name) for _, name, row in self.later if not row.kind.numbered
        }:
            self._refuse_unknown(
                [row for _, of, row in self.later if of == name and row.kind is kind], name, kind
            )
        for thing, name, row in self.later:
            setattr(thing, f"{name}_id", self._key(row, name, row.kind))
            yield thing, name, row

    def _built(self, row: Row) -> models.Model:
        kind, said = row.kind, dict(row.says)
        for name in (*kind.refers, *kind.accounts):
            del said[name]
        for name, other in kind.refers.items():
            said[f"{name}_id"] = None if name in kind.own else self._key(row, name, other)
        for name in kind.accounts:
            said[f"{name}_id"] = self.accounts.get(row.says[name])
        said |= {name: self._inside(row, name, told) for name, told in kind.inside.items()}
        said |= {name: compute(said) for name, compute in kind.computed.items()}
        if kind.of_club == "club":
            said["club"] = self.club
        thing = kind.model(**said)
        try:
            kind.sound(thing)
        except ValueError as wrong:
            row.refuse(wrong)
        return thing

    def _key(self, row: Row, name: str, other: Kind) -> object:
        """Return the key of the row that this one means."""
        number = row.says[name]
        if number is None or not other.numbered:
            return number
        if number not in self.here[other.name]:
            row.refuse(f"{name} {number} is no {other.name} above it")
        return self.here[other.name][number]

    def _inside(self, row: Row, name: str, told: Callable) -> object:
        def of(kind: str, number: int | None) -> int | None:
            return None if number is None else self.here[kind][number]

        try:
            return told(row.says[name], of)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            row.refuse(f"{name} is not what it should be, or means nobody above it")

    def _refuse_strays(self, rows: list[Row]) -> None:
        """Refuse a row that means one without a number, a hand, when it is not of this club."""
        kind = rows[0].kind
        for name, other in kind.refers.items():
            if not other.numbered and name not in kind.own:
                self._refuse_unknown(rows, name, other)

    def _refuse_unknown(self, rows: list[Row], name: str, other: Kind) -> None:
        wanted = {row.says[name] for row in rows}
        known = {*other.rows(self.club).filter(pk__in=wanted).values_list("pk", flat=True)}
        for row in rows:
            if row.says[name] not in known:
                row.refuse(f"{name} {row.says[name]} is no {other.name} above it")
