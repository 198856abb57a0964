"""The forms to enter scores from a card of one round, from a table's slip, or from a whole card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from django import forms

from scoring.common.fields import TapForm, TextField
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.pure.cards import MOST, Card, CardLine
from scoring.tournament.pure.values import LEAST_POINTS, MOST_POINTS

NUMBER = re.compile(r"[-–−]?\d{1,5}", re.ASCII)
MINUS = re.compile("[–−]")
NO_ROUNDS = OUT_OF_DATE
SIGNS = re.compile(r"[\s,;:=]+")
"""The separators between the numbers of a line."""
SCORE = re.compile(r"(?<=\d)([+*]*)[-–](?=[-–−]?\d)")
"""The dash of "9-6". A dash on its own means no value, and a dash before a number is a minus
sign."""
WAYS = ("card", "slip", "whole")
"""The ways to enter scores, from a card of one round, a table's slip, or a card with all its
rounds."""


def numbers_in(line: str) -> list[str]:
    """Return "12: 9-6 1" as ["12", "9", "6", "1"]."""
    return [part for part in SIGNS.split(SCORE.sub(r"\1 ", line)) if part]


def typed_field(label: str, **attrs) -> TextField:
    usual = {"inputmode": "tel", "autocomplete": "off", "enterkeyhint": "next"}
    return TextField(label=label, widget=forms.TextInput(attrs=usual | attrs))


def page_field(least: int = 1, *, required: bool = True) -> forms.IntegerField:
    sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), NO_ROUNDS)
    return forms.IntegerField(
        min_value=least,
        max_value=999,
        required=required,
        widget=forms.HiddenInput,
        error_messages=sentences,
    )


class DeskForm(TapForm):
    """The base of the three forms. `typed` has the names of the fields to type in, in order."""

    key = forms.UUIDField(
        widget=forms.HiddenInput, error_messages=dict.fromkeys(("required", "invalid"), NO_ROUNDS)
    )
    # The number that the page suggested, which is used if none is typed.
    suggested = page_field(required=False)
    typed: tuple[str, ...] = ()

    def __init__(self, *args, bidding: bool = False, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        # Without bidding, a dash before a number separates two sides.
        self.span = (LEAST_POINTS if bidding else 0, MOST_POINTS)
        if bidding:
            for name in self.typed:
                self.fields[name].widget.attrs["inputmode"] = "text"

    @property
    def boxes(self) -> list[forms.BoundField]:
        return [self[name] for name in self.typed]

    def at(self, focus: str, suggested: int | None) -> None:
        """Put the cursor into a field, and show the suggested number as a hint in the first
        field."""
        self.fields[focus].widget.attrs["autofocus"] = True
        self.fields[self.typed[0]].widget.attrs["placeholder"] = suggested or ""

    @property
    def line_typed(self) -> str:
        """The typed values as one line."""
        said = [self.data.get(name, "")[:80] for name in self.typed]
        return f"“{' '.join(filter(None, said))}”:"

    @property
    def wrong(self) -> str:
        """The name of the first field with an error, or "" if there is none."""
        return (
            next((name for name in self.errors if name in self.typed), "") if self.is_bound else ""
        )

    def clean(self) -> dict:
        if not self.errors:
            said = self._spread({name: self.cleaned_data[name] for name in self.typed})
            if not self.errors:
                self.read(said)
        return self.cleaned_data

    def read(self, said: Mapping[str, str]) -> None:
        """Read the typed values, with one number in each field."""
        raise NotImplementedError

    def _spread(self, said: dict[str, str]) -> dict[str, str]:
        """Return the values by field. A whole line in the first field is split into all of them."""
        first, *others = self.typed
        parts = self.parts_of(said[first])
        if len(parts) < 2:
            return said | {first: "".join(parts)}
        if any(said[name] for name in others):
            self.refuse(first, "Type a line into the first field or a number into each, not both.")
        elif len(parts) > len(self.typed):
            self.refuse(first, f"{len(parts)} numbers are too many here: {self.sample}.")
        return dict.fromkeys(self.typed, "") | dict(zip(self.typed, parts, strict=False))

    sample = ""
    """An example of a line, for errors."""

    def parts_of(self, line: str) -> list[str]:
        """Return the numbers of a line, in the order of the fields."""
        return numbers_in(line)

    def refuse(self, name: str, why: str) -> None:
        self.add_error(name, why)

    def points_of(self, name: str, said: str, lacks: str, *, rounds: int = 1) -> int:
        """Return the points from a required field. With bidding they can be below zero."""
        least, most = self.span
        return self.number(name, said, lacks, least=least * rounds, most=most * rounds)

    def number(self, name: str, said: str, lacks: str, *, least: int = 0, most: int = MOST) -> int:
        """Return the number from a required field. If it is invalid, add an error to the field and
        return 0."""
        if NUMBER.fullmatch(said) and least <= int(MINUS.sub("-", said)) <= most:
            return int(MINUS.sub("-", said))
        wrong = f"“{said[:20]}” is no number from {least} to {most}." if said else lacks
        self.refuse(name, wrong)
        return 0

    def owner(self, name: str, said: str, lacks: str) -> int:
        """Return the number of the card or table, or the suggested one if the field is blank."""
        if not said and self.cleaned_data.get("suggested"):
            return self.cleaned_data["suggested"]
        return self.number(name, said, lacks, most=999)


class TakeBackCardForm(TapForm):
    """The entry to undo, by its key, and the page on which it was typed."""

    by = forms.ChoiceField(
        choices=[(one, one) for one in WAYS],
        error_messages=dict.fromkeys(("required", "invalid_choice"), NO_ROUNDS),
    )
    key = forms.UUIDField(error_messages=dict.fromkeys(("required", "invalid"), NO_ROUNDS))

    @property
    def way(self) -> str:
        """The page on which it was typed, which is "card" by default."""
        return self.cleaned_data.get("by", "card") if self.is_valid() else "card"


class AskForm(TapForm):
    """The options of the page to enter scores."""

    by = forms.ChoiceField(required=False, choices=[(one, one) for one in WAYS])
    show = forms.ChoiceField(
        required=False, choices=[(one, one) for one in ("missing", "odd", "all")]
    )
    round = forms.IntegerField(required=False, min_value=1, max_value=999)
    # The number of the card or table to enter again.
    no = forms.IntegerField(required=False, min_value=1, max_value=999)
    # The key of the last entry, and its number.
    typed = forms.UUIDField(required=False)
    after = forms.IntegerField(required=False, min_value=0, max_value=999)

    @property
    def asked(self) -> dict[str, object]:
        """The chosen options. Blank and invalid ones are left out."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}


