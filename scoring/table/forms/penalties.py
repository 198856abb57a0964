"""The points that a table gives or takes, as rows of a form."""

from __future__ import annotations

from typing import NamedTuple

from django import forms

from scoring.common.fields import LONGEST, SeenField, TextField
from scoring.common.refused import OUT_OF_DATE
from scoring.euchre.hand import FROM_OWN, MOST_POINTS, PENALTY, TO_OTHERS, Irregularity

TO = {TO_OTHERS: "Points to the others", FROM_OWN: "Points lost"}
NAMES = ("penalty_by", "penalty_points", "penalty_to", "penalty_why")


class PenaltyRow(NamedTuple):
    """A penalty as it was typed."""

    by: str = ""
    points: str = ""
    to: str = TO_OTHERS
    why: str = ""


class Rows(forms.Widget):
    """Reads the rows of a form, in which each name occurs once a row."""

    def value_from_datadict(self, data, files, name) -> list[PenaltyRow]:
        columns = [data.getlist(one) for one in NAMES]
        longest = max(map(len, columns))
        padded = [column + [""] * (longest - len(column)) for column in columns]
        return [
            PenaltyRow(*row) for row in zip(*padded, strict=True) if any((*row[:2], row[3].strip()))
        ]


class PenaltiesField(forms.Field):
    """Rows of who, how many points, to whom, and why. Cleans to the irregularities they are."""

    widget = Rows

    def __init__(self, *, seats: int = 0, **kwargs) -> None:
        super().__init__(**kwargs)
        self.seats = seats

    def clean(self, value: list[PenaltyRow]) -> tuple[Irregularity, ...]:
        super().clean(value)
        return tuple(map(self._read, value))

    def _read(self, row: PenaltyRow) -> Irregularity:
        if row.by not in map(str, range(self.seats)):
            raise forms.ValidationError("Choose the player who gets the penalty.")
        if row.points not in map(str, range(1, MOST_POINTS + 1)):
            raise forms.ValidationError(f"A penalty is 1 to {MOST_POINTS} points.")
        if row.to not in TO:
            raise forms.ValidationError("Choose who the points go to.")
        why = " ".join(TextField(max_length=LONGEST).clean(row.why).split())
        return Irregularity(
            kind=PENALTY, by=int(row.by), points=int(row.points), to=row.to, why=why
        )


def rows_of(penalties: tuple[Irregularity, ...]) -> list[PenaltyRow]:
    """Return the rows that say what these penalties say."""
    return [
        PenaltyRow(str(one.by), str(one.points * one.times), one.to, one.why) for one in penalties
    ]


class PenaltyForm(forms.Form):
    """A penalty that is entered instead of a hand, with what the page knew of the table."""

    hand_id = forms.UUIDField(widget=forms.HiddenInput)
    sitting = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)
    after = forms.UUIDField(required=False, widget=forms.HiddenInput)
    seen = SeenField(widget=forms.HiddenInput)
    penalties = PenaltiesField(
        error_messages={"required": "Choose the player, and enter the points."}
    )

    def __init__(self, *args, names: list[str], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        self.fields["penalties"].seats = len(names)
        for name in self.fields.keys() - {"penalties"}:
            wrong = ("required", "invalid", "min_value", "max_value")
            self.fields[name].error_messages |= dict.fromkeys(wrong, OUT_OF_DATE)

    @property
    def rows(self) -> list[PenaltyRow]:
        """The rows that are shown."""
        return self["penalties"].value() or [PenaltyRow()]

    to = TO
