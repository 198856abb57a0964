"""Movements that halls use, ready to choose (docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.tournament.pure.formats import ELIMINATION
from scoring.tournament.pure.moves import LAST, LOST, WON, Move, Movement
from scoring.tournament.pure.seats import FOUR, SEATS, sides_at


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A movement to choose, with its name and what follows from it."""

    name: str
    says: str
    made: Callable[[Sequence[str], int], Movement]
    """Makes it for the two groups of a tournament, or for none, and for the players at a table."""
    by_groups: bool = False
    never: str = ""
    """What it never does, however many tables there are."""


def _round(*moves: Move, partners: str = "") -> Movement:
    return Movement(moves=moves, ends="round", partners=partners)


NAMED_SAYS = {
    "progress": "The classic. Losers of the head table go to the last one. Elsewhere losers stay.",
    "rotation": "All rounds are planned beforehand and printed on the tally cards.",
    "seats": "South moves up one table, East down one, West down two. North stays.",
    "swiss": "Players or pairs with a like score meet. Few of them meet twice.",
    ELIMINATION: "A bracket for fixed pairs. A pair is out after its second defeat.",
    "draw": "Partners and opponents are new while that is possible. Groups are mixed.",
}
"""What follows from a movement by its name."""
PRESETS = {
    "winners-up": Preset(
        name="Winners up, losers stay",
        says="Winners at the head table go to the last table, so everyone goes round.",
        made=lambda groups, size: Movement(
            moves=(Move(who=(WON,), at=1, to=LAST), Move(who=(WON,), by=-1))
        ),
    ),
    "up-and-down": Preset(
        name="Winners up, losers down",
        says="Strong players meet at the head table after a few rounds.",
        never="Players of the head table and of the last table hardly meet after that.",
        made=lambda groups, size: Movement(
            moves=(Move(who=(WON,), by=-1), Move(who=(LOST,), by=1))
        ),
    ),
    "both-ways": Preset(
        name="Winners clockwise, losers anticlockwise",
        says="Tables are in a circle. Partners part, and go on among other players each round.",
        made=lambda groups, size: _round(Move(who=(WON,), by=1), Move(who=(LOST,), by=-1)),
    ),
    "one-stays": Preset(
        name="First group up, second group stays",
        says="Such as red up, white stay. The second group keeps its table all night.",
        never="You never get another opponent of your own group. It is the same one all night.",
        made=lambda groups, size: _round(Move(who=(groups[0],), by=-1)),
        by_groups=True,
    ),
    "groups-apart": Preset(
        name="First group up, second group down",
        says="Such as red up, white down. The groups pass each other round the room.",
        never="You never get another opponent of your own group. It is the same one all night.",
        made=lambda groups, size: _round(
            Move(who=(groups[0],), by=-1), Move(who=(groups[1],), by=1)
        ),
        by_groups=True,
    ),
    "losers-apart": Preset(
        name="Losers of the first group up, of the second down",
        says="Such as ladies up and gentlemen down when they lose. Winners stay.",
        made=lambda groups, size: _round(
            Move(who=(LOST, groups[0]), by=-1), Move(who=(LOST, groups[1]), by=1)
        ),
        by_groups=True,
    ),
    "east-west": Preset(
        name="North and South stay, East and West move on",
        says="Partners stay together all night. A pair meets as many others as there are tables.",
        never="Two pairs that sit North and South never meet, nor two that sit East and West.",
        made=lambda groups, size: _round(Move(who=((*sides_at(size),)[1],), by=1), partners="stay"),
    ),
}


SEAT_NUMBERS = "seat-numbers"
"""The movement by seats with four numbers, as a choice."""


def why_not_by(choice: str, *, six: bool, pairs: bool) -> str:
    """Return why a tournament can't have a movement, by its key here or its name, or "". Tables of
    six have no movement by seats or by groups and no Swiss. Fixed pairs do not part."""
    by_groups = choice in PRESETS and PRESETS[choice].by_groups
    by_seats = choice in ("seats", SEAT_NUMBERS)
    if not pairs and choice == ELIMINATION:
        return "Only for fixed pairs."
    if six and (by_seats or by_groups or choice == "swiss"):
        return "Only at tables of four."
    if pairs and (by_seats or by_groups):
        return "Not for fixed pairs, because partners would part."
    return ""


def by_numbers(numbers: Mapping[str, int]) -> Movement:
    """Return the movement in which each seat goes on by its number of tables."""
    moves = (Move(who=(seat,), by=by) for seat, by in numbers.items())
    return _round(*moves, partners="seats")


def numbers_of(movement: Movement) -> dict[str, int]:
    """Return how many tables each seat goes on, or {} for another movement."""
    found = {
        move.who[0]: move.by for move in movement.moves if len(move.who) == 1 and move.at is None
    }
    if {*found} != {*SEATS} or None in found.values() or len(movement.moves) != len(SEATS):
        return {}
    numbers = {seat: found[seat] or 0 for seat in SEATS}
    same = (movement.ends, movement.partners) == ("round", "seats")
    return numbers if same else {}


def preset_of(movement: Movement, groups: Sequence[str], size: int = FOUR) -> str:
    """Return the key of the preset that a movement is, or ""."""
    if numbers_of(movement):
        return SEAT_NUMBERS
    for key, preset in PRESETS.items():
        if preset.by_groups and not groups:
            continue
        made = preset.made(groups, size)
        if made.meaning == movement.meaning and made.partners in ("", movement.partners):
            return key
    return ""
