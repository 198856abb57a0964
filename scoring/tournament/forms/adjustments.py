"""The forms for scores beside the cards: an adjustment, its removal, and a handicap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import forms

from scoring.common.fields import OnceForm, TapForm, TextField, whole_number
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.models import Entrant
from scoring.tournament.pure.document import MOST_HANDICAP
from scoring.tournament.pure.values import MOST_POINTS

PLAYER = "Choose a player."


def _player(entrants: Iterable[Entrant]) -> forms.TypedChoiceField:
    choices = [("", "choose a player"), *((one.no, f"{one.no} {one}") for one in entrants)]
    return forms.TypedChoiceField(
        label="Player",
        choices=choices,
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), PLAYER),
    )


def _number(label: str, most: int, hint: str = "", **what) -> forms.IntegerField:
    found = whole_number(label, -most, most, hint, **what)
    found.widget.attrs["inputmode"] = "text"  # number pads have no minus
    return found


class AdjustForm(OnceForm):
    """Points and games won to give to an entrant or to take from them, with the reason."""

    points = _number(
        "Points", MOST_POINTS, "A minus takes points away, such as -2.", required=False
    )
    won = _number("Games won", MOST_POINTS, "Leave blank for none.", required=False)
    why = TextField(
        label="Reason",
        max_length=200,
        required=True,
        error_messages={"required": "Enter the reason. Players see it in the standings."},
        help_text="Such as “late”. It is shown with the standings, also on public pages.",
    )
    field_order = ("no", "round", "points", "won", "why")

    def __init__(
        self, data=None, *, entrants: Iterable[Entrant] = (), rounds: Sequence[int] = ()
    ) -> None:
        super().__init__(data)
        self.fields["no"] = _player(entrants)
        self.fields["round"] = forms.TypedChoiceField(
            label="Round",
            required=False,
            choices=[("", "the whole evening"), *((no, no) for no in rounds)],
            coerce=int,
            empty_value=None,
            error_messages={"invalid_choice": "Choose a round that has started."},
        )
        self.order_fields(self.field_order)

    @property
    def shown(self) -> list[forms.BoundField]:
        return [self[name] for name in self.field_order]

    def clean(self) -> dict:
        clean = super().clean()
        clean |= {name: clean.get(name) or 0 for name in ("points", "won")}
        if not (self.errors or clean["points"] or clean["won"]):
            self.add_error("points", "Enter points or games won.")
        return clean


class RemoveForm(TapForm):
    """The adjustment to remove, by its key."""

    key = forms.UUIDField(error_messages=dict.fromkeys(("required", "invalid"), OUT_OF_DATE))


class HandicapForm(forms.Form):
    """The points of an entrant for each round they play."""

    points = _number("Points a round", MOST_HANDICAP, "Enter 0 for no handicap.")

    def __init__(self, data=None, *, entrants: Iterable[Entrant] = ()) -> None:
        super().__init__(data, auto_id="id_handicap_%s")
        self.fields["no"] = _player(entrants)
        self.order_fields(("no", "points"))
