"""What features above register with evenings, their tables and hands."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from scoring.common.hooks import Hook
from scoring.people.models import Player
from scoring.table.models import ClubSession, Sitting, Table

tabs_of_evenings: Hook[[], dict[str, Any]] = Hook()
"""Annotations of an evening by which its tabs are shown (`has_tournament`)."""
was_played: Hook[[ClubSession], bool] = Hook()
"""Return whether a tournament was played on an evening, so that a round of it was begun."""
changing_a_hand: Hook[[Sitting, Any], AbstractContextManager[None]] = Hook()
"""Given a sitting and an actor, return a context in which a hand that counts is changed; Refused
where it may not be."""
round_is_over: Hook[[Sitting], bool] = Hook()
"""Whether the round that a sitting plays is over, so that no further hand counts automatically."""
comes_again: Hook[[Sitting], bool] = Hook()
"""Whether the round that a sitting plays was brought back after a restore, so that its hands count
though it is over."""


@dataclass(frozen=True, kw_only=True)
class PlaceInRound:
    """A table's place in the latest round of a tournament."""

    row: Any
    """The tournament's own row of it (`RoundTable`)."""
    ran: int | None
    """How many seconds its clock has run; None where none runs."""


rules_are_set: Hook[[Table], str | None] = Hook()
"""Return why people can't change the rules or the stake of a table, in a sentence; None if they
can."""
place_in_round: Hook[[Table], PlaceInRound | None] = Hook()
hold_round: Hook[[Any], None] = Hook()
"""Lock the tournament of a `RoundTable`; Refused when it is over."""
people_about: Hook[[ClubSession], list[Player]] = Hook()
"""Players who are here, have played tonight or wait, by name."""
so_far: Hook[..., dict] = Hook()
"""Return the contents of templates/table/_evening.html, which are the totals of an evening for
players (keys) once they have sat in this number of sittings (`least`)."""


@dataclass(frozen=True, kw_only=True)
class KeptPages:
    """Pages that the service worker keeps, to open them without a network."""

    scope: str
    """The address below which they and others are."""
    name: str
    """How they name themselves (the header `Bowerbook`)."""
    pattern: str
    """What a path of theirs matches, for a script."""
    files: tuple[str, ...]
    """The files of these pages, and others that they may load while they are open, without fonts
    and the icon."""
    away: str = ""
    """The template that replaces other pages below `scope`, if there is one."""


kept_pages: Hook[[], KeptPages] = Hook()
