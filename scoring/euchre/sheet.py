"""A sheet: everything recorded at one table in the same seats (euchre-sheet/1,
docs/sheet-format.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from scoring.common import amounts, shapes
from scoring.common.names import UNFIT_FOR_A_NAME, clean_name
from scoring.common.shapes import Shape, either, object_of, shape_of, shaped
from scoring.euchre import books, game, notation
from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, ImpossibleHand, Irregularity
from scoring.euchre.provisions import bid_key
from scoring.euchre.refusals import refuse_number_of_players
from scoring.euchre.rule_set import RuleSet, UnknownRule
from scoring.euchre.sheet_values import (
    BadSheet,
    expect,
    expect_keys,
    parsed,
    player,
    refuse,
    shown,
    text,
)

# -- One hand of a sheet: an object of facts, or a text in short notation, to a Hand and back.
# ----------------------------------------------------------------------------------------------

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


def read_hand(value: object, *, players: tuple[str, ...], seats: Seats, rules: RuleSet) -> Entry:
    """Return the Entry of one hand of a sheet; `seats` is the players' places by name.

    Raises BadSheet or ImpossibleHand, without the hand's number. Whether the rules allow it is not
    asked.
    """
    if isinstance(value, str):
        return Entry(hand=notation.read(value, players))
    facts, kept = {}, {}
    for key, given in expect(dict, value, "hands", "a hand").items():
        if key == PENALTY:
            facts |= {"void": PENALTY, "irregularities": _penalties(given, key, seats)}
        elif key in FACTS:
            facts[key] = FACTS[key](given, key, seats)
        elif key in KEPT:
            kept[key] = KEPT[key](given, key)
        else:
            refuse(f"{shown(key)} is not a key of a hand under these rules", key)
    if PENALTY in value:
        for key in value.keys() & FACTS.keys() - {"dealer"}:
            refuse(f"a penalty instead of a hand has no {key}", key)
    hand = Hand(**facts)
    if hand.void == PENALTY:
        return Entry(hand=hand, **kept)
    if hand.void is not None:
        _refuse_facts_of_a_void(facts)
    elif rules.partners == "called" and "partner" not in facts and hand.alone is None:
        refuse("partner is missing. Name the partner, or write null if there was none", "partner")
    return Entry(hand=hand, **kept)


def written_hand(entry: Entry, players: tuple[str, ...], rules: RuleSet) -> dict:
    """Return one hand as an object of a sheet, with the recorded facts and players by name."""
    hand = entry.hand
    facts = {key: getattr(hand, key) for key in FACTS}
    for role in ROLES:
        facts[role] = None if facts[role] is None else players[facts[role]]
    offences = [_written_offence(offence, players) for offence in hand.irregularities] or None
    facts["irregularities"] = offences
    if hand.taken is not None:
        took = {players[seat]: number for seat, number in enumerate(hand.taken)}
        facts["taken"] = {name: number for name, number in took.items() if number is not None}
        facts["tricks"] = None
    if hand.void == PENALTY:
        facts = {PENALTY: offences, "dealer": facts["dealer"]}
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
            refuse(f"a void deal ({facts['void']}) was not played, so it has no {key}", key)


@shaped(either(shapes.TEXT, shapes.NULL))
def _partner(value: object, key: str, seats: Seats) -> int | None:
    return None if value is None else player(value, key, seats)


@shaped(shapes.WHOLE)
def _tricks(value: object, key: str, seats: Seats) -> int:
    return expect(int, value, key)


@shaped(shapes.of_type(dict[str, int]))
def _taken(value: object, key: str, seats: Seats) -> tuple[int | None, ...]:
    """Return each player's tricks by seat. A player who is not named dropped out."""
    found: list[int | None] = [None] * len(seats)
    for name, number in expect(dict, value, key).items():
        seat = player(name, key, seats)
        if found[seat] is not None:
            refuse(f"player {shown(name)} is named twice", key)
        found[seat] = expect(int, number, key)
    return tuple(found)