ENTRY = re.compile(r"([-–−]?\d{1,3})(\**)", re.ASCII)
"""Points, with a star for each lone hand."""
NONE = ("-", "–")
MORE = ("third", "fourth")
"""The fields of a slip for tables where each plays for themselves."""
FORFEIT = "F"
"""In place of the points of a side that forfeits."""


class CardForm(DeskForm):
    """A card of one round. Once clean, `no` is its owner's number and `line` its line. `won` is the
    winner of a tie ("own", "other")."""

    round = page_field()
    no = typed_field("Player number")
    points = typed_field("Points")
    other = typed_field("Opponents’ points")
    lones = typed_field("Lone hands", enterkeyhint="done")
    typed = ("no", "points", "other", "lones")
    sample = "“12 9 6 1” is number 12 with 9–6 and one lone hand"

    def read(self, said: Mapping[str, str]) -> None:
        said = {name: "" if value in NONE else value for name, value in said.items()}
        self.cleaned_data["no"] = self.owner(
            "no", said["no"], "Type the number of the card’s owner."
        )
        self.won = self._winner(said)
        points, other = said["points"].rstrip("+"), said["other"].rstrip("+")
        self.line = CardLine(
            points=self.points_of("points", points, "Type the points of the owner’s side."),
            against=self.points_of("other", other, "") if other else None,
            lones=self.number("lones", said["lones"], "") if said["lones"] else 0,
        )

    def _winner(self, said: Mapping[str, str]) -> str:
        """Return the winner of a tie, with a + after the points, as "own" or "other". It is "" if
        there is none."""
        both = {"own": said["points"].endswith("+"), "other": said["other"].endswith("+")}
        if all(both.values()):
            self.refuse("points", "Only one side can win the tie.")
        return next((side for side, won in both.items() if won), "")


