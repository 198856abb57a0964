"""Offices as they are given."""

from __future__ import annotations

from django import forms

from scoring.common.fields import NameField, OnceForm, TapForm

ROLES = {
    "scorer": "Checks people in and keeps the score at every table.",
    "organiser": "Also manages club nights, people, money, seasons and rules.",
    "owner": "Also gives roles, erases personal data and exports the whole club.",
}


class RoleForm(forms.Form):
    """Which office."""

    sentence = "Choose a role."
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
        help_text="This name is shown in your list of links.",
        error_messages={"required": "Enter who the link is for."},
    )


class SureForm(TapForm):
    """Whether what cannot be undone is meant."""

    sentence = (
        "Please confirm. Open the section at the bottom of the page and use the button there."
    )
    sure = forms.BooleanField(error_messages={"required": sentence})
