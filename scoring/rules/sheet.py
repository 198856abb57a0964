"""A sheet: everything recorded at one table in the same seats (euchre-sheet/1,
docs/sheet-format.md)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from scoring.rules import game, money, rule_sets, sheet_hand
from scoring.rules.hand import ImpossibleHand
from scoring.rules.names import UNFIT_FOR_A_NAME
from scoring.rules.refusals import refuse_number_of_players
from scoring.rules.rule_set import RuleSet, UnknownRule
from scoring.rules.sheet_hand import Entry
from scoring.rules.sheet_json import parsed
from scoring.rules.sheet_values import BadSheet, expect, expect_keys, player, refuse, shown, text

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
    options: Mapping[str, object] = field(default_factory=dict)
    """As the sheet says them; one left out has its default."""
    house: Mapping[str, object] | None = None
    """House rules as the sheet says them: base, name and what they change."""
    stake: money.Stake | None = None
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


def play(sheet: Sheet) -> list[game.Played]:
    """Return the sheet's hands scored, in order; raise BadSheet for one the rules do not allow."""
    try:
        return game.play(
            [entry.hand for entry in sheet.hands],
            rules=sheet.rules,
            seats=len(sheet.players),
            first_dealer=sheet.dealer,
        )
    except game.ImpossibleSitting as cause:
        raise BadSheet(cause.message, field=cause.field, hand=cause.no) from cause


def document(sheet: Sheet) -> dict:
    """Return the Sheet as a euchre-sheet/1 document; reading it gives an equal Sheet."""
    found = {
        "format": FORMAT,
        "rules": rules_told(sheet),
        "options": dict(sheet.options) or None,
        "players": list(sheet.players),
        "dealer": sheet.players[sheet.dealer],
        "stake": sheet.stake and _written_stake(sheet.stake),
        "title": sheet.title,
        "played": sheet.played and sheet.played.isoformat(),
        "hands": [sheet_hand.written(entry, sheet.players, sheet.rules) for entry in sheet.hands],
    }
    return {key: value for key, value in found.items() if value is not None}


def rules_told(sheet: Sheet) -> str | dict:
    """Return how a document names the sheet's rules: by the key of a set, or house rules in
    full."""
    return dict(sheet.house) if sheet.house is not None else sheet.rules.key


def _rules(told: object, options: dict) -> RuleSet:
    if not isinstance(told, dict):
        expect(str, told, "rules")
    find = rule_sets.find_house if isinstance(told, dict) else rule_sets.find
    wrong = "rules"
    try:
        rules, wrong = find(told), "options"
        return find(told, **options) if options else rules
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
        # The same letters may be composed in two ways.
        if (same := unicodedata.normalize("NFC", name)) in seen:
            refuse(f"player {shown(name)} is named twice", "players")
        seen.add(same)
    return names


def _name(value: object) -> str:
    name = expect(str, value, "players", "a player's name").strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        refuse(f"a player's name has 1 to {LONGEST_NAME} characters, not {len(name)}", "players")
    if UNFIT_FOR_A_NAME.search(name):
        refuse(f"a player's name holds characters that are not text: {shown(name)}", "players")
    return name


def _hands(
    found: object, players: tuple[str, ...], seats: dict[str, int], rules: RuleSet
) -> tuple[Entry, ...]:
    hands = []
    for no, hand in enumerate(expect(list, found, "hands"), start=1):
        try:
            hands.append(sheet_hand.read(hand, players=players, seats=seats, rules=rules))
        except (BadSheet, ImpossibleHand) as cause:
            raise BadSheet(cause.message, field=cause.field, hand=no) from cause
    return tuple(hands)


def _stake(value: object) -> money.Stake:
    found = expect_keys(expect(dict, value, "stake"), needed=("currency", "point"), what="a stake")
    currency, point = (expect(str, found[key], key) for key in ("currency", "point"))
    try:
        return money.Stake(currency, money.parse(point, currency))
    except money.BadMoney as cause:
        raise BadSheet(str(cause), field="stake") from cause


def _written_stake(stake: money.Stake) -> dict:
    return {"currency": stake.currency, "point": money.plain(stake.minor, stake.currency)}


def _played(value: object) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as cause:
        raise BadSheet(
            f"played {shown(value)} is not a date such as 2026-11-20", field="played"
        ) from cause
