"""What features above register with the accounts."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Protocol

from scoring.common.hooks import Hook
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession


class UnpaidPrizes(Protocol):
    """Announced prizes of one tournament that are unpaid, in minor units."""

    session: ClubSession
    dues: Collection
    cuts: int
    amount: int
    number: int
    """How many payments that is."""

    def due_to(self, player: Player) -> int:
        """Return what of it one person waits for."""


unpaid_prizes: Hook[[Club, date | None], list[UnpaidPrizes]] = Hook()
"""Unpaid announced prizes of a club's tournaments, the latest first, as of the end of a day if one
is given."""
unpaid_prizes_of: Hook[[ClubSession], UnpaidPrizes | None] = Hook()
played_for: Hook[[Club], Mapping[str, int]] = Hook()
"""What open tournaments play for, by the name of the pot, in minor units. No one may use it
otherwise."""
carried_over: Hook[[ClubSession], Mapping[str, int]] = Hook()
"""What the announced results of an evening carry over to the next time, by the name of the pot, in
minor units."""
titles: Hook[..., list] = Hook()
"""The titles of an evening, in words, as evening/views/titles.py has them."""
pars: Hook[[ClubSession], list] = Hook()
"""The players of a closed evening, each beside par, as club/views/par.py has them."""
