"""A new club, with its name and currency."""

from __future__ import annotations

from django import forms

from scoring.common.amounts import DECIMALS
from scoring.common.fields import NameField


class NewClubForm(forms.Form):
    """All that a club needs to begin; the rest is under its settings."""

    name = NameField(
        label="Name of the club",
        required=True,
        max_length=60,
        help_text="A league with many venues is a club too, for example St Austell Euchre League.",
        error_messages={"required": "Enter the name of the club."},
    )
    currency = forms.ChoiceField(
        label="Currency",
        initial="GBP",
        choices=[(code, code) for code in sorted(DECIMALS)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a currency."),
    )
