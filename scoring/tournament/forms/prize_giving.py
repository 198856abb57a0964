"""The forms to decide cuts, pay prizes and count pots."""

from __future__ import annotations

from django import forms

from scoring.common.fields import MoneyField, TapForm
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.pure.document import MOST_TICKETS
from scoring.tournament.pure.settings import LONGEST_NAME

SENTENCE = OUT_OF_DATE
LONGEST_KEY = 120
ANY_WRONG = dict.fromkeys(
    ("required", "invalid", "invalid_choice", "max_length", "min_value"), SENTENCE
)


NUMBER_WRONG = ("required", "invalid", "min_value", "max_value")


class CutForm(TapForm):
    """The winner of the cut for a prize. It is blank if the cut is not decided."""

    prize = forms.CharField(max_length=LONGEST_KEY, error_messages=ANY_WRONG)
    winner = forms.IntegerField(
        min_value=1, max_value=999, required=False, error_messages=ANY_WRONG
    )


class PayForm(TapForm):
    """The way to pay a prize (by the key of its line), or all unpaid prizes. With `though_short`
    the payment may exceed the cash that the accounts have in the box."""

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
    """The payment to undo (by the key of its line), or all payments."""

    key = forms.UUIDField(required=False, error_messages=ANY_WRONG)


class TicketsForm(TapForm):
    """How many tickets an entrant (by number) holds."""

    no = forms.IntegerField(
        min_value=1, max_value=999, error_messages=dict.fromkeys(NUMBER_WRONG, "Choose an entrant.")
    )
    tickets = forms.IntegerField(
        min_value=0,
        max_value=MOST_TICKETS,
        error_messages=dict.fromkeys(
            NUMBER_WRONG, f"Enter the number of tickets, from 0 to {MOST_TICKETS}."
        ),
    )


class PotForm(forms.Form):
    """The amount that was counted in a pot, and for a pot that waits for something, whether it
    `happened`."""

    name = forms.CharField(
        max_length=LONGEST_NAME, widget=forms.HiddenInput, error_messages=ANY_WRONG
    )
    amount = MoneyField(
        label="Amount counted", error_messages={"required": "Enter the amount counted, or 0."}
    )

    happened = forms.BooleanField(required=False)

    def __init__(self, *args, currency: str, when: str = "", **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].currency = currency
        self.fields["happened"].label = f"This happened: {when}"
        if not when:
            del self.fields["happened"]

    @property
    def complaint(self) -> str:
        """The error that is not shown beside the amount, or ""."""
        return "" if "amount" in self.errors else self.errors["name"][0]
