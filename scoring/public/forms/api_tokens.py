from __future__ import annotations

from django import forms

from scoring.common.fields import NameField, OnceForm
from scoring.public.models import ApiToken

MAY = {
    ApiToken.Right.READ: "Can read all of the club’s data.",
    ApiToken.Right.TELL: "Can read all of the club’s data and enter hands at its tables.",
}


class TokenForm(OnceForm):
    """The name of a token, and its right."""

    sentence = "Choose what the token can access."
    name = NameField(
        label="Name of the program",
        required=True,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="The history shows this name.",
        error_messages={"required": "Enter the name of the program."},
    )
    right = forms.ChoiceField(
        choices=[(right.value, right.label.capitalize()) for right in ApiToken.Right],
        widget=forms.RadioSelect,
        initial=ApiToken.Right.READ,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )

    @property
    def rights(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """Each right's button, and what it lets a program do."""
        return [(button, MAY[button.data["value"]]) for button in self["right"]]
