"""What the hands of a sitting add up to in a round. Each sitting is added up once for what is
stored of it, so a hand at one table doesn't make the pages of a tournament score all others again.
The same goes for what there are titles for. Only numbers are kept, and a digest of the stored
hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, cast

from django.utils.functional import SimpleLazyObject

from scoring.common.kept import Kept
from scoring.evening.pure.titles import Boasts, boasts_of
from scoring.table.models import Sitting, StoredHands
from scoring.table.pure.play import SET

MOST_KEPT = 8192
"""Sittings of thirty tournaments with 25 tables in ten rounds, in a few megabytes."""
MOST_BOASTS = 2048
"""Sittings of eight such tournaments, in as many megabytes."""


class HandSums(NamedTuple):
    """The sums of the hands at a sitting, by seat in the order of its players. A seat without any
    may be missing."""

    hands: int
    """Hands that count, without void deals."""
    counted: bool
    """Whether any hand counts, if only a void deal."""
    waits: bool
    """Whether a hand waits for a decision."""
    points: tuple[int, ...]
    lones: Mapping[int, int]
    """Lone hands that took every trick."""
    euchres: Mapping[int, int]
    """Hands in which they were euchred as makers."""
    tried: Mapping[int, int]
    """Hands that they played alone."""
    stored: bytes
    """The digest of the stored hands."""


_kept = Kept[HandSums](MOST_KEPT)
_boasts = Kept[Boasts](MOST_BOASTS)


def sums_of(sitting: Sitting, stored: StoredHands, *, tricks: int) -> HandSums:
    """Return the sums of a sitting, whose hands are read only if they are new. `tricks` are needed
    for a lone hand to be made."""
    sitting.bare_hands = cast("list", SimpleLazyObject(partial(stored.read, sitting.pk)))
    seats, digest = len(sitting.players), stored.digest(sitting.pk)
    of = digest, sitting.rules, seats, sitting.first_dealer, tricks
    return _kept.get(of, lambda: _added_up(sitting, tricks, digest))


def boasts_in(sitting: Sitting, sums: HandSums) -> Boasts:
    """Return what there are titles for at a sitting with these sums."""
    seats = len(sitting.players)
    of = sums.stored, sitting.rules, seats, sitting.first_dealer
    return _boasts.get(of, lambda: boasts_of(sitting.played, rules=sitting.rules, seats=seats))


def _added_up(sitting: Sitting, tricks: int, stored: bytes) -> HandSums:
    lones: dict[int, int] = defaultdict(int)
    euchres: dict[int, int] = defaultdict(int)
    tried: dict[int, int] = defaultdict(int)
    for played in sitting.played if sitting.counted else ():
        hand = played.hand
        if hand.alone is not None and hand.void is None:
            tried[hand.alone] += 1
            lones[hand.alone] += hand.tricks == tricks
        if played.score.outcome in SET and hand.maker is not None:
            euchres[hand.maker] += 1
    return HandSums(
        hands=sum(one.hand.void is None for one in sitting.counted),
        counted=bool(sitting.counted),
        waits=bool(sitting.uncounted("waiting")),
        points=sitting.totals if sitting.counted else (0,) * len(sitting.players),
        lones=lones,
        euchres=euchres,
        tried=tried,
        stored=stored,
    )
