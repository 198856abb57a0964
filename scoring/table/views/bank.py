"""Foster's banker (1905, p. 18), who pays from the common pool, and what it should hold now."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.euchre.counters import Pool, pool
from scoring.table.models import Sitting


@dataclass(frozen=True, kw_only=True)
class Bank:
    """The banker, and the pool after a hand; 0 is before the first."""

    seat: int
    banker: str
    after: int
    pool: Pool


def bank_of(sitting: Sitting) -> Bank | None:
    """Return the pool of a sitting. It is None if no player in it is the banker, and once it is
    over."""
    held = [
        seat
        for seat, player in enumerate(sitting.players)
        if player.pk is not None and player.pk == sitting.table.banker_id
    ]
    if not held or sitting.ended_at or sitting.rules.partners != "called":
        return None
    return Bank(
        seat=held[0],
        banker=sitting.called[held[0]],
        after=len(sitting.played),
        pool=pool(sitting.totals),
    )
