"""What a site's owner sends to restore a backup."""

from __future__ import annotations

from django import forms

WORD = "restore"


class RestoreForm(forms.Form):
    """A word to type, so that no one restores by accident, and a tick for another site's
    backup."""

    word = forms.CharField(
        label=f"Type {WORD}, to be sure",
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        error_messages={"required": f"To confirm, type {WORD}."},
    )

    elsewhere = forms.BooleanField(
        label="I trust where this backup comes from",
        error_messages={"required": "Tick this only if you trust where the backup comes from."},
    )

    def __init__(self, data=None, *, is_ours: bool) -> None:
        super().__init__(data)
        if is_ours:
            del self.fields["elsewhere"]

    def clean_word(self) -> str:
        if self.cleaned_data["word"].casefold() != WORD:
            raise forms.ValidationError(f"That is not “{WORD}”.")
        return WORD


class BringForm(forms.Form):
    """A backup from elsewhere."""

    file = forms.FileField(
        label="A backup from elsewhere",
        widget=forms.FileInput(attrs={"accept": ".zip"}),
        error_messages={
            "required": "Choose the file of a backup first.",
            "empty": "That file is empty.",
        },
    )
