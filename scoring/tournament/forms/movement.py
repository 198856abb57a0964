"""The fields of a tournament's movement: by name, one of the presets, or move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import forms

from scoring.common.fields import DayField, choice_of, tick, whole_number
from scoring.tournament.pure.formats import MOVEMENTS, PARTNERS, Format, Stage
from scoring.tournament.pure.moves import BY_SEATS, HEAD, LAST, LOST, WON, Movement
from scoring.tournament.pure.moves_in_words import SIDE_NAMES, SIDE_NAMES_OF_SIX
from scoring.tournament.pure.presets import (
    PRESETS,
    SEAT_NUMBERS,
    by_numbers,
    numbers_of,
    preset_of,
    why_not_by,
)
from scoring.tournament.pure.seats import FOUR, SEAT_NAMES, SEATS
from scoring.tournament.pure.settings import MOST_NIGHTS, as_json

OWN = "own"
MOVES = 6
"""The rows for moves of one's own."""
FURTHEST = 20
"""The last table to choose by its number."""
CHOICES = (
    *((key, words) for key, words in MOVEMENTS.items()),
    *((key, one.name) for key, one in PRESETS.items()),
    (SEAT_NUMBERS, "By seats, with four numbers"),
    (OWN, "Your own moves"),
)
NOT_LATER = (SEAT_NUMBERS, OWN)
"""The choices with fields of their own. A later stage has no room for these."""
ENDS = {"stop": "they stop there", "round": "they go on at the other end"}
RESULTS = {"": "everyone", WON: "winners", LOST: "losers"}
GROUPS = {"group-1": "of the first group", "group-2": "of the second group"}
PARTS = {"": "at any seat", **{seat: SEAT_NAMES[seat] for seat in SEATS}, **SIDE_NAMES}
PARTS |= {side: f"{name} of six" for side, name in SIDE_NAMES_OF_SIX.items()} | GROUPS
NUMBERED = {str(no): f"table {no}" for no in range(2, FURTHEST + 1)}
AT = {"": "at every table", HEAD: "at the head table", LAST: "at the last table"} | {
    key: f"at {name}" for key, name in NUMBERED.items()
}
GO = (
    {"": "", "by 0": "stay"}
    | {f"by -{no}": f"go up {no}" for no in range(1, 5)}
    | {f"by {no}": f"go down {no}" for no in range(1, 5)}
    | {f"to {HEAD}": "go to the head table", f"to {LAST}": "go to the last table"}
    | {f"to {key}": f"go to {name}" for key, name in NUMBERED.items()}
)


@dataclass(frozen=True, kw_only=True)
class MoveRow:
    """A move on the form."""

    result: forms.BoundField
    part: forms.BoundField
    at: forms.BoundField
    go: forms.BoundField

    @classmethod
    def all_of(cls, form: forms.Form) -> list[MoveRow]:
        return [
            cls(**{name: form[f"move_{no}_{name}"] for name in _FIELDS})
            for no in range(1, MOVES + 1)
        ]

    def as_document(self, clean: Mapping, groups: Sequence[str]) -> dict | None:
        """Return the move as a tournament's file has it, or None for an empty row."""
        if not clean[self.go.name]:
            return None
        way, where = clean[self.go.name].split()
        part = clean[self.part.name]
        if part in GROUPS:
            part = dict(zip(GROUPS, groups, strict=False)).get(part, "the other group")
        who = [word for word in (clean[self.result.name], part) if word]
        at = {"at": _number(clean[self.at.name])} if clean[self.at.name] else {}
        return {"who": who, way: _number(where), **at}


_FIELDS = {"result": RESULTS, "part": PARTS, "at": AT, "go": GO}


def _number(place: str) -> int | str:
    return place if place in (HEAD, LAST) else int(place)


