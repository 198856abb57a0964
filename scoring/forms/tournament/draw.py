"""The draw before it is told: two who change places, and which draw was looked at."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from scoring.forms.door import Told


class SeenForm(Told):
    """Which draw was looked at (`actions.tournament.draw.edition_of`); empty: whichever it is."""

    seen = forms.CharField(required=False, max_length=16)


class SwapForm(SeenForm):
    """Two entrants who change places: `who` cleans to their two numbers."""

    sentence = "Choose two people, then swap them. Nobody was moved."
    who = forms.MultipleChoiceField(
        error_messages={
            "required": sentence,
            "invalid_list": sentence,
            "invalid_choice": "Whoever that is has no place in this round. Nobody was moved.",
        }
    )

    def __init__(self, data=None, *, numbers: Iterable[int] = ()) -> None:
        super().__init__(data)
        self.fields["who"].choices = [(str(no), str(no)) for no in numbers]

    def clean_who(self) -> tuple[int, ...]:
        found = tuple(map(int, dict.fromkeys(self.cleaned_data["who"])))
        if len(found) != 2:
            told = f"{len(found)} {'was' if len(found) == 1 else 'were'} chosen"
            raise forms.ValidationError(f"{told}: choose two, then swap them. Nobody was moved.")
        return found
