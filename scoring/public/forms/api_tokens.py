from __future__ import annotations

from django import forms

from scoring.common.fields import NameField, OnceForm
from scoring.public.models import ApiToken

MAY = {
    ApiToken.Right.READ: "All of the club, and changes nothing.",
    ApiToken.Right.TELL: "All of the club, and tells hands at its tables, as a phone does.",
}


class TokenForm(OnceForm):
    """The name of a token, and its right."""

    sentence = "Choose what it may do."
    name = NameField(
        label="For which program",
        required=True,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="The history calls it so.",
        error_messages={"required": "Name the program, so that you tell your tokens apart."},
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
