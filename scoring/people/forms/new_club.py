"""A new club, with its name and currency."""

from __future__ import annotations

from django import forms

from scoring.common.amounts import DECIMALS
from scoring.common.fields import NameField


class NewClubForm(forms.Form):
    """All that a club needs to begin; the rest is under its settings."""

    name = NameField(
        label="The club is called",
        required=True,
        max_length=60,
        help_text="A league of many houses is a club of its own: St Austell Euchre League.",
        error_messages={"required": "Say what the club is called."},
    )
    currency = forms.ChoiceField(
        label="Its money",
        initial="GBP",
        choices=[(code, code) for code in sorted(DECIMALS)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a currency."),
    )
