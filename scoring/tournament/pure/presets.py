"""Movements that halls use, ready to choose (docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.tournament.pure.moves import LAST, LOST, WON, Move, Movement


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A movement to choose, with its name and what follows from it."""

    name: str
    says: str
    made: Callable[[Sequence[str]], Movement]
    """Makes it for the two groups of a tournament, or for none."""
    by_groups: bool = False


def _round(*moves: Move, partners: str = "") -> Movement:
    return Movement(moves=moves, ends="round", partners=partners)


PRESETS = {
    "winners-up": Preset(
        name="Winners up, losers stay",
        says="Winners at the head table go to the last table, so everyone goes round.",
        made=lambda groups: Movement(
            moves=(Move(who=(WON,), at=1, to=LAST), Move(who=(WON,), by=-1))
        ),
    ),
    "up-and-down": Preset(
        name="Winners up, losers down",
        says="Strong players meet at the head table after a few rounds.",
        made=lambda groups: Movement(moves=(Move(who=(WON,), by=-1), Move(who=(LOST,), by=1))),
    ),
    "both-ways": Preset(
        name="Winners clockwise, losers anticlockwise",
        says="With an even number of tables, two halves of the room never meet.",
        made=lambda groups: _round(Move(who=(WON,), by=1), Move(who=(LOST,), by=-1)),
    ),
    "one-stays": Preset(
        name="First group up, second group stays",
        says="Such as red up, white stay. One opponent of your own group is the same all night.",
        made=lambda groups: _round(Move(who=(groups[0],), by=-1)),
        by_groups=True,
    ),
    "groups-apart": Preset(
        name="First group up, second group down",
        says="Such as red up, white down.",
        made=lambda groups: _round(Move(who=(groups[0],), by=-1), Move(who=(groups[1],), by=1)),
        by_groups=True,
    ),
    "losers-apart": Preset(
        name="Losers of the first group up, of the second down",
        says="Such as ladies up and gentlemen down when they lose. Winners stay.",
        made=lambda groups: _round(
            Move(who=(LOST, groups[0]), by=-1), Move(who=(LOST, groups[1]), by=1)
        ),
        by_groups=True,
    ),
    "east-west": Preset(
        name="North and South stay, East and West move on",
        says="Partners stay together all night. A pair meets as many others as there are tables.",
        made=lambda groups: _round(Move(who=("EW",), by=1), partners="stay"),
    ),
}


def preset_of(movement: Movement, groups: Sequence[str]) -> str:
    """Return the key of the preset that a movement is, or ""."""
    for key, preset in PRESETS.items():
        if preset.by_groups and not groups:
            continue
        made = preset.made(groups)
        if made.meaning == movement.meaning and made.partners in ("", movement.partners):
            return key
    return ""
