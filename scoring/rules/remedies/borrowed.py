"""Tables whose own book is silent: our rulings on what scores; for the rest, what another book
would do.

A borrowed remedy says so. Partners borrow from Leeds & Dwight; players for themselves from the
Britannica, whose laws are made for two and three too, and from Leeds & Dwight where no law speaks
of partners.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from scoring.rules.remedies.britannica import BRITANNICA
from scoring.rules.remedies.leeds_dwight import LEEDS_DWIGHT
from scoring.rules.remedies.remedy import Remedy
from scoring.rules.remedies.rulings import RULINGS
from scoring.rules.remedies.when import more_than_two

OF_THE_CLUB_ALONE = """
    exposed-by-dealer exposed-by-adversary touched-in-deal trump-turned-too-soon
    alone-wrong-words alone-after-naming alone-taken alone-taken-late exposed abandoned
    trump-lifted new-cards late-candidate left-early left-after-one left-table
""".split()
"""What rests on scores, claims and customs that other tables do not have."""
FROM_BRITANNICA = (
    "two-turned changed-suit exposed-card lead-out-of-turn last-trick revoke-in-time".split()
)
FOR_ANY_NUMBER = """
    shuffled-wrong seen-in-shuffle cut-wrong cut-again shuffled-after-cut dealt-out-of-turn
    dealer-interrupted
    named-turned-down discard-changed discarded-trump-card lead-before-discard trump-asked
    lead-followed all-abandoned called-refused called-none omitted extra-card who-played
    revoke-claimed revoke-mixed revoke-too-late torn cut-two
""".split()
FOR_THREE = "two-cards-at-once thrown-down called-again".split()
"""What is nothing to two, whose exposed cards are not called."""


def without_those_of(own: Iterable[Remedy], others: Iterable[Remedy]) -> tuple[Remedy, ...]:
    """Return the others whose keys the table's own book does not have."""
    known = {one.key for one in own}
    return tuple(one for one in others if one.key not in known)


def _borrowed(
    book: Iterable[Remedy], name: str, keys: Collection[str], **changes: object
) -> tuple[Remedy, ...]:
    return tuple(
        replace(one, remedy=f"This table's book is silent. {name}: {one.remedy}", **changes)
        for one in book
        if one.key in keys
    )


_OF_PARTNERS = {one.key for one in LEEDS_DWIGHT} - {*OF_THE_CLUB_ALONE}
SILENT_PARTNERS = (
    *RULINGS,
    *without_those_of(RULINGS, _borrowed(LEEDS_DWIGHT, "Leeds & Dwight", _OF_PARTNERS)),
)
SILENT_EACH_FOR_HIMSELF = (
    *RULINGS,
    *_borrowed(BRITANNICA, "Britannica", FROM_BRITANNICA),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_ANY_NUMBER),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_THREE, applies=more_than_two),
)
