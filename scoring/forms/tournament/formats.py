"""Which format a tournament starts from: one that ships, or one of the club's own."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from scoring.forms.texts import NameField
from scoring.movements.tournament.formats import FORMATS, Format
from scoring.movements.tournament.settings import format_of

SENTENCE = "Choose a format. Nothing was made."


class FormatForm(forms.Form):
    """`saved` are the club's own formats, each with `pk`, `name`, `style` and `settings`."""

    format = forms.ChoiceField(
        initial="club", error_messages=dict.fromkeys(("required", "invalid_choice"), SENTENCE)
    )

    def __init__(self, data=None, *, saved: Iterable = (), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.saved = {f"saved-{one.pk}": one for one in saved}
        self.fields["format"].choices = [(key, name) for key, name, _, _ in self.offers]

    @property
    def offers(self) -> list[tuple[str, str, Format, int | None]]:
        """Each format to choose: what is sent for it, its name, itself, its key where the club
        saved it."""
        own = [
            (key, one.name, format_of(one.style, one.settings), one.pk)
            for key, one in self.saved.items()
        ]
        return [*own, *((key, format.name, format, None) for key, format in FORMATS.items())]

    @property
    def complaint(self) -> str:
        return next(iter(self.errors.values()))[0]

    @property
    def what(self) -> dict:
        """The style and the settings, as the verbs of `actions.tournament.setting_up` want them."""
        key = self.cleaned_data["format"]
        one = self.saved.get(key)
        return (
            {"style": one.style, "settings": one.settings}
            if one
            else {"style": key, "settings": {}}
        )


class SaveFormatForm(forms.Form):
    """Under which name a format is kept."""

    name = NameField(
        label="Save it as",
        required=True,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "Our Thursday"}),
        error_messages={"required": "Give the format a name."},
    )
