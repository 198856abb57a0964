"""How the people of a league are named to whoever looks."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.models import League

HIDDEN = "a player"


def shown_names(league: League, names: Iterable[str], *, whole: bool) -> dict[str, str]:
    """Return how each of these people is written: whole to officers and captains; to others as the
    league chose, with first name and initial, or not at all."""
    names = list(names)
    if whole or league.names == League.Names.FULL:
        return {name: name for name in names}
    if league.names == League.Names.SHORT:
        return {name: with_initial(name) for name in names}
    return dict.fromkeys(names, HIDDEN)


def with_initial(name: str) -> str:
    """Return "Ann P." of Ann Penrose. Two may be written alike: no more of a last name is told."""
    first, *rest = name.split()
    last = next((word for word in reversed(rest) if word[0].isalpha()), "")
    return f"{first} {last[0]}." if last else first
