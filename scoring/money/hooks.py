"""What features above register with the accounts."""

from collections.abc import Collection
from datetime import date
from typing import Protocol

from scoring.common.hooks import Hook
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession


class UnpaidPrizes(Protocol):
    """What one tournament announced and nobody paid, in minor units."""

    session: ClubSession
    dues: Collection
    cuts: int
    amount: int
    number: int
    """How many payments that is."""

    def due_to(self, player: Player) -> int:
        """Return what of it one person waits for."""


unpaid_prizes: Hook[[Club, date | None], list[UnpaidPrizes]] = Hook()
"""What tournaments of a club announced and did not pay, the latest first; as it stood when a day
ended, where one is given."""
unpaid_prizes_of: Hook[[ClubSession], UnpaidPrizes | None] = Hook()
titles: Hook[..., list] = Hook()
"""The titles of an evening, in words, as evening/views/titles.py has them."""
