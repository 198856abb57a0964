"""A format from the settings of a director or of a file, and back (docs/tournament-format.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Any, Self

from scoring.common import schema
from scoring.common.schema import BadPiece, Kind, Piece, quoted
from scoring.common.shapes import TEXT, Shape, either, like, object_of, shape_of, shaped
from scoring.euchre.books import SHELF
from scoring.euchre.rule_set import RuleSet
from scoring.tournament.pure.formats import (
    CRITERIA,
    ELIMINATION,
    ENDS,
    FOR_EACH,
    FORMATS,
    MOVEMENTS,
    ODD,
    PARTNERS,
    POT_TO,
    PRIZES,
    RESTS,
    SETTINGS,
    SIT_OUT_POINTS,
    SITS_OUT,
    TIES,
    Format,
    Pot,
    Prize,
    Stage,
    Tier,
)
from scoring.tournament.pure.moves import (
    CHECKED,
    HEAD,
    LAST,
    NAMED,
    WORDS,
    Move,
    Movement,
    words_at,
)
from scoring.tournament.pure.prizes import key_of
from scoring.tournament.pure.seats import SIX, SIZES
from scoring.tournament.pure.values import LEAST_POINTS, MOST_ENTRANTS, MOST_POINTS

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_MONEY = 10**9
LONGEST_NAME = 60
LONGEST_GROUP = 20
LONGEST_WHEN = 100
MOST = 40
"""The maximum number of prizes, and of pots."""


class BadSetting(BadPiece):
    """A setting is invalid. `field` is its key, and `message` is a sentence that does not repeat
    it."""

    @property
    def field(self) -> str:
        return self.place


class Setting(Piece):
    """A value of a setting. Errors inside it are reported at the setting's own key."""

    Bad = BadSetting
    words = {
        bool: "Yes or no (true or false), not {given}.",
        int: "A whole number from {least} to {most}, not {given}.",
        "bounds": "A whole number from {least} to {most}, not {given}.",
        list: f"A list of {MOST} at most, not {{given}}.",
        dict: "An object with {needed}, not {given}.",
        "choice": "One of {allowed}, not {given}.",
        "unknown": "{key} is not a key here.",
        "missing": "Each needs its {key}.",
    }

    def inside(self, value: object, step: str) -> Self:
        return type(self)(value, self.place)

    def list(self, most: int = MOST) -> list[Self]:
        if type(self.value) is not list or len(self.value) > MOST:
            self.refuse_by(list)
        return super().list()


# -- The kinds of values of settings.

MONEY = schema.whole(0, MOST_MONEY)


def _line(longest: int, least: int = 1) -> Kind[str]:
    @shaped(TEXT | {"minLength": least, "maxLength": longest})
    def read(piece: Setting) -> str:
        value = piece.value
        if type(value) is not str or value != value.strip() or not value.isprintable():
            piece.refuse(f"Text on one line, not {quoted(value)}.")
        if not least <= len(value) <= longest:
            piece.refuse(f"From {least} to {longest} characters, not {quoted(value)}.")
        return value

    return read


@shaped(TEXT | {"pattern": f"^{SLUG.pattern}$"})
def _slug(piece: Setting) -> str:
    if type(piece.value) is not str or not SLUG.fullmatch(piece.value):
        piece.refuse(f"The key of a rule set, such as american, not {quoted(piece.value)}.")
    return piece.value


GROUPS = schema.some(_line(LONGEST_GROUP), most=2)


@like(GROUPS)
def _groups(piece: Setting) -> tuple[str, ...]:
    found = schema.some(_line(LONGEST_GROUP))(piece)
    if len(found) not in (0, 2) or len(set(found)) < len(found):
        piece.refuse("Two groups of different names, or none.")
    return found


SCORES = schema.some(schema.whole(LEAST_POINTS, MOST_POINTS))


@like(SCORES)
def _forfeit_points(piece: Setting) -> tuple[int, ...]:
    found = SCORES(piece)
    if len(found) not in (0, 2) or [*found] != sorted(found, reverse=True):
        piece.refuse("Two numbers, won and lost, where lost is not more than won; or none.")
    return found


@like(SCORES)
def _places(piece: Setting) -> tuple[int, ...]:
    found = SCORES(piece)
    if len(found) > MOST_PLACES or [*found] != sorted(found, reverse=True):
        piece.refuse(
            f"{MOST_PLACES} numbers at most, from the first place on, and none more than the one "
            "before."
        )
    return found