@shaped(either(shapes.TEXT, shapes.WHOLE))
def _bid(value: object, key: str, seats: Seats) -> int | str:
    return bid_key(value) if isinstance(value, str) else expect(int, value, key)


@shaped(shapes.YES_OR_NO)
def _yes(value: object, key: str, seats: Seats) -> bool | None:
    """Return True or nothing, as an unrecorded fact is."""
    return expect(bool, value, key) or None


@shaped(shapes.TEXT)
def _word(value: object, key: str, seats: Seats) -> str:
    return expect(str, value, key)


@shaped(shapes.TEXT)
def _void(value: object, key: str, seats: Seats) -> str:
    if value == PENALTY:
        refuse(f'"{PENALTY}" is not a reason for a void deal. Write {{"penalty": […]}}', key)
    return _word(value, key, seats)


OFFENCE_NEEDS, OFFENCE_ALLOWS = ("kind", "by"), ("times",)
PENALTY_NEEDS, PENALTY_ALLOWS = ("kind", "by", "points"), ("to", "why")
VALUES = {"kind": shapes.TEXT, "by": shapes.TEXT, "to": shapes.TEXT, "why": shapes.TEXT}
VALUES |= {"points": shapes.WHOLE, "times": shapes.WHOLE}


def _offence_shape(needed: tuple[str, ...], allowed: tuple[str, ...]) -> Shape:
    return object_of({key: VALUES[key] for key in (*needed, *allowed)}, needed)


A_PENALTY = _offence_shape(PENALTY_NEEDS, PENALTY_ALLOWS)
OFFENCES: Shape = {
    "type": "array",
    "items": either(_offence_shape(OFFENCE_NEEDS, OFFENCE_ALLOWS), A_PENALTY),
}


@shaped(OFFENCES)
def _irregularities(value: object, key: str, seats: Seats) -> tuple[Irregularity, ...]:
    try:
        return tuple(_offence(offence, seats) for offence in expect(list, value, key))
    except BadSheet as cause:
        raise BadSheet(f"{key}: {cause.message}", field=key) from cause


def _penalties(value: object, key: str, seats: Seats) -> tuple[Irregularity, ...]:
    """Return the penalties that are instead of a hand. Their kind may be left out."""
    penalty = {"kind": PENALTY}
    given = [penalty | one if isinstance(one, dict) else one for one in expect(list, value, key)]
    return _irregularities(given, key, seats)


def _offence(value: object, seats: Seats) -> Irregularity:
    what = "an irregularity"
    found = expect(dict, value, None, what)
    if found.get("kind") == PENALTY:
        return _penalty(found, seats)
    expect_keys(found, needed=OFFENCE_NEEDS, allowed=OFFENCE_ALLOWS, what=what)
    return Irregularity(
        kind=expect(str, found["kind"], "kind"),
        by=player(found["by"], "by", seats),
        times=expect(int, found.get("times", 1), "times"),
    )


def _penalty(found: dict, seats: Seats) -> Irregularity:
    """Return a penalty at the table. It goes to the others, unless it says otherwise."""
    expect_keys(found, needed=PENALTY_NEEDS, allowed=PENALTY_ALLOWS, what="a penalty")
    why = " ".join(text(found.get("why", ""), "why").split())
    if len(why) > LONGEST_REASON:
        refuse(f"why is longer than {LONGEST_REASON} characters", "why")
    return Irregularity(
        kind=PENALTY,
        by=player(found["by"], "by", seats),
        points=expect(int, found["points"], "points"),
        to=expect(str, found.get("to", TO_OTHERS), "to"),
        why=why,
    )


LONGEST_REASON = 200


def _written_offence(offence: Irregularity, players: tuple[str, ...]) -> dict:
    found = {"kind": offence.kind, "by": players[offence.by]}
    if offence.kind != PENALTY:
        return found | ({"times": offence.times} if offence.times != 1 else {})
    why = {"why": offence.why} if offence.why else {}
    return found | {"points": offence.points * offence.times, "to": offence.to} | why


