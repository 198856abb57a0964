"""Forms on a player's own page, and the parts of it that a club opens."""

from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm
from scoring.people.forms.people import PlayerForm
from scoring.people.models import OwnPart

SHOWS = {
    OwnPart.SEAT: (
        "Where they sit now",
        "Table and seat tonight, with whom; the way to that table’s board, or to their tally card.",
    ),
    OwnPart.EVENINGS: (
        "I come, I don’t",
        "The next evenings; they say whether they come, or take a place on its list.",
    ),
    OwnPart.RESULTS: ("Their evenings", "Date, place and points of the evenings they played."),
    OwnPart.SEASON: ("Their season", "Where they stand in the season that runs, and by what."),
    OwnPart.BALANCE: (
        "Their account",
        "What they owe or are owed, line by line; what they won or lost in an evening, in money.",
    ),
    OwnPart.CONTACT: (
        "How they are reached",
        "Telephone and e-mail as the club keeps them; they may correct both.",
    ),
    OwnPart.DATA: (
        "All that is kept of them",
        "As a file to take along: evenings, hands, money, and the club’s notes about them too.",
    ),
}
"""The title of each part, and its content."""


class OwnPartsForm(forms.Form):
    """Each part of a player's own page that the club may open."""

    def __init__(self, data=None, *, parts: list[str]) -> None:
        """`parts` are those that are open now."""
        super().__init__(data, initial={part: part in parts for part in OwnPart.values})
        for part, (label, help_text) in SHOWS.items():
            self.fields[part] = forms.BooleanField(label=label, help_text=help_text, required=False)

    @property
    def parts(self) -> list[str]:
        """Those that are ticked."""
        return [part for part in OwnPart.values if self.cleaned_data[part]]


class ComesForm(TapForm):
    """Going or not going; cleans to True or False. `evening` is one of those on the page, or None
    for all."""

    sentence = "Say whether you come."
    comes = forms.TypedChoiceField(
        choices=[("yes", "I come"), ("no", "I don’t")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    evening = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**62,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), sentence),
    )


class YesNoForm(TapForm):
    """Yes or no to what a button says."""

    sentence = "Say yes or no."
    yes = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class ContactForm(forms.Form):
    """A player's contact details, corrected by the player."""

    phone = PlayerForm.base_fields["phone"]
    email = PlayerForm.base_fields["email"]
