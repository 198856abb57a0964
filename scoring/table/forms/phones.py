"""The name of a phone."""

from __future__ import annotations

from django import forms

from scoring.common.fields import NameField, TapForm
from scoring.common.names import LONGEST


class PhoneForm(TapForm):
    """A name for a phone, or none."""

    phone_name = NameField(
        max_length=LONGEST,
        label="Name of this phone",
        help_text="Such as “Dot’s phone”. Leave it blank to use the table’s name.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