@shaped(shapes.UUID)
def _uuid(value: object, key: str) -> str:
    if not UUID.fullmatch(expect(str, value, key)):
        refuse(f"{key} {shown(value)} is not a UUID", key)
    return value


@shaped(shapes.TEXT)
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
    "bid": _bid,
    "forced": _yes,
    "tricks": _tricks,
    "taken": _taken,
    "void": _void,
    "call": _word,
    "turned": _word,
    "made": _word,
    "trump": _word,
    "picked_up": _yes,
    "best_card": _yes,
    "redeal": _word,
    "irregularities": _irregularities,
    "dealer": player,
}
"""How the value of each fact is read."""
ROLES = ("maker", "partner", "alone", "defender_alone", "dealer")
KEPT = {"id": _uuid, "at": _time, "note": text}
WITH_A_VOID = ("void", "turned", "redeal", "dealer")


def hand_shape() -> Shape:
    """Return the JSON Schema of one hand of a sheet."""
    penalties = {"type": "array", "items": A_PENALTY | {"required": [*PENALTY_NEEDS[1:]]}}
    keys = {key: shape_of(reader) for key, reader in (FACTS | KEPT).items()}
    return either(shapes.TEXT, object_of(keys | {PENALTY: penalties}, ()))


__all__ = ["BadSheet", "Entry", "Sheet", "document", "loads", "play", "read"]

FORMAT = "euchre-sheet/1"
NEEDED = ("format", "rules", "players", "hands")
OPTIONAL = ("options", "dealer", "stake", "title", "played")
LONGEST_NAME = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """The facts of one sitting. Players are in seat order; `dealer` is the seat of the first
    deal."""

    rules: RuleSet
    """With the options chosen."""
    players: tuple[str, ...]
    hands: tuple[Entry, ...]
    dealer: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    """As the sheet says them; one left out has its default."""
    house: Mapping[str, Any] | None = None
    """House rules as in the file, with base, name and changes."""
    stake: amounts.Stake | None = None
    title: str | None = None
    played: date | None = None


def loads(data: bytes) -> Sheet:
    """Return the Sheet in these bytes (JSON, UTF-8); raise BadSheet, whatever the bytes."""
    return read(parsed(data))


def read(found: object) -> Sheet:
    """Return the Sheet of a parsed euchre-sheet/1 document; raise BadSheet.

    Every key and value is checked; `play` asks the rules whether the hands can have been played.
    """
    if expect(dict, found, None, "a sheet").get("format") != FORMAT:
        refuse(f'format must be "{FORMAT}", not {shown(found.get("format"))}', "format")
    expect_keys(found, needed=NEEDED, allowed=OPTIONAL, what="a sheet")
    options = expect(dict, found.get("options", {}), "options")
    rules = _rules(found["rules"], options)
    players = _players(found["players"], rules)
    seats = {name: no for no, name in enumerate(players)}
    return Sheet(
        rules=rules,
        house=found["rules"] if isinstance(found["rules"], dict) else None,
        players=players,
        hands=_hands(found["hands"], players, seats, rules),
        dealer=player(found["dealer"], "dealer", seats) if "dealer" in found else 0,
        options=options,
        stake=_stake(found["stake"]) if "stake" in found else None,
        title=text(found["title"], "title") if "title" in found else None,
        played=_played(found["played"]) if "played" in found else None,
    )


def shape() -> Shape:
    """Return the JSON Schema of a sheet. What the rules allow is not in it."""
    name = shapes.TEXT | {"minLength": 1}
    stake = object_of({"currency": shapes.TEXT, "point": shapes.TEXT})
    house = {"type": "object", "required": ["base", "name"]}
    keys = {
        "format": {"const": FORMAT},
        "rules": either({"enum": [*books.SHELF]}, house),
        "players": {"type": "array", "items": name},
        "hands": {"type": "array", "items": hand_shape()},
        "options": {"type": "object"},
        "dealer": shapes.TEXT,
        "stake": stake,
        "title": shape_of(text),
        "played": shapes.DAY,
    }
    return object_of({key: keys[key] for key in (*NEEDED, *OPTIONAL)}, NEEDED)


