"""What features above register with club nights; all of it runs in the transaction of the write."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.common.hooks import Hook
from scoring.evening.models import SignUp
from scoring.people.models import Player
from scoring.table.models import ClubSession

moved: Hook[[ClubSession, ClubSession], None] = Hook()
"""An evening is called otherwise, or is at another time; given as it is now and as it was."""
closed: Hook[[ClubSession], None] = Hook()
about_to_be_called_off: Hook[[ClubSession], None] = Hook()
"""The evening is going to be deleted; all that it has is still there."""
called_off: Hook[[ClubSession], None] = Hook()
"""The evening is being deleted: let go of it."""
places_changed: Hook[[ClubSession], None] = Hook()
"""A person on the sign-up list may have a place now, or wait."""
struck: Hook[[ClubSession, QuerySet[SignUp]], None] = Hook()
"""These names were taken off the sign-up list."""
joined: Hook[[SignUp, SignUp], None] = Hook()
"""Two lines of the sign-up list are one person's: the one that goes, and the one that stays."""
forgotten: Hook[[SignUp], None] = Hook()
"""A line of the sign-up list is deleted, and its place is not taken over."""
players_link_revoked: Hook[[ClubSession], None] = Hook()
"""The players of an evening's tournament come in by another link from now on."""
about_to_be_closed: Hook[[ClubSession], None] = Hook()
"""Raise Refused where something of the evening is not finished."""
has_played: Hook[[ClubSession, Player], bool] = Hook()
"""Whether a player had a place in a round that was published."""
ghosts: Hook[[ClubSession], QuerySet] = Hook()
"""Rows that exist where the player of an outer row (`player`) is a ghost on this evening."""
recorded: Hook[[ClubSession], Iterable[str]] = Hook()
"""In sentences, what was recorded of an evening, so that it cannot be called off."""
entered: Hook[[ClubSession], int] = Hook()
"""How many are entered on an evening, and would be lost with it."""


@dataclass(frozen=True, kw_only=True)
class Entering:
    """What players of an evening are entered in, beside its tables."""

    tournament: Any
    pairs: bool
    """Whether they are entered in pairs."""


entering: Hook[[ClubSession], Entering | None] = Hook()
reached: Hook[[ClubSession], int] = Hook()
"""How many people asked to be notified of an evening."""
in_the_round_now: Hook[[ClubSession], set[int]] = Hook()
"""The keys of the players who sit, or sit out, in the round of a tournament that is on."""
notifications: Hook[..., dict[str, str]] = Hook()
"""What a page needs to offer notifications: given the name of its address, what is in it, and its
subject, such as `sign_up=…`."""
personal_links_on: Hook[[HttpRequest], list] = Hook()
"""The personal links that a phone remembers."""
