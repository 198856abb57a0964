"""A table on the big screen, a tile with its number, its players and their points."""

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
    """The colour and name of each player in a list; of partners, both."""

    @property
    def size(self) -> str:
        """CSS classes by length: long names are a little smaller, so that all of them fit."""
        letters = len(self.short)
        sizes = ((26, "longest to-40"), (20, "longest to-26"), (16, "longest to-20"))
        sizes = (*sizes, (LETTERS + 2, "longest"), (LETTERS, "long"))
        return next((size for least, size in sizes if letters > least), "")


@dataclass(frozen=True, kw_only=True)
class TileSide:
    """A side that scores together at a table."""

    names: tuple[Shown, ...]
    colour: int | None
    """None for a side that is not known yet."""
    points: int | None
    """None if the points are hidden or unknown."""
    more: str = ""
    """The side's other wins: "2 games"."""
    leads: bool = False
    won: bool = False
    """Whether they won a round that is over, or the game that just ended."""

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
    """The progress, such as "not begun" or "hand 8"."""
    sides: tuple[TileSide, ...]
    head: str = ""
    """ "head table", where it is the one."""

    @property
    def lines(self) -> int:
        """The number of names on it."""
        return sum(len(side.names) for side in self.sides)


def shown(names: Sequence[str], *, letters: int = LETTERS) -> dict[str, Shown]:
    """Return each of these names as the big screen shows it; similar names stay distinguishable."""
    short = in_short(names, letters=letters)
    return {
        name: Shown(short=short[name], whole=name if short[name] != name else "") for name in names
    }


def with_discs(name: Shown, people: Iterable[tuple[int, str]]) -> Shown:
    """Return a name as a list has it, with the colours of its people."""
    return replace(name, discs=tuple(people))


def together(names: Sequence[Shown]) -> Shown:
    """Return partners as one name, such as "Bartholomew F. and Ann"."""
    whole = [one.whole or one.short for one in names] if any(one.whole for one in names) else ()
    return Shown(short=listed([one.short for one in names]), whole=listed(whole))


def leading(points: Sequence[int | None]) -> list[bool]:
    """Return the side that leads alone, if there is one."""
    known = [one for one in points if one is not None]
    best = max(known, default=0)
    return [known.count(best) == 1 and one == best for one in points]