def play(sheet: Sheet, *, kept: bool = False) -> list[game.Played]:
    """Return the sheet's hands scored, in order; raise BadSheet for one the rules do not allow. Of
    hands that are `kept`, as `refuse`."""
    try:
        return game.play(
            [entry.hand for entry in sheet.hands],
            rules=sheet.rules,
            seats=len(sheet.players),
            first_dealer=sheet.dealer,
            kept=kept,
        )
    except game.ImpossibleSitting as cause:
        raise BadSheet(cause.message, field=cause.field, hand=cause.no) from cause


def document(sheet: Sheet) -> dict:
    """Return the Sheet as a euchre-sheet/1 document; reading it gives an equal Sheet."""
    found = {
        "format": FORMAT,
        "rules": rules_document(sheet),
        "options": dict(sheet.options) or None,
        "players": list(sheet.players),
        "dealer": sheet.players[sheet.dealer],
        "stake": sheet.stake and _written_stake(sheet.stake),
        "title": sheet.title,
        "played": sheet.played and sheet.played.isoformat(),
        "hands": [written_hand(entry, sheet.players, sheet.rules) for entry in sheet.hands],
    }
    return {key: value for key, value in found.items() if value is not None}


def rules_document(sheet: Sheet) -> str | dict:
    """Return the rules as a document has them, which is the key of a set, or house rules in
    full."""
    return dict(sheet.house) if sheet.house is not None else sheet.rules.key


def _rules(named: object, options: dict) -> RuleSet:
    if not isinstance(named, dict):
        expect(str, named, "rules")
    find = books.find_house if isinstance(named, dict) else books.find
    wrong = "rules"
    try:
        rules, wrong = find(named), "options"
        return find(named, **options) if options else rules
    except UnknownRule as cause:
        raise BadSheet(str(cause), field=wrong) from cause


def _players(found: object, rules: RuleSet) -> tuple[str, ...]:
    names = tuple(_name(name) for name in expect(list, found, "players"))
    try:
        refuse_number_of_players(len(names), rules)
    except ImpossibleHand as cause:
        raise BadSheet(cause.message, field=cause.field) from cause
    seen = set()
    for name in names:
        if name in seen:
            refuse(f"player {shown(name)} is named twice", "players")
        seen.add(name)
    return names


def _name(value: object) -> str:
    text = expect(str, value, "players", "a player’s name").strip()
    name = clean_name(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        refuse(f"a player’s name has 1 to {LONGEST_NAME} characters, not {len(name)}", "players")
    if UNFIT_FOR_A_NAME.search(text):
        refuse(f"a player’s name holds characters that are not text: {shown(text)}", "players")
    return name


def _hands(
    found: object, players: tuple[str, ...], seats: dict[str, int], rules: RuleSet
) -> tuple[Entry, ...]:
    hands = []
    for no, hand in enumerate(expect(list, found, "hands"), start=1):
        try:
            hands.append(read_hand(hand, players=players, seats=seats, rules=rules))
        except (BadSheet, ImpossibleHand) as cause:
            raise BadSheet(cause.message, field=cause.field, hand=no) from cause
    return tuple(hands)


def _stake(value: object) -> amounts.Stake:
    found = expect_keys(expect(dict, value, "stake"), needed=("currency", "point"), what="a stake")
    currency, point = (expect(str, found[key], key) for key in ("currency", "point"))
    try:
        return amounts.Stake(currency, amounts.parse(point, currency))
    except amounts.BadMoney as cause:
        raise BadSheet(str(cause), field="stake") from cause


def _written_stake(stake: amounts.Stake) -> dict:
    return {"currency": stake.currency, "point": amounts.plain(stake.minor, stake.currency)}


def _played(value: object) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as cause:
        raise BadSheet(
            f"played {shown(value)} is not a date such as 2026-11-20", field="played"
        ) from cause
