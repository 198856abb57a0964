"""The forms for pictures of tally cards."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile

from scoring.common.fields import TapForm
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.forms.enter_scores import page_field
from scoring.tournament.pure.card_layout import COLUMNS, MOST_LONES

MOST_TAPPED = 4 * COLUMNS - 1
"""The most points that can be chosen. Those without a box on the card are listed below it."""
NONE_CHOSEN = "Choose a picture first."
MOST_FILES = 60
"""In one form. A page with scripts sends each by itself."""


class Pictures(forms.FileInput):
    """A field for several files."""

    allow_multiple_selected = True


class PicturesField(forms.FileField):
    """One or more files. It cleans to a list."""

    def clean(self, data, initial=None) -> list[UploadedFile]:
        files = [super(PicturesField, self).clean(one, initial) for one in data or ()]
        return [one for one in files if one]


class PicturesForm(TapForm):
    """Pictures of a camera or of a scanner. Once clean, `pictures` has all of them."""

    photo = PicturesField(
        label="Take a picture",
        required=False,
        widget=Pictures(attrs={"accept": "image/*", "capture": "environment", "multiple": False}),
        error_messages={"empty": "That file is empty."},
    )
    files = PicturesField(
        label="Choose pictures or a scan",
        required=False,
        widget=Pictures(attrs={"accept": "image/*,application/pdf"}),
        error_messages={"empty": "That file is empty."},
    )

    def clean(self) -> dict:
        found = [*self.cleaned_data.get("photo", ()), *self.cleaned_data.get("files", ())]
        if not found and not self.errors:
            raise forms.ValidationError(NONE_CHOSEN)
        if len(found) > MOST_FILES:
            raise forms.ValidationError(f"Send up to {MOST_FILES} pictures at a time.")
        return self.cleaned_data | {"pictures": found}


def _said(needed: str) -> dict[str, str]:
    return {"required": needed, **dict.fromkeys(("invalid", "min_value", "max_value"), OUT_OF_DATE)}


class CardAnswerForm(TapForm):
    """One round of a card, as a person reads it in its clipping."""

    key = forms.UUIDField(error_messages=_said(OUT_OF_DATE))
    round = page_field()
    no = page_field()
    points = forms.IntegerField(
        min_value=0, max_value=MOST_TAPPED, error_messages=_said("Tap the box of the points.")
    )
    lones = forms.IntegerField(
        min_value=0,
        max_value=MOST_LONES,
        error_messages=_said("Tap the box of the lone hands, or No lone hand."),
    )
    won = forms.BooleanField(required=False)
    # The round whose entered cards the page shows.
    shown = page_field(required=False)