class SlipForm(DeskForm):
    """A table's slip. Once clean, `points` are in the order of the sides, and `lones` are by
    number. `won` is the index in `points` of the winner of a tie, `forfeit` that of a side that
    forfeits."""

    round = page_field()
    table = typed_field("Table")
    first = typed_field("First side")
    second = typed_field("Second side")
    third = typed_field("Third")
    fourth = typed_field("Fourth")
    lones = typed_field("Lone hands by", enterkeyhint="done", **{"data-many": ""})
    typed = ("table", "first", "second", "lones")
    sample = "“4: 9 6, 12 7” is table 4 with 9–6, and lone hands of numbers 12 and 7"

    def __init__(self, data=None, *, sides: int = 2, **kwargs) -> None:
        super().__init__(data, **kwargs)
        more = [name for no, name in enumerate(MORE, start=3) if no <= sides or name in self.data]
        self.typed = ("table", "first", "second", *more, "lones")
        for name in {*MORE} - {*more}:
            del self.fields[name]

    def parts_of(self, line: str) -> list[str]:
        head, _, lones = line.partition(",")
        parts = numbers_in(head)
        if not lones.strip():
            return parts
        return [*parts, *[""] * (len(self.typed) - 1 - len(parts)), lones]

    def read(self, said: Mapping[str, str]) -> None:
        self.cleaned_data["table"] = self.owner("table", said["table"], "Type the table’s number.")
        points = {name: said[name] for name in self.typed[1:-1] if name not in MORE or said[name]}
        self.won, self.lones, self.forfeit = None, {}, self._forfeit(points, said["lones"])
        if self.forfeit is not None or self.errors:
            self.points = (0,) * len(points)
            return
        self.points = tuple(
            self.points_of(name, value.rstrip("+"), "Type the points of both sides.")
            for name, value in points.items()
        )
        winners = [place for place, value in enumerate(points.values()) if value.endswith("+")]
        if len(winners) > 1:
            self.refuse("first", "Only one side can win the tie.")
        self.won = winners[0] if winners else None
        numbers = [self.number("lones", one, "", most=999) for one in numbers_in(said["lones"])]
        self.lones = dict(Counter(numbers))

    def _forfeit(self, points: Mapping[str, str], lones: str) -> int | None:
        """Return the index of the side with an F in place of its points. The others have none."""
        found = [place for place, value in enumerate(points.values()) if value.upper() == FORFEIT]
        if not found:
            return None
        others = [value for value in points.values() if value.upper() != FORFEIT]
        if len(found) > 1 or any(value not in ("", *NONE) for value in others) or lones:
            self.refuse("first", f"For a forfeit type {FORFEIT} for that side, and nothing else.")
        return found[0]


class WholeForm(DeskForm):
    """A whole card, which is in `card` once clean. `rounds` are the numbers of the rounds that it
    can have."""

    no = typed_field("Player number")
    total = typed_field("Sum", enterkeyhint="done")

    def __init__(self, data=None, *, rounds: Sequence[int], **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.rounds = {f"round_{no}": no for no in rounds}
        for name, no in self.rounds.items():
            self.fields[name] = typed_field(f"R{no}")
        self.typed = ("no", *self.rounds, "total")

    sample = "the number, a round each, = and the sum"

    def parts_of(self, line: str) -> list[str]:
        head, _, total = line.partition("=")
        parts = numbers_in(head)
        if len(parts) > 1 and len(parts) != len(self.rounds) + 1:
            self.refuse(
                "no",
                f"{len(parts) - 1} rounds, but {len(self.rounds)} were played: type - for none.",
            )
        return [*parts, *([total.strip()] if total.strip() else [])]

    def read(self, said: Mapping[str, str]) -> None:
        owner = self.owner("no", said["no"], "Type the number of the card’s owner.")
        lines = {no: self._entry(name, said[name]) for name, no in self.rounds.items()}
        self.card = Card(
            owner=owner,
            lines={no: line for no, line in lines.items() if line is not None},
            total=self.points_of("total", said["total"], "", rounds=101) if said["total"] else None,
        )
        if not self.card.lines and not self.errors:
            self.refuse(self.typed[1], "Type the points of the rounds.")

    def _entry(self, name: str, said: str) -> CardLine | None:
        """Read "9", or "9*" with a star for each lone hand; "-" is a round without points."""
        if said in NONE:
            return None
        found = ENTRY.fullmatch(said)
        if found is None:
            wrong = f"“{said[:20]}” is no number of points" if said else "Nothing is typed"
            self.refuse(name, f"Round {self.rounds[name]}: {wrong}. A round without points is a -.")
            return None
        return CardLine(points=self.points_of(name, found[1], ""), lones=len(found[2]))
