"""How the people of a league are named to whoever looks."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.models import League
from scoring.rules.names import in_short

HIDDEN = "a player"


def shown_names(league: League, names: Iterable[str], *, whole: bool) -> dict[str, str]:
    """Return how each of these people is written: whole to officers and captains; to others as the
    league chose, with first name and initial, or not at all."""
    names = list(names)
    if whole or league.names == League.Names.FULL:
        return {name: name for name in names}
    if league.names == League.Names.SHORT:
        return in_short(names, letters=0)
    return dict.fromkeys(names, HIDDEN)
