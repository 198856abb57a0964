"""One hand of a sheet: an object of facts, or a text in short notation, to a Hand and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.rules import notation
from scoring.rules.hand import Hand, Irregularity
from scoring.rules.rule_set import RuleSet
from scoring.rules.sheet_values import BadSheet, expect, expect_keys, player, refuse, shown, text

UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
Seats = Mapping[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A hand of a sheet and what is kept with it, which is never scored."""

    hand: Hand
    id: str | None = None
    """A UUID."""
    at: str | None = None
    """An ISO 8601 time."""
    note: str | None = None


def read(value: object, *, players: tuple[str, ...], seats: Seats, rules: RuleSet) -> Entry:
    """Return the Entry of one hand of a sheet; `seats` is the players' places by name.

    Raises BadSheet or ImpossibleHand, without the hand's number. Whether the rules allow it is not
    asked.
    """
    if isinstance(value, str):
        return Entry(hand=notation.read(value, players))
    facts, kept = {}, {}
    for key, told in expect(dict, value, "hands", "a hand").items():
        if key in FACTS:
            facts[key] = FACTS[key](told, key, seats)
        elif key in KEPT:
            kept[key] = KEPT[key](told, key)
        else:
            refuse(f"{shown(key)} is not a key of a hand under these rules", key)
    hand = Hand(**facts)
    if hand.void is not None:
        _refuse_facts_of_a_void(facts)
    elif rules.partners == "called" and "partner" not in facts and hand.alone is None:
        refuse("partner is missing: name him, or say null when nobody was", "partner")
    return Entry(hand=hand, **kept)


def written(entry: Entry, players: tuple[str, ...], rules: RuleSet) -> dict:
    """Return one hand as an object of a sheet: the facts that were recorded, players by name."""
    hand = entry.hand
    facts = {key: getattr(hand, key) for key in FACTS}
    for role in ROLES:
        facts[role] = None if facts[role] is None else players[facts[role]]
    facts["irregularities"] = [
        _written_offence(offence, players) for offence in hand.irregularities
    ] or None
    facts |= {key: getattr(entry, key) for key in KEPT}
    nobody = rules.partners == "called" and hand.void is None and hand.alone is None
    return {
        key: value
        for key, value in facts.items()
        if value is not None or (key == "partner" and nobody)
    }


def _refuse_facts_of_a_void(facts: dict) -> None:
    for key in facts:
        if key not in WITH_A_VOID:
            refuse(f"a void deal ({facts['void']}) was not played: it has no {key}", key)


def _partner(value: object, key: str, seats: Seats) -> int | None:
    return None if value is None else player(value, key, seats)


def _tricks(value: object, key: str, seats: Seats) -> int:
    return expect(int, value, key)


def _word(value: object, key: str, seats: Seats) -> str:
    return expect(str, value, key)


def _irregularities(value: object, key: str, seats: Seats) -> tuple[Irregularity, ...]:
    try:
        return tuple(_offence(offence, seats) for offence in expect(list, value, key))
    except BadSheet as cause:
        raise BadSheet(f"irregularities: {cause.message}", field=key) from cause


def _offence(value: object, seats: Seats) -> Irregularity:
    what = "an irregularity"
    found = expect_keys(
        expect(dict, value, None, what), needed=("kind", "by"), allowed=("times",), what=what
    )
    return Irregularity(
        kind=expect(str, found["kind"], "kind"),
        by=player(found["by"], "by", seats),
        times=expect(int, found.get("times", 1), "times"),
    )


def _written_offence(offence: Irregularity, players: tuple[str, ...]) -> dict:
    times = {"times": offence.times} if offence.times != 1 else {}
    return {"kind": offence.kind, "by": players[offence.by]} | times


def _uuid(value: object, key: str) -> str:
    if not UUID.fullmatch(expect(str, value, key)):
        refuse(f"{key} {shown(value)} is not a UUID", key)
    return value


def _time(value: object, key: str) -> str:
    expect(str, value, key)
    try:
        datetime.fromisoformat(value)
    except ValueError as cause:
        raise BadSheet(
            f"{key} {shown(value)} is not a time such as 2026-11-20T20:15:00Z", field=key
        ) from cause
    return value


FACTS = {
    "maker": player,
    "partner": _partner,
    "alone": player,
    "defender_alone": player,
    "special": _word,
    "tricks": _tricks,
    "void": _word,
    "call": _word,
    "turned": _word,
    "made": _word,
    "trump": _word,
    "irregularities": _irregularities,
    "dealer": player,
}
"""How the value of each fact is read."""
ROLES = ("maker", "partner", "alone", "defender_alone", "dealer")
KEPT = {"id": _uuid, "at": _time, "note": text}
WITH_A_VOID = ("void", "turned", "dealer")
