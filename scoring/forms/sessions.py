from __future__ import annotations

from django import forms

from scoring.forms.names import NamesField


class PlayersForm(forms.Form):
    """People for the club's list, typed or pasted."""

    names = NamesField(label="Names", help_text="One a line, or parted by commas.")


class SessionForm(forms.Form):
    """A new evening."""

    title = forms.CharField(label="Called", max_length=60, required=False)
    played_on = forms.DateField(
        label="On", required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class ReopenForm(forms.Form):
    """Why a closed session is opened again."""

    why = forms.CharField(
        label="Why is it opened again?",
        max_length=200,
        error_messages={"required": "Say why, in a few words: it is printed with the old closing."},
    )
