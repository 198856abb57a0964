"""Forms that carry the answer of a passkey."""

from __future__ import annotations

from django import forms

from scoring.common.fields import NameField
from scoring.common.strict_json import parsed

LONGEST_ANSWER = 12_000
NEEDS_SCRIPT = "Passkeys need JavaScript. Turn it on in this browser, or use your password."
NOT_READ = "The browser’s answer can’t be read. Try again."
TOO_LATE = "That took too long, or another page was open. Try again."


class PasskeyForm(forms.Form):
    """What a browser says about a passkey, as JSON (PublicKeyCredential.toJSON)."""

    credential = forms.CharField(
        max_length=LONGEST_ANSWER,
        widget=forms.HiddenInput,
        error_messages={"required": NEEDS_SCRIPT, "max_length": NOT_READ},
    )

    def clean_credential(self) -> dict:
        """Return it as a dictionary."""
        try:
            sent = parsed(self.cleaned_data["credential"].encode(), kind="passkey")
        except ValueError as wrong:
            raise forms.ValidationError(NOT_READ) from wrong
        if not isinstance(sent, dict) or not isinstance(sent.get("id"), str):
            raise forms.ValidationError(NOT_READ)
        return sent


class NewPasskeyForm(PasskeyForm):
    """A new passkey, with a name by which its owner knows it."""

    name = NameField(
        label="Name",
        required=True,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Where the passkey is kept, such as “My phone”.",
        error_messages={"required": "Enter a name for the passkey."},
    )
