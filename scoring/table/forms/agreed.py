from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm, TextField

OUT_OF_DATE = "This page is out of date. Reload it and try again."


class _OfAHand(TapForm):
    """Something said of a hand as it stood when it was looked at."""

    revision = forms.IntegerField(
        min_value=0,
        max_value=10**6,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), OUT_OF_DATE
        ),
    )


class RulingForm(_OfAHand):
    """That a hand stands, and why."""

    why = TextField(required=True, error_messages={"required": "Say why you keep it."})


class AssentForm(_OfAHand):
    """What the other side says of a hand: that it agrees, or objects, and why. Cleans to what
    `actions.assents.say` wants."""

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
