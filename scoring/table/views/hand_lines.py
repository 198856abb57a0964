"""Hands in words, a line each; and the other words that every page of a table says."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from uuid import UUID

from scoring.euchre.game import Played
from scoring.euchre.hand import SUITS
from scoring.euchre.rule_set import NUMBERS
from scoring.euchre.wording import describe, gains, listed, scored
from scoring.movement.cutting import HIGHEST, JACK, LOWEST, first_deal
from scoring.table.models import Sitting, Table
from scoring.table.models.hands import BareHand
from scoring.table.views.games import ends_of


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand in words, with its number, points, facts, reason and law."""

    no: int
    played: Played
    id: str
    what: str
    gains: str
    scored: str
    """The same, the figure first: "+2 Ann, Ben, Zoë"."""
    why: str
    ends: str
    """The games and rubbers that it ended, in words."""
    laws: str


def hand_lines(
    sitting: Sitting, *, last: int | None = None, of: Container[UUID] | None = None
) -> list[HandLine]:
    """Return the hands that count, in words; only those `of` these ids, or only the `last` ones if
    a number is given. These are in short: with short names, and without the reasons of `ends_of`,
    which pages show in full while the game is over."""
    names, rules = sitting.called if last else sitting.names, sitting.rules
    pairs = [
        (played, stored)
        for played, stored in zip(sitting.played, sitting.counted, strict=True)
        if of is None or stored.id in of
    ]
    return [
        HandLine(
            no=played.no,
            played=played,
            id=str(stored.id),
            what=describe(played.hand, names, rules),
            gains=gains(played.score.points, names, rules),
            scored=scored(played.score.points, names, rules),
            why="; ".join(award.reason for award in played.score.awards),
            ends=ends_of(played, rules, names, with_reasons=not last),
            laws=listed(list(dict.fromkeys(award.law.short for award in played.score.awards))),
        )
        for played, stored in (pairs[-last:] if last else pairs)
    ]


def begun_words(begun: BareHand, sitting: Sitting) -> str:
    """Return the public facts of a begun hand, such as "Ben calls diamonds", "Ben made trump"."""
    maker, call = sitting.called[begun.hand.maker], begun.hand.call
    return f"{maker} calls {SUITS[call]}" if call else f"{maker} made trump"


def draw_of(sitting: Sitting) -> dict | None:
    """Return the cards shown for the first deal, if the site drew it, and what it rests on."""
    if sitting.draw_seed is None:
        return None
    seats, rules = len(sitting.players), sitting.rules
    draw = first_deal(
        way=sitting.draw_way or JACK,
        seats=seats,
        lowest=rules.lowest[seats],
        seed=sitting.draw_seed,
    )
    law = rules.law("first_deal")
    return {
        "rounds": [[(sitting.called[card.seat], card) for card in one] for one in draw.rounds],
        "thrown": draw.way == JACK,
        "what": DECIDES[draw.way],
        "card": draw.decides,
        "dealer": sitting.called[draw.dealer],
        "law": "our ruling" if law.ruling else law.short,
    }


DECIDES = {JACK: "First jack", LOWEST: "Lowest card", HIGHEST: "Highest card"}


def rules_line(table: Table, seats: int) -> str:
    """Return the small print under a table's name, such as "Call-Ace, five at the table, 28 cards,
    25p a point"."""
    rules = table.rules
    enough = rules.pack_is_enough(seats)
    cards = f"{rules.cards(seats)} cards" if enough else f"{rules.tricks_dealt} cards each"
    parts = [f"{rules.name}, {NUMBERS[seats]} at the table", cards]
    return ", ".join([*parts, *filter(None, [table.stake_as_text])])
