"""A hand sent by a program, with its key, the hand before it, and its facts as in a score sheet
(docs/api.md)."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from scoring.common.shapes import NULL, Shape, either, object_of
from scoring.common.shapes import UUID as UUID_SHAPE
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.sheet import UUID as WRITTEN_UUID
from scoring.euchre.sheet import hand_shape, read_hand
from scoring.euchre.sheet_values import BadSheet, expect, expect_keys, refuse, shown

LONGEST_NOTE = 200
KEYS = ("id", "after", "hand")


@dataclass(frozen=True, kw_only=True, slots=True)
class HandSent:
    """One request. `after` is the latest hand that the program knew, or None."""

    id: UUID
    after: UUID | None
    hand: Hand
    note: str = ""


def shape() -> Shape:
    """Return the JSON Schema of a request."""
    values = (UUID_SHAPE, either(UUID_SHAPE, NULL), hand_shape())
    return object_of(dict(zip(KEYS, values, strict=True)))


def read_sent(found: object, *, players: tuple[str, ...], rules: RuleSet) -> HandSent:
    """Return the hand that a program sends to a table of these players. Raise BadSheet, with the
    place of the error in its sentence."""
    sent = expect_keys(expect(dict, found, None, "a telling"), needed=KEYS, what="a telling")
    id = _uuid(sent["id"], "id")
    after = None if sent["after"] is None else _uuid(sent["after"], "after")
    seats = {name: no for no, name in enumerate(players)}
    try:
        entry = read_hand(sent["hand"], players=players, seats=seats, rules=rules)
    except (BadSheet, ImpossibleHand) as wrong:
        raise BadSheet(f"hand: {wrong.message}", field=wrong.field) from wrong
    for key in ("id", "at"):
        if getattr(entry, key) is not None:
            refuse(f"hand: {key} is not allowed here, because {INSTEAD[key]}", key)
    note = entry.note or ""
    if len(note) > LONGEST_NOTE:
        refuse(f"hand: its note is longer than {LONGEST_NOTE} characters", "note")
    return HandSent(id=id, after=after, hand=entry.hand, note=note)


INSTEAD = {"id": "it goes beside the hand", "at": "the time of arrival is used"}


def _uuid(value: object, key: str) -> UUID:
    written = expect(str, value, key)
    if not WRITTEN_UUID.fullmatch(written):
        refuse(f"{key} {shown(value)} is not a UUID", key)
    return UUID(written)
