from __future__ import annotations

from django import forms

from scoring.forms.names import NamesField
from scoring.forms.texts import TextField


class PlayersForm(forms.Form):
    """People for the club's list, typed or pasted."""

    names = NamesField(label="Names", help_text="One a line, or parted by commas.")


class PlayerForm(forms.Form):
    """What a player is called."""

    name = NamesField(label="Name", most=1, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    short_name = TextField(
        label="Short name, for the pad",
        max_length=12,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    guest = forms.BooleanField(label="A guest", required=False)

    def clean_name(self) -> str:
        return self.cleaned_data["name"][0]


class SessionForm(forms.Form):
    """A new evening."""

    title = TextField(label="Called", max_length=60)
    played_on = forms.DateField(
        label="On", required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class ReopenForm(forms.Form):
    """Why a closed session is opened again."""

    why = TextField(
        label="Why is it opened again?",
        required=True,
        error_messages={"required": "Say why, in a few words: it is printed with the old closing."},
    )
