from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm, TextField

OUT_OF_DATE = "This page is out of date. Reload it and try again."


class _OfAHand(TapForm):
    """A word about a hand at the revision that was seen."""

    revision = forms.IntegerField(
        min_value=0,
        max_value=10**6,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), OUT_OF_DATE
        ),
    )


class RulingForm(_OfAHand):
    """The decision to keep a hand, and why."""

    why = TextField(required=True, error_messages={"required": "Say why you keep it."})


class AssentForm(_OfAHand):
    """Whether opponents confirm or dispute a hand, and why. Cleans to the arguments of
    `actions.assents.say`."""

    sentence = "Choose Confirm or Dispute."
    agrees = forms.TypedChoiceField(
        choices=[("yes", "Agree"), ("no", "Object")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    why = TextField()
    turned = forms.BooleanField(required=False)


class AskForm(TapForm):
    """Whether the other side is asked to agree to each hand."""

    sentence = "Choose Yes or No."
    asks = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
