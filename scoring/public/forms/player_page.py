"""Forms on a player's own page, and the parts of it that a club opens."""

from __future__ import annotations

from typing import Any

from django import forms

from scoring.common.fields import TapForm
from scoring.people.forms.people import PlayerForm
from scoring.people.models import OwnPart

SHOWS = {
    OwnPart.SEAT: (
        "Seat",
        "Their table, seat and partner tonight, with a link to the scoreboard or their tally card.",
    ),
    OwnPart.EVENINGS: (
        "Next club nights",
        "The next club nights. They can answer Going or Not going, or sign up.",
    ),
    OwnPart.RESULTS: ("Results", "Date, place and points of the club nights they played."),
    OwnPart.SEASON: (
        "Season",
        "Their place in the current season, and the figure that decides it.",
    ),
    OwnPart.BALANCE: (
        "Account",
        "What they owe or are owed, with all entries, and the money won or lost at a club night.",
    ),
    OwnPart.CONTACT: (
        "Contact details",
        "Their telephone number and e-mail address. They can correct both.",
    ),
    OwnPart.DATA: (
        "Data export",
        "A file with all their data, including club nights, hands, money and the club’s notes.",
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

    sentence = "Choose Going or Not going."
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

    sentence = "Choose yes or no."
    yes = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class ContactForm(forms.Form):
    """A player's contact details, corrected by the player."""

    phone = PlayerForm.base_fields["phone"]
    email = PlayerForm.base_fields["email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # These are their own, which a browser knows; a club's organiser types those of others.
        self.fields["phone"].widget.attrs["autocomplete"] = "tel"
        self.fields["email"].widget.attrs["autocomplete"] = "email"
