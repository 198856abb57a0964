"""A table as the wall shows it: a tile with its number, its people one a line, and their points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.common.names import in_short
from scoring.euchre.wording import listed

LETTERS, MORE_LETTERS = 12, 14
"""How long a name may be on a tile, and in a list, before it is shortened."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A name as the wall has it, and whole where that was shortened."""

    short: str
    whole: str
    discs: tuple[tuple[int, str], ...] = ()
    """In a list the colour of whom it names, and their name; of partners both."""

    @property
    def size(self) -> str:
        """Classes by its length: what is long is a little smaller, and all of it in view."""
        letters = len(self.short)
        sizes = ((26, "longest to-40"), (20, "longest to-26"), (16, "longest to-20"))
        sizes = (*sizes, (LETTERS + 2, "longest"), (LETTERS, "long"))
        return next((size for least, size in sizes if letters > least), "")


@dataclass(frozen=True, kw_only=True)
class TileSide:
    """Who scores as one at a table."""

    names: tuple[Shown, ...]
    colour: int
    points: int | None
    """None where nobody may know them yet, or nothing was told."""
    more: str = ""
    """What they have won besides: "2 games"."""
    leads: bool = False
    won: bool = False
    """Whether they won a round that is over."""

    @property
    def wide(self) -> bool:
        """Whether their figure takes more room than two digits do."""
        many = self.points is not None and not 0 <= self.points <= 99
        return many or bool(self.more) or self.won


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A table of tonight, or of a round."""

    no: int
    says: str
    """How far it is: "not begun", "hand 8"."""
    sides: tuple[TileSide, ...]
    head: str = ""
    """ "head table", where it is the one."""

    @property
    def lines(self) -> int:
        """How many names stand on it."""
        return sum(len(side.names) for side in self.sides)


def shown(names: Sequence[str], *, letters: int = LETTERS) -> dict[str, Shown]:
    """Return how each of these names stands on the wall; two who would read alike stay apart."""
    short = in_short(names, letters=letters)
    return {
        name: Shown(short=short[name], whole=name if short[name] != name else "") for name in names
    }


def with_discs(name: Shown, people: Iterable[tuple[int, str]]) -> Shown:
    """Return a name as a list has it, with the colours of its people."""
    return replace(name, discs=tuple(people))


def together(names: Sequence[Shown]) -> Shown:
    """Return partners as one: "Bartholomew F. and Ann"."""
    whole = [one.whole or one.short for one in names] if any(one.whole for one in names) else ()
    return Shown(short=listed([one.short for one in names]), whole=listed(whole))


def leading(points: Sequence[int | None]) -> list[bool]:
    """Return who of these is ahead of all others, if somebody is; else nobody."""
    known = [one for one in points if one is not None]
    best = max(known, default=0)
    return [known.count(best) == 1 and one == best for one in points]
