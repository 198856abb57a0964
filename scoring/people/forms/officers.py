"""Offices as they are given."""

from __future__ import annotations

from django import forms

from scoring.common.fields import NameField, OnceForm, TapForm

ROLES = {
    "scorer": "Checks people in, and keeps the score at every table.",
    "organiser": "Runs the club besides: evenings, people, money, seasons, rules.",
    "owner": "Gives offices besides, forgets people, takes the whole club along as a file.",
}


class RoleForm(forms.Form):
    """Which office."""

    sentence = "Choose an office."
    role = forms.ChoiceField(
        choices=[(role, role.capitalize()) for role in ROLES],
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )

    @property
    def offices(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """Each office's button, and what the office may do."""
        return [(button, ROLES[button.data["value"]]) for button in self["role"]]


class InviteForm(OnceForm, RoleForm):
    """The role, and the name of the person invited."""

    whom = NameField(
        label="For whom",
        required=True,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        help_text="So that you tell your invitations apart.",
        error_messages={"required": "Say for whom it is, so that you tell your invitations apart."},
    )


class SureForm(TapForm):
    """Whether what cannot be undone is meant."""

    sentence = "Open the line that says what you want, and press the button inside."
    sure = forms.BooleanField(error_messages={"required": sentence})
