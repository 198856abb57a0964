from __future__ import annotations

import re

from django import forms
from django.core.validators import RegexValidator

from scoring.rules.names import UNFIT_FOR_A_NAME
from scoring.rules.sheet_values import UNFIT

LONGEST = 200


def _without(unfit: re.Pattern) -> RegexValidator:
    return RegexValidator(
        unfit, inverse_match=True, message="This text holds a sign that cannot be printed."
    )


class TextField(forms.CharField):
    """A line of free text that every screen, sheet and database can keep; may stay empty."""

    default_validators = [_without(UNFIT)]

    def __init__(self, *, max_length: int = LONGEST, required: bool = False, **kwargs) -> None:
        super().__init__(max_length=max_length, required=required, **kwargs)


class NameField(TextField):
    """A name that a sheet can tell."""

    default_validators = [_without(UNFIT_FOR_A_NAME)]


class WhyForm(forms.Form):
    """Why something is done, if anybody says so."""

    why = TextField()


class DecisionForm(forms.Form):
    """What a hand that waits is: another one, one that counts told again, or told rightly at last;
    or what a
    `number` of them are that follow one another."""

    sentence = "Say whether it is another hand or the same. It waits until then."
    keep = forms.ChoiceField(
        choices=[("yes", "another"), ("no", "the same"), ("instead", "instead of it")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    same_as = forms.UUIDField(required=False, error_messages={"invalid": sentence})
    revision = forms.IntegerField(required=False, min_value=0, max_value=10**6)
    number = forms.IntegerField(required=False, min_value=2, max_value=1000)
    seen = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)

    @property
    def complaint(self) -> str:
        """What is wrong, in a sentence."""
        return self.sentence


class TickForm(forms.Form):
    """Whether a transfer was paid; cleans to True or False."""

    sentence = "Say whether it was paid. Nothing was changed."
    paid = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