def movement_fields(now: Format) -> dict[str, forms.Field]:
    """Return the fields of a movement, with the format's values."""
    fields: dict[str, forms.Field] = {
        "movement": choice_of("Movement", dict(CHOICES), initial=_choice(now)),
        "partners": choice_of(
            "Partners",
            PARTNERS | {"seats": "everyone keeps their seat"},
            initial=now.parting if isinstance(now.movement, Movement) else now.partners,
            help_text="Where players move from table to table.",
        ),
        "past_the_end": choice_of(
            "Past the first or last table",
            ENDS,
            required=False,
            initial=now.moves.ends if now.moves else "stop",
        ),
    }
    numbers = numbers_of(now.movement) if isinstance(now.movement, Movement) else {}
    for seat, usual in numbers_of(BY_SEATS).items():
        field = whole_number(SEAT_NAMES[seat], -FURTHEST, FURTHEST, required=False)
        field.initial = numbers.get(seat, usual)
        fields[f"seat_{seat}"] = field
    own = isinstance(now.movement, Movement) and fits(now.movement, now.groups)
    moves = now.moves.moves if now.moves and own else ()
    for no in range(1, MOVES + 1):
        values = _values(moves[no - 1], now.groups) if no <= len(moves) else {}
        for name, choices in _FIELDS.items():
            field = choice_of("", choices, required=False, initial=values.get(name, ""))
            field.widget.attrs["aria-label"] = f"Move {no}: {_LABELS[name]}"
            fields[f"move_{no}_{name}"] = field
    return fields


_LABELS = {"result": "who", "part": "which of them", "at": "from where", "go": "where to"}


def _choice(now: Format) -> str:
    if not isinstance(now.movement, Movement):
        return now.movement
    return preset_of(now.movement, now.groups, now.table_size) or OWN


def _values(move, groups: Sequence[str]) -> dict[str, str]:
    """Return the values of a move's fields. What a row cannot show is left out."""
    of_groups = dict(zip(groups, GROUPS, strict=False))
    words = [of_groups.get(word, word) for word in move.who]
    go = f"by {move.by}" if move.to is None else f"to {HEAD if move.to == 1 else move.to}"
    at = HEAD if move.at == 1 else str(move.at or "")
    return {
        "result": next((word for word in words if word in RESULTS), ""),
        "part": next((word for word in words if word in PARTS), ""),
        "at": at,
        "go": go,
    }


def fits(movement: Movement, groups: Sequence[str]) -> bool:
    """Return whether the rows can show a movement."""
    of_groups = {*groups[:2]}
    return len(movement.moves) <= MOVES and all(
        sum(word in RESULTS for word in move.who) <= 1
        and sum(word not in RESULTS for word in move.who) <= 1
        and {*move.who} <= {*RESULTS, *PARTS, *of_groups}
        and _values(move, groups)["at"] in AT
        and _values(move, groups)["go"] in GO
        for move in movement.moves
    )


STAGES = 2
"""The minimum number of rows for later stages."""
_STAGE = ("start", "movement", "night", "date", "go_on")


def stage_fields(now: Format) -> dict[str, forms.Field]:
    """Return the fields of the later stages, with the format's values."""
    later, found = now.stages[1:], {}
    for no in range(1, max(STAGES, len(later) + 1) + 1):
        stage = later[no - 1] if no <= len(later) else None
        start = whole_number("From round", 2, 99, "Blank for none.", required=False)
        start.initial = stage.start if stage else None
        chosen = _choice(now.in_round(stage.start)) if stage else ""
        choices = {
            key: words
            for key, words in CHOICES
            if key == chosen
            or not (key in NOT_LATER or why_not_by(key, six=now.seats_six, pairs=now.pairs))
        }
        night = whole_number("Night", 1, MOST_NIGHTS, "Blank for the same night.", required=False)
        night.initial = (stage.night if stage else 0) or None
        fields: dict[str, forms.Field] = {
            "start": start,
            "movement": choice_of("Movement", choices, required=False, initial=chosen),
            "night": night,
            "date": DayField(
                label="Date", required=False, initial=stage.date if stage and stage.date else None
            ),
            "go_on": tick("Players move on from their seats, without a new draw"),
        }
        fields["go_on"].initial = bool(stage and stage.go_on)
        found |= {f"stage_{no}_{name}": field for name, field in fields.items()}
    return found


