"""Forms of the second factor."""

from __future__ import annotations

from django import forms


class CodeForm(forms.Form):
    """A code of an authenticator app, or a recovery code."""

    code = forms.CharField(
        label="Code",
        max_length=30,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "autocapitalize": "off"}
        ),
        error_messages={"required": "Enter the code that the app shows."},
    )


class SetUpForm(CodeForm):
    """The first code, with the encrypted secret that the app was given."""

    sealed = forms.CharField(widget=forms.HiddenInput, max_length=250)
