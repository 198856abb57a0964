"""How the sittings of today were seated at an earlier moment: seats put right are put back as they
were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.models.evening import Reseating
from scoring.models.play import Sitting
from scoring.models.reseating import PEOPLE


@dataclass(frozen=True, kw_only=True)
class Seating:
    """What a sitting of today was at a moment."""

    part_of: int
    """The key of the sitting that its hands were part of."""
    people: tuple[int, ...]
    """Who sat there, clockwise, by their keys."""
    to: Mapping[int, int]
    """Where the one of each seat of today sat; empty when everybody sat where he sits."""


def seatings_before(sittings: Iterable[Sitting], undone: Iterable[Reseating]) -> dict[int, Seating]:
    """Return how sittings, in their order, were seated before these were made, the latest of them
    first."""
    found = {
        one.pk: Seating(part_of=one.pk, people=tuple(player.pk for player in one.players), to={})
        for one in sittings
    }
    order = list(found)
    for made in undone:
        whole = made.sitting_id
        if splits(made) and order.index(whole):
            whole = order[order.index(whole) - 1]
            order.remove(made.sitting_id)
        for key, seating in found.items():
            if seating.part_of == made.sitting_id:
                found[key] = Seating(
                    part_of=whole, people=tuple(made.before), to=_back(made, seating.to)
                )
    return found


def splits(made: Reseating) -> bool:
    """Whether putting these seats right made a sitting of their own of its hands."""
    return made.from_no > 1 or any(
        person in made.after and made.after.index(person) != seat
        for seat, person in enumerate(made.before)
    )


def _back(made: Reseating, to: Mapping[int, int]) -> dict[int, int]:
    """Return where the one of each seat of today sat before it, `to` being where he sat after
    it."""
    if made.hands_stay_with != PEOPLE:
        return dict(to)
    return {
        seat: made.before.index(made.after[to.get(seat, seat)]) for seat in range(len(made.after))
    }