ONCE = "One at least, and each once."
RANKING = schema.some(schema.one_of(*CRITERIA), empty=ONCE, by=str, twice=ONCE)
PRIZE = schema.record(
    Prize,
    prize=schema.one_of(*PRIZES),
    amount=MONEY,
    percent=schema.whole(0, 100),
    gift=_line(LONGEST_NAME, 0),
)
PRIZES_ONCE = schema.some(PRIZE, by=attrgetter("prize"), twice="Each prize once.")


@like(PRIZES_ONCE)
def _prizes(piece: Setting) -> tuple[Prize, ...]:
    found = PRIZES_ONCE(piece)
    if any(prize.amount and prize.percent for prize in found):
        piece.refuse("A prize has an amount or a percentage, not both.")
    if (in_all := sum(prize.percent for prize in found)) > 100:
        piece.refuse(f"The percentages add up to {in_all}, and they can be 100 at most.")
    return found


TIER = schema.record(
    Tier,
    named={"from": "start"},
    **{"from": schema.whole(1, MOST_ENTRANTS), "prizes": _prizes},
)
POT = schema.record(
    Pot,
    name=_line(LONGEST_NAME),
    to=schema.one_of(*POT_TO),
    opening=MONEY,
    amount=MONEY,
    each=MONEY,
    for_each=schema.one_of(*FOR_EACH),
    half=schema.whole(0, 100),
    when=_line(LONGEST_WHEN, 0),
    happened=schema.yes_or_no,
)


TABLE_WORDS, TABLE_NUMBERS = schema.one_of(HEAD, LAST), schema.whole(1, MOST_ENTRANTS)


@shaped(either(shape_of(TABLE_WORDS), shape_of(TABLE_NUMBERS)))
def _table(piece: Setting) -> int | str:
    return (TABLE_WORDS if type(piece.value) is str else TABLE_NUMBERS)(piece)


@shaped(lambda: shape_of(STEP))
def _step(piece: Setting) -> Move:
    move = STEP(piece)
    if (move.by is None) == (move.to is None):
        piece.refuse("Each of its moves has by or to, and not both.")
    return move


STEP = schema.record(
    Move,
    who=schema.some(_line(LONGEST_GROUP)),
    at=_table,
    by=schema.whole(-MOST_ENTRANTS, MOST_ENTRANTS),
    to=_table,
)
MOVEMENT = schema.record(
    Movement,
    moves=schema.some(_step),
    ends=schema.one_of("stop", "round"),
    partners=schema.one_of(*PARTNERS, "seats"),
)


@shaped(either(shape_of(MOVEMENT), shape_of(schema.one_of(*MOVEMENTS))))
def _movement(piece: Setting) -> str | Movement:
    """Return a movement by name, or as data."""
    return MOVEMENT(piece) if type(piece.value) is dict else schema.one_of(*MOVEMENTS)(piece)


MOST_NIGHTS, MOST_PLACES = 99, 4


@like(schema.day)
def _date(piece: Setting) -> str:
    return schema.day(piece).isoformat()


STAGE = schema.record(
    Stage,
    named={"from": "start"},
    **{"from": schema.whole(1, 99)},
    movement=_movement,
    night=schema.whole(1, MOST_NIGHTS),
    date=_date,
    go_on=schema.yes_or_no,
)


@like(schema.some(STAGE, most=MOST))
def _stages(piece: Setting) -> tuple[Stage, ...]:
    found = schema.some(STAGE)(piece)
    starts = [stage.start for stage in found]
    if found and starts[0] != 1:
        piece.refuse("The first stage is from round 1.")
    if starts != sorted(set(starts)):
        piece.refuse("Each stage is from a later round than the one before.")
    if found and found[0].go_on:
        piece.refuse("The first stage has no round to go on from.")
    nights = [stage.night for stage in found if stage.night]
    if nights != sorted(nights) or nights and found[0].night > 1:
        piece.refuse("The nights are numbered from 1, and none is before that of an earlier stage.")
    dates = [stage.date for stage in found if stage.date]
    if dates != sorted(dates):
        piece.refuse("No stage has a date before that of an earlier one.")
    return found


