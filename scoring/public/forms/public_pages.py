"""The public parts of a club, for its owner to tick, and the page number in a request."""

from __future__ import annotations

from django import forms

from scoring.people.models import Names, Part

SHOWS = {
    Part.EVENINGS: (
        "Next club nights",
        "Day, time, title and place, and a link to the sign-up list if there is one.",
    ),
    Part.RESULTS: (
        "Results",
        "Past club nights with winners and places, in points. No stakes, debts or prizes.",
    ),
    Part.SEASONS: (
        "Seasons",
        "The standings of each season, with the figures that decide. Money isn’t used.",
    ),
    Part.LIVE: (
        "Live tournament",
        "Round, clock, pairings and standings, as on the big screen. Hidden standings stay hidden.",
    ),
}
"""The title of each part, and its content."""


class OpenForm(forms.Form):
    """Each part of the club that may be open, how people are named there, and whether search
    engines may find it."""

    names = forms.ChoiceField(
        label="How people are named",
        choices=Names.choices,
        error_messages={
            "required": "Choose how people are named.",
            "invalid_choice": "Choose one of the listed ways to name people.",
        },
    )
    may_be_found = forms.BooleanField(
        label="Search engines may find these pages",
        required=False,
        help_text="Search engines may keep what they have found, even after you hide a page.",
    )

    def __init__(self, data=None, *, parts: list[str], names: str, may_be_found: bool) -> None:
        """`parts` are those that are open now."""
        shown = {part: part in parts for part in Part.values}
        super().__init__(data, initial=shown | {"names": names, "may_be_found": may_be_found})
        for part, (label, help_text) in SHOWS.items():
            self.fields[part] = forms.BooleanField(label=label, help_text=help_text, required=False)

    @property
    def parts(self) -> list[forms.BoundField]:
        return [self[part] for part in Part.values]

    @property
    def what(self) -> dict:
        """What it says, as `open_parts` (scoring/people/actions/public_version.py) wants it."""
        clean = self.cleaned_data
        return {
            "parts": [part for part in Part.values if clean[part]],
            "names": clean["names"],
            "may_be_found": clean["may_be_found"],
        }


class PageForm(forms.Form):
    """Which page of many."""

    page = forms.IntegerField(required=False, min_value=1, max_value=10_000)

    @property
    def asked(self) -> int:
        """The requested page number. It is 1 for invalid input."""
        return (self.is_valid() and self.cleaned_data["page"]) or 1
