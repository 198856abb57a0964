"""A format from the settings of a director or of a file, and back (docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.movements.tournament import setting_values as values
from scoring.movements.tournament.awards import key_of
from scoring.movements.tournament.formats import (
    CRITERIA,
    ENDS,
    FORMATS,
    MOVEMENTS,
    ODD,
    PARTNERS,
    SETTINGS,
    SIT_OUT_POINTS,
    TIES,
    Format,
)

READERS = {
    "rules": values.slug,
    "lone_euchre": values.one_of(None, 2, 3, 4),
    "lone_at_head": values.yes_or_no,
    "rounds": values.whole(1, 99),
    "ends": values.one_of(*ENDS),
    "hands": values.whole(0, 99),
    "bell_at": values.whole(1, 99),
    "minutes": values.whole(0, 240),
    "break_minutes": values.whole(0, 240),
    "movement": values.one_of(*MOVEMENTS),
    "partners": values.one_of(*PARTNERS),
    "tie": values.one_of(*TIES),
    "ranking": values.each_once(*CRITERIA),
    "groups": values.groups,
    "prizes_by_group": values.yes_or_no,
    "odd": values.one_of(*ODD),
    "sit_out_points": values.one_of(*SIT_OUT_POINTS),
    "fee": values.money,
    "prizes": values.prizes,
    "one_prize_each": values.yes_or_no,
    "share": values.yes_or_no,
    "pots": values.pots,
    "suspense": values.yes_or_no,
}


def _keys_of_prizes(format: Format) -> set[str]:
    groups = format.groups if format.prizes_by_group else ("",)
    return {key_of(one.prize, group) for one in format.prizes for group in groups}


CONTRADICTIONS = (
    (
        "minutes",
        lambda one: one.ends == "clock" and not one.minutes,
        "A round that the clock ends needs its minutes.",
    ),
    (
        "hands",
        lambda one: one.ends == "hands" and not one.hands,
        "A round of so many hands needs one at least.",
    ),
    (
        "partners",
        lambda one: one.pairs and one.partners != "stay",
        "Fixed pairs stay together: partners cannot be split.",
    ),
    (
        "movement",
        lambda one: one.pairs and one.movement == "seats",
        "Fixed pairs cannot move by their seats: partners would part.",
    ),
    (
        "odd",
        lambda one: one.pairs and one.odd == "three",
        "Fixed pairs cannot play at a table of three.",
    ),
    (
        "tie",
        lambda one: one.movement == "progress" and one.tie == "stays",
        "Where winners progress a tie cannot stay one: the movement needs a winner.",
    ),
    (
        "prizes_by_group",
        lambda one: one.prizes_by_group and not one.groups,
        "Prizes by group need two groups.",
    ),
    (
        "pots",
        lambda one: _keys_of_prizes(one) & {pot.name for pot in one.pots},
        "A pot has a name that is no prize’s.",
    ),
)
"""By the field to change: what cannot be together, and why."""


class BadSetting(ValueError):
    """A setting that cannot be: `field` is its key, `message` a sentence that does not repeat
    it."""

    def __init__(self, field: str, message: str) -> None:
        self.field, self.message = field, message
        super().__init__(f"{field}: {message}")


def format_of(style: str, settings: Mapping[str, object]) -> Format:
    """Return the format of this style with these settings (JSON values); raise BadSetting.

    The style is a key of FORMATS; `field` is "style" for any other.
    """
    if style not in FORMATS:
        raise BadSetting("style", f"One of {', '.join(FORMATS)}, not {values.shown(style)}.")
    read = {key: _read(key, value) for key, value in settings.items()}
    found = replace(FORMATS[style], **read)
    for field, wrong, why in CONTRADICTIONS:
        if wrong(found):
            raise BadSetting(field, why)
    return found


def _read(key: str, value: object) -> object:
    if key not in READERS:
        raise BadSetting(key, "There is no such setting.")
    try:
        return READERS[key](value)
    except ValueError as wrong:
        raise BadSetting(key, str(wrong)) from wrong


def settings_of(format: Format) -> dict[str, object]:
    """Return what differs from the format's style, as JSON values: format_of makes the same format
    of it."""
    style = FORMATS[format.style]
    return {
        key: values.as_json(getattr(format, key))
        for key in SETTINGS
        if getattr(format, key) != getattr(style, key)
    }