@dataclass(frozen=True, kw_only=True)
class StageRow:
    """A later stage on the form."""

    start: forms.BoundField
    movement: forms.BoundField
    night: forms.BoundField
    date: forms.BoundField
    go_on: forms.BoundField

    @classmethod
    def all_of(cls, form: forms.Form) -> list[StageRow]:
        numbers = range(1, sum(name.endswith("_go_on") for name in form.fields) + 1)
        return [cls(**{name: form[f"stage_{no}_{name}"] for name in _STAGE}) for no in numbers]

    def as_document(self, clean: Mapping, groups: Sequence[str], before: Stage | None) -> dict:
        """Return the stage as a tournament's file has it. Of `before` it keeps a movement that the
        form can't show."""
        chosen, date = clean[self.movement.name], clean[self.date.name]
        kept = before if chosen in NOT_LATER else None
        movement = as_json(kept.movement) if kept else _named(chosen, groups, _size(clean))
        values = {
            "night": clean[self.night.name],
            "date": date and date.isoformat(),
            "go_on": clean[self.go_on.name],
        }
        said = {key: value for key, value in values.items() if value}
        return {"from": clean[self.start.name], "movement": movement, **said}


def stages_from(form: forms.Form, now: Format, movement: object) -> list[dict]:
    """Return the setting `stages` of a clean form with this movement for its first round, as a
    tournament's file has it."""
    clean, before = form.cleaned_data, dict(enumerate(now.stages[1:]))
    later = [
        row.as_document(clean, _groups(clean), before.get(at))
        for at, row in enumerate(StageRow.all_of(form))
        if clean[row.start.name]
    ]
    first = as_json(now.stages[0]) if now.stages else {"from": 1}
    return [{**first, "movement": movement}, *later] if later else []


def _named(chosen: str, groups: Sequence[str], size: int) -> str | dict:
    return as_json(PRESETS[chosen].made(groups, size)) if chosen in PRESETS else chosen


def _size(clean: Mapping) -> int:
    return int(clean["table_size"] or FOUR)


def movement_from(form: forms.Form, now: Format, rows: Sequence[MoveRow]) -> dict:
    """Return the settings `movement` and `partners` of a clean form, as a tournament's file has
    them. What was not changed stays as it is spelt."""
    clean, changed = form.cleaned_data, {*form.changed_data}
    names = {*movement_fields(now), *OF_GROUPS, "table_size"} - {"partners"}
    if clean["movement"] != SEAT_NUMBERS:
        names -= {f"seat_{seat}" for seat in SEATS}
    moved = changed & names
    movement = _chosen(clean, now, rows) if moved else as_json(now.movement)
    own = isinstance(movement, dict) and movement.get("partners")
    partners = clean["partners"] if "partners" in changed or (moved and not own) else ""
    if not partners:
        return {"movement": movement} | ({} if own else {"partners": now.partners})
    if partners == "seats" and isinstance(movement, dict):
        return {"movement": movement | {"partners": "seats"}}
    return {"movement": movement} | ({} if own == partners else {"partners": partners})


OF_GROUPS = ("group_1", "group_2")


def _chosen(clean: Mapping, now: Format, rows: Sequence[MoveRow]) -> str | dict:
    chosen, groups = clean["movement"], _groups(clean)
    if chosen == SEAT_NUMBERS:
        return as_json(by_numbers({seat: clean[f"seat_{seat}"] or 0 for seat in SEATS}))
    if chosen != OWN:
        return _named(chosen, groups, _size(clean))
    moves = [move for row in rows if (move := row.as_document(clean, groups))]
    return {"moves": moves} | ({"ends": "round"} if clean["past_the_end"] == "round" else {})


def _groups(clean: Mapping) -> list[str]:
    return [clean[name] for name in OF_GROUPS if clean[name]]
