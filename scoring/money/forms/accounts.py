"""The filters of the accounts' pages, and the decision on payments that wait on a sheet."""

from __future__ import annotations

from datetime import date

from django import forms
from django.utils import timezone

from scoring.common.fields import DayField, MoneyField, TapForm, TextField
from scoring.money.forms.ledger import HIGHEST


class AccountsForm(forms.Form):
    """The accounts in a list, which are those with a balance, of one side or both, or all."""

    show = forms.ChoiceField(
        label="Show",
        required=False,
        choices=[
            ("", "Not settled"),
            ("owing", "Owe"),
            ("owed", "Are owed"),
            ("all", "Everyone"),
        ],
    )
    q = TextField(
        label="Find a name",
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "placeholder": "Find a name",
                "autocomplete": "off",
                "enterkeyhint": "go",
            }
        ),
    )

    @property
    def asked(self) -> dict[str, str]:
        """The filters that were asked for, without invalid ones."""
        found = self.cleaned_data if self.is_valid() else {}
        return {"show": found.get("show", ""), "q": found.get("q", "")}


class StatementForm(forms.Form):
    """The first and the last day of a statement of account; blank is from the beginning, until
    today."""

    first = DayField(label="From", required=False)
    last = DayField(label="To", required=False)

    def clean(self) -> dict:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and first > (last or timezone.localdate()):
            self.add_error("first", "Choose a first day that isn’t after the last day.")
        return self.cleaned_data


class YearForm(StatementForm):
    """The days of a year of accounts; blank is the current year."""

    def __init__(self, data, *, year: tuple[date, date]) -> None:
        given = [data.get("first"), data.get("last")]
        shown = {"first": str(year[0]), "last": str(year[1])}
        super().__init__({**shown} if not any(given) else data)
        for field in self.fields.values():
            field.required = True
            field.error_messages["required"] = "Enter both dates, or leave both blank."


class CountForm(forms.Form):
    """The amount counted in the cash box."""

    counted = MoneyField(label="Cash counted", most=HIGHEST)

    def __init__(self, *args, currency: str) -> None:
        super().__init__(*args)
        self.fields["counted"].currency = currency


class WaitingForm(TapForm):
    """The decision on a payment that waits on a sheet, which was paid, or is carried over to the
    accounts."""

    sentence = "Choose whether it was paid or is carried over."
    now = forms.ChoiceField(
        choices=[("paid", "paid"), ("carried", "carried over")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class CarryForm(TapForm):
    """Whether what is open is carried over to the accounts; with `payment`, that one alone."""

    sentence = "Choose whether to carry it over."
    carried = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    payment = forms.ModelChoiceField(
        queryset=None,
        required=False,
        error_messages={"invalid_choice": "This closing has no such payment."},
    )

    def __init__(self, *args, payments) -> None:
        super().__init__(*args)
        self.fields["payment"].queryset = payments
