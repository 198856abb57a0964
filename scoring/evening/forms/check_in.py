from __future__ import annotations

from datetime import datetime

from django import forms
from django.utils import timezone

from scoring.common.fields import MoneyField, NamesField, TapForm, TextField

YES_OR_NO = [("yes", "Yes"), ("no", "No")]
MOST_AT_ONCE = 20
LONGEST_LIST = 400
"""Of letters: a carful whose names are typed together."""


class FindForm(forms.Form):
    """The filter of the check-in page: not here yet, here, left, or a typed name.

    A screen sends the time since when it shows the list, so that people on it keep their lines.
    """

    show = forms.ChoiceField(
        required=False, choices=[(one, one) for one in ("awaited", "here", "gone")]
    )
    q = TextField(
        label="Find a name, or type several",
        max_length=LONGEST_LIST,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "autocomplete": "off",
                "autocapitalize": "words",
                "enterkeyhint": "go",
            }
        ),
    )

    since = forms.DateTimeField(required=False, widget=forms.HiddenInput)

    @property
    def stands_since(self) -> datetime:
        """The time since when the screen shows the list; now for a new page."""
        return (self.is_valid() and self.cleaned_data["since"]) or timezone.now()

    @property
    def fresh_since(self) -> datetime | None:
        """The time since when those who came are fresh on the screen, with a way to undo it. None
        on a screen of everybody here or gone."""
        asked = self.asked
        return self.stands_since if asked["q"] or asked["show"] == "awaited" else None

    @property
    def asked(self) -> dict[str, str]:
        """The valid part of the request."""
        found = self.cleaned_data if self.is_valid() else {}
        return {"show": found.get("show") or "awaited", "q": found.get("q") or ""}


class ArriveForm(TapForm):
    """An arrival: `player`, the key of a person on the club's list, or `name`, as typed."""

    sentence = "Tap a name, or type one."
    player = forms.IntegerField(error_messages=dict.fromkeys(("required", "invalid"), sentence))
    name = NamesField(most=1)

    def __init__(self, data) -> None:
        super().__init__(data)
        del self.fields["player" if data.get("name") else "name"]

    def clean_name(self) -> str:
        return self.cleaned_data["name"][0]


class CarfulForm(TapForm):
    """Several who arrive together: `names`, as they were typed."""

    names = NamesField(most=MOST_AT_ONCE)


class LeftForm(TapForm):
    """Whether a player has left; cleans to True or False."""

    sentence = "Choose Has left or Here again."
    left = forms.TypedChoiceField(
        choices=YES_OR_NO,
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class EntersForm(TapForm):
    """Whether check-in enters people in the tournament; cleans to True or False."""

    sentence = "Choose whether check-in enters people."
    enters = forms.TypedChoiceField(
        choices=YES_OR_NO,
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class FeeForm(TapForm):
    """A check-in fee: whether it is paid (True or False), or another amount with the reason `why`.
    With `back`, the difference to what was paid is paid back. `sure` says which change a preview
    has shown (`seen_as`)."""

    sentence = "Enter whether the fee was paid, or a new fee."
    paid = forms.TypedChoiceField(
        required=False,
        choices=YES_OR_NO,
        coerce="yes".__eq__,
        empty_value=None,
        error_messages={"invalid_choice": sentence},
    )
    amount = MoneyField(label="New fee", required=False)
    why = TextField(label="Reason", max_length=200, help_text="Such as “helper” or “fell ill”.")
    back = forms.BooleanField(required=False)
    sure = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args, currency: str, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].currency = currency

    def clean(self) -> dict:
        typed = (self.cleaned_data.get(name) for name in ("paid", "amount"))
        if not self.errors and all(one is None for one in typed):
            raise forms.ValidationError(self.sentence)
        if self.cleaned_data.get("sure") and self.cleaned_data.get("why") == "":
            back = self.cleaned_data.get("back")
            self.fields["why"].widget.attrs["autofocus"] = True
            self.add_error("why", f"Say why the fee is {'paid back' if back else 'changed'}.")
        return self.cleaned_data

    @staticmethod
    def seen_as(before: int, after: int) -> str:
        """Return what a preview of a change of the fee sends as `sure`. A confirmation is valid for
        this change alone, not for one from a fee that another person has set since."""
        return f"{before} {after}"
