"""The forms for late arrivals, players who leave, substitutes, and players in the wrong seats."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from scoring.common.fields import NamesField, TapForm, TextField
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.forms.entrants import ListForm
from scoring.tournament.pure.places import Place
from scoring.tournament.pure.seats import SEAT_NAMES

LOAD_AGAIN = OUT_OF_DATE
GHOST, NEW, FREE = "ghost", "new", "free"
Choices = Sequence[tuple[str, str]]


def _radio(label: str, choices: Choices, complaint: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=choices,
        widget=forms.RadioSelect,
        initial=choices[0][0] if choices else None,
        error_messages=dict.fromkeys(("required", "invalid_choice"), complaint),
    )


GONE = "That seat is taken now. Choose again."


class PlaceForm(TapForm):
    """The place of an entrant, chosen in a `round` that may be over by now.

    Cleans `place` to (table, seat), or to None if they play from the next round on.
    """

    round = forms.IntegerField(
        min_value=1,
        max_value=10**4,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), LOAD_AGAIN),
    )

    def __init__(self, data=None, *, places: Sequence[Place]) -> None:
        super().__init__(data)
        self.fields["place"] = _radio("Where", [(one.key, one.says) for one in places], GONE)

    def clean_place(self) -> tuple[int, str] | None:
        return _seat(self.cleaned_data["place"])


class LateForm(ListForm):
    """One or several late arrivals, and their places.

    Cleans `place` to the (table, seat)s for the first of them, in order. It is empty if all play
    from a later round on.
    """

    def __init__(
        self, data=None, *, places: Sequence[Place], pairs: bool, groups: Sequence[str]
    ) -> None:
        super().__init__(data, pairs=pairs, groups=tuple(groups))
        self.fields["text"].label = "Who?"
        self.fields["text"].widget.attrs["rows"] = 2
        if not groups:
            del self.fields["group"]
        *self.free, last = places
        choices = [(one.key, one.says) for one in (*self.free, last)]
        if len(self.free) > 1:
            seats = ", ".join(f"table {one.table} {SEAT_NAMES[one.seat]}" for one in self.free)
            all_now = (
                f"Now, on the {len(self.free)} free seats in this order: {seats}. Players left "
                f"over play from round {last.round}."
            )
            choices.insert(0, (FREE, all_now))
        self.fields["place"] = _radio("Where", choices, GONE)

    def clean_place(self) -> list[tuple[int, str]]:
        place = self.cleaned_data["place"]
        if place == FREE:
            return [(one.table, one.seat) for one in self.free]
        return [seat] if (seat := _seat(place)) else []


def _seat(place: str) -> tuple[int, str] | None:
    """Return the table and seat of a place as a form sends it, or None for the next round."""
    table, _, seat = place.partition("-")
    return (int(table), seat) if seat else None


class LeaveForm(forms.Form):
    """A player who leaves, and how their round is finished. `how` is NEXT, GHOST, NEW or a
    number."""

    no = forms.TypedChoiceField(label="Who?", coerce=int)
    names = NamesField(label="Name of a new player", required=False)

    def __init__(self, data=None, *, entrants: Choices, hows: Choices, pairs: bool) -> None:
        super().__init__(data)
        self.fields["no"].choices = [("", "Choose"), *entrants]
        self.fields["names"].widget = forms.TextInput(
            attrs={"autocomplete": "off", "list": "known"}
        )
        self.fields["names"].fewest = self.fields["names"].most = 2 if pairs else 1
        self.fields["how"] = _radio("When?", hows, "Choose when they leave and who plays on.")

    def clean(self) -> dict:
        if self.cleaned_data.get("how") != NEW:
            self.errors.pop("names", None)
        return self.cleaned_data


class OutForm(TapForm):
    """An entrant to remove. `player` is the key of a person who is entered."""

    sentence = OUT_OF_DATE
    player = forms.IntegerField(
        min_value=1,
        max_value=2**62,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


class ReplaceForm(forms.Form):
    """A player of a pair to replace, and the `name` of the new one. `who` cleans to the pair's
    number and the player's key.

    The form is idempotent, so it also accepts a player who has already left the pair.
    """

    who = forms.RegexField(
        r"^[0-9]{1,4}-[0-9]{1,18}$",
        label="Who goes?",
        widget=forms.Select,
        error_messages={
            "required": "Choose who is replaced.",
            "invalid": "Choose one from the list.",
        },
    )
    name = NamesField(label="Who takes over?", most=1)

    def __init__(self, data=None, *, people: Choices) -> None:
        super().__init__(data)
        self.fields["who"].widget.choices = [("", "Choose"), *people]
        self.fields["name"].widget = forms.TextInput(attrs={"autocomplete": "off", "list": "known"})

    def clean_who(self) -> tuple[int, int]:
        no, _, key = self.cleaned_data["who"].partition("-")
        return int(no), int(key)

    def clean_name(self) -> str:
        return self.cleaned_data["name"][0]


class NumberForm(TapForm):
    """An entrant, by number."""

    sentence = OUT_OF_DATE
    no = forms.IntegerField(
        min_value=1,
        max_value=10**4,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


class SeatsForm(forms.Form):
    """Two players who sat in each other's seats. `seen` is the seat in which the page showed the
    first."""

    one = forms.TypedChoiceField(label="Who", coerce=int)
    other = forms.TypedChoiceField(label="sat in the seat of", coerce=int)
    why = TextField(label="Why", max_length=120)
    seen = forms.CharField(required=False, max_length=5, widget=forms.HiddenInput)

    def __init__(self, data=None, *, people: Choices) -> None:
        super().__init__(data)
        for name in ("one", "other"):
            self.fields[name].choices = [("", "Choose"), *people]

    def clean(self) -> dict:
        if not self.errors and self.cleaned_data["one"] == self.cleaned_data["other"]:
            self.add_error("other", "Choose two different players.")
        return self.cleaned_data
