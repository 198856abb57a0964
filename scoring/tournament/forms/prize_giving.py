"""What is tapped and typed while prizes are given."""

from __future__ import annotations

from django import forms

from scoring.common.fields import MoneyField, TapForm
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.pure.settings import LONGEST_NAME

SENTENCE = OUT_OF_DATE
LONGEST_KEY = 120
ANY_WRONG = dict.fromkeys(
    ("required", "invalid", "invalid_choice", "max_length", "min_value"), SENTENCE
)


class CutForm(TapForm):
    """Who won the cut for a prize; nobody: it is not decided."""

    prize = forms.CharField(max_length=LONGEST_KEY, error_messages=ANY_WRONG)
    winner = forms.IntegerField(
        min_value=1, max_value=999, required=False, error_messages=ANY_WRONG
    )


class PayForm(TapForm):
    """How a prize is paid (by the key of its line), or all that are open; `though_short`: out of a
    box that holds less by the book."""

    key = forms.UUIDField(required=False, error_messages=ANY_WRONG)
    how = forms.ChoiceField(
        choices=[("cash", "in cash"), ("account", "onto the account")], error_messages=ANY_WRONG
    )
    though_short = forms.BooleanField(required=False)

    def clean(self) -> dict:
        clean = super().clean()
        return {
            "key": clean.get("key"),
            "in_cash": clean.get("how") == "cash",
            "though_short": clean.get("though_short", False),
        }


class TakePrizeBackForm(TapForm):
    """Which payment is taken back (by the key of its line), or all of them."""

    key = forms.UUIDField(required=False, error_messages=ANY_WRONG)


class PotForm(forms.Form):
    """What was counted in a pot."""

    name = forms.CharField(
        max_length=LONGEST_NAME, widget=forms.HiddenInput, error_messages=ANY_WRONG
    )
    amount = MoneyField(
        label="Amount counted", error_messages={"required": "Enter the amount counted, or 0."}
    )

    def __init__(self, *args, currency: str, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].currency = currency

    @property
    def complaint(self) -> str:
        """What is wrong, where it does not stand beside the amount."""
        return "" if "amount" in self.errors else self.errors["name"][0]
