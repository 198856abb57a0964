"""How a reader sees the people of a league: in full, in short, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.euchre.wording import listed
from scoring.league.pure.values import Pair, is_named

How = Literal["full", "short", "hidden"]
NOBODY = "Former member "
"""The start of the name of a player whose data was erased."""


UNNAMED = "a player"
"""Shown for a player whose name is hidden in public."""


@dataclass(frozen=True, kw_only=True)
class Naming:
    """One answer for every page, sheet and file of a league."""

    how: How
    nowhere: tuple[str, ...] = ()
    """The names that are hidden in public."""

    @property
    def hides(self) -> bool:
        """Whether no page may say who played."""
        return self.how == "hidden"

    def person(self, name: str) -> str:
        """Return a name as it is shown, or "" where people are hidden."""
        if name in self.nowhere and not self.hides:
            return UNNAMED
        if self.how == "full" or name.startswith(NOBODY):
            return name if not self.hides else ""
        return first_and_initial(name) if self.how == "short" else ""

    def pair(self, pair: Pair, team: str = "") -> str:
        """Return "Ann P. and Ben R.". If people are hidden or unnamed it is "a pair of Trolls"."""
        if self.hides or not is_named(pair):
            return f"a pair of {team}" if team else "a pair"
        return listed([self.person(name) for name in pair])

    def pair_of(self, pair: Pair, team: str) -> str:
        """Return a pair with its team, such as "Ann P. and Ben R. (Trolls)"."""
        found = self.pair(pair, team)
        return found if self.hides or not team or not is_named(pair) else f"{found} ({team})"


FULL, HIDDEN = Naming(how="full"), Naming(how="hidden")


def first_and_initial(name: str) -> str:
    """Return "Ann P." of Ann Penrose, "Ann P." of Ann Penrose 2; a name of one word as it is."""
    first, *others = name.split()
    last = next((word for word in reversed(others) if word[0].isalpha()), "")
    return f"{first} {last[0]}." if last else first