READERS = {
    "rules": _slug,
    "lone_euchre": schema.one_of(None, 2, 3, 4),
    "lone_partner": schema.whole(0, 99),
    "lone_at_head": schema.yes_or_no,
    "rounds": schema.whole(1, 99),
    "ends": schema.one_of(*ENDS),
    "hands": schema.whole(0, 99),
    "bell_at": schema.whole(1, 99),
    "minutes": schema.whole(0, 240),
    "break_minutes": schema.whole(0, 240),
    "movement": _movement,
    "stages": _stages,
    "partners": schema.one_of(*PARTNERS),
    "table_size": schema.one_of(*SIZES),
    "mixed_tables": schema.yes_or_no,
    "reset": schema.yes_or_no,
    "tie": schema.one_of(*TIES),
    "ranking": RANKING,
    "groups": _groups,
    "prizes_by_group": schema.yes_or_no,
    "odd": schema.one_of(*ODD),
    "sits_out": schema.one_of(*SITS_OUT),
    "sit_out_points": schema.one_of(*SIT_OUT_POINTS),
    "places": _places,
    "forfeit_points": _forfeit_points,
    "fee": MONEY,
    "prizes": _prizes,
    "round_to": schema.whole(1, MOST_MONEY),
    "rest": schema.one_of(*RESTS),
    "tiers": schema.some(TIER, by=attrgetter("start"), twice="Each tier by a number of its own."),
    "one_prize_each": schema.yes_or_no,
    "share": schema.yes_or_no,
    "pots": schema.some(POT, by=attrgetter("name"), twice="Each pot by a name of its own."),
    "suspense": schema.yes_or_no,
}


def shape() -> Shape:
    """Return the JSON Schema of the settings of a file."""
    return object_of({key: shape_of(reader) for key, reader in READERS.items()}, ())


def as_json(value: object) -> object:
    """Return a value of a setting as JSON has it, as in a prize without what it has by default."""
    if is_dataclass(value):
        given = {
            one.metadata.get("key", one.name): (getattr(value, one.name), one.default)
            for one in fields(value)
        }
        return {key: as_json(each) for key, (each, default) in given.items() if each != default}
    return [as_json(each) for each in value] if type(value) is tuple else value


def _keys_of_prizes(format: Format) -> set[str]:
    groups = format.groups if format.prizes_by_group else ("",)
    prizes = chain.from_iterable(format.lists)
    return {key_of(one.prize, group) for one in prizes for group in groups}


def _unknown_words(format: Format) -> set[str]:
    found = format.moves.groups(format.table_size) if format.moves else set()
    return set() if format.seats_six else found.difference(format.groups)


def _rules_not_for_six(format: Format) -> bool:
    """Return whether tables of six have rules that are not for six. A club's own are not known
    here."""
    rules = SHELF.get(format.rules)
    return format.seats_six and rules is not None and SIX not in rules.pack


def _unlike_a_name(format: Format) -> bool:
    named = {one.meaning for one in NAMED.values()}
    return isinstance(format.movement, Movement) and format.movement.meaning not in named


CONTRADICTIONS: tuple[tuple[str, Callable[[Format], object], str], ...] = (
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
        lambda one: one.pairs and one.parting not in ("stay", "seats"),
        "Fixed pairs stay together: partners cannot be split.",
    ),
    (
        "movement",
        lambda one: one.pairs and one.by_groups,
        "Fixed pairs cannot move by groups.",
    ),
    (
        "movement",
        lambda one: one.pairs and one.parting == "seats",
        "Fixed pairs cannot move by their seats: partners would part.",
    ),
    (
        "places",
        lambda one: one.pairs and one.places,
        "Fixed pairs play together: places are for players who each play for themselves.",
    ),
    (
        "table_size",
        lambda one: one.pairs and one.seats_six,
        "Fixed pairs play at tables of four.",
    ),
    (
        "table_size",
        lambda one: one.seats_six and one.places,
        "Where each plays for themselves, four sit at a table.",
    ),
    (
        "movement",
        lambda one: one.seats_six and one.movement in ("seats", "swiss"),
        "Tables of six have no movement by seats and no Swiss.",
    ),
    (
        "movement",
        lambda one: one.seats_six and one.by_groups,
        f"At tables of six the words of who are {', '.join(words_at(SIX))}.",
    ),
    (
        "rules",
        _rules_not_for_six,
        "Tables of six need rules for six, such as six-handed.",
    ),
    (
        "odd",
        lambda one: one.odd == "three" and one.seats_six,
        "A table of three goes with tables of four.",
    ),
    (
        "mixed_tables",
        lambda one: one.mixed_tables and not one.seats_six,
        "Tables of six and of four need a table size of six.",
    ),
    (
        "mixed_tables",
        lambda one: one.mixed_tables and one.movement not in ("rotation", "draw"),
        "Tables of six and of four go with the movements rotation and draw.",
    ),
    (
        "movement",
        lambda one: one.eliminates and not one.pairs,
        "A double elimination is for fixed pairs.",
    ),
    (
        "stages",
        lambda one: any(stage.movement == ELIMINATION for stage in one.parts[:-1]),
        "A double elimination is the last stage.",
    ),
    (
        "odd",
        lambda one: one.pairs and one.odd == "three",
        "Fixed pairs cannot play at a table of three.",
    ),
    (
        "odd",
        lambda one: one.odd == "three" and _unlike_a_name(one),
        f"A table of three goes with the movements {', '.join(MOVEMENTS)}, or the same as data.",
    ),
    (
        "tie",
        lambda one: one.by_results and one.tie == "stays",
        "Where winners progress a tie cannot stay one: the movement needs a winner.",
    ),
    (
        "ends",
        lambda one: one.ends == "bell" and not one.has_head,
        "Only a movement with a head table has a bell: its tables end with stop.",
    ),
    (
        "movement",
        lambda one: one.by_results and one.parting == "seats",
        "Partners seats go with moves that name no won and no lost.",
    ),
    (
        "groups",
        lambda one: (
            isinstance(one.movement, Movement) and {*words_at(one.table_size)} & {*one.groups}
        ),
        "A movement’s own words, such as won or N, are no names of groups.",
    ),
    (
        "movement",
        _unknown_words,
        f"The words of who are {', '.join(WORDS)}, and the two groups of this tournament.",
    ),
    (
        "ranking",
        lambda one: one.ranking[0] == "met",
        "Head to head decides between tied players, so it cannot come first.",
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
"""Settings that exclude each other, by the field to change, with the reason."""


def format_of(style: str, settings: Mapping[str, Any]) -> Format:
    """Return the format of this style with these settings (JSON values). Raise BadSetting if one is
    invalid.

    The style is a key of FORMATS. For any other, `field` is "style".
    """
    if style not in FORMATS:
        raise BadSetting(f"One of {', '.join(FORMATS)}, not {quoted(style)}.", "style")
    read = {key: _read(key, value) for key, value in settings.items()}
    if read.get("stages"):
        first = read["stages"][0].movement
        if read.setdefault("movement", first) != first:
            raise BadSetting(
                "The stages begin with another movement: leave this one out, or make it the same.",
                "movement",
            )
    found = replace(FORMATS[style], **read)
    if "rules" not in read:
        found = replace(found, rules=found.by_default("rules"))
    for stage in found.parts:
        for field, wrong, why in CONTRADICTIONS:
            if wrong(found.in_round(stage.start)):
                raise BadSetting(_of_stage(stage, why), _field_of(stage, field))
    if "partners" in settings and _partners_of(found.movement) not in ("", found.partners):
        raise BadSetting(
            "The movement has its own partners: leave these out, or make them the same.", "partners"
        )
    refuse_collisions(found, CHECKED)
    return found


def _partners_of(movement: str | Movement) -> str:
    return movement.partners if isinstance(movement, Movement) else ""


def _of_stage(stage: Stage, why: str) -> str:
    return why if stage.start == 1 else f"From round {stage.start}: {why}"


def _field_of(stage: Stage, field: str) -> str:
    return "stages" if field == "movement" and stage.start > 1 else field


def refuse_collisions(format: Format, most: int) -> None:
    """Raise BadSetting if a movement as data seats too many or too few at a table, with up to this
    number of tables."""
    for stage in format.parts:
        if wrong := format.in_round(stage.start).collision(most):
            raise BadSetting(_of_stage(stage, wrong), _field_of(stage, "movement"))


def _read(key: str, value: object) -> object:
    if key not in READERS:
        raise BadSetting("There is no such setting.", key)
    return READERS[key](Setting(value, key))


def settings_of(format: Format) -> dict[str, Any]:
    """Return the differences from the format's style, as JSON values. format_of makes the same
    format from them."""
    return {
        key: as_json(getattr(format, key))
        for key in SETTINGS
        if getattr(format, key) != format.by_default(key)
    }


# -- The rules that suit the tables of a format.


def suits(rules: RuleSet, format: Format) -> bool:
    """Return whether these rules suit a format. They are for its number of people at a table, in
    two sides or each for themselves."""
    return format.table_size in rules.pack and (rules.partners == "fixed") != bool(format.places)


def wanted_rules(format: Format) -> str:
    """Return the rules that a format needs, such as "for two against two"."""
    if format.places:
        return "in which each plays for themselves"
    return "for three against three" if format.seats_six else "for two against two"
