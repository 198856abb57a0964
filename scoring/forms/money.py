from __future__ import annotations

from django import forms

from scoring.forms.tables import typed_money
from scoring.rules.money import BadMoney, plain, written

HIGHEST_AMOUNT = 10**6  # minor units


class MoneyField(forms.CharField):
    """An amount typed as people type it ("2.50", "50p"); cleans to minor units, None where it stays
    empty.

    Its form says in which `currency` before it is shown or cleaned.
    """

    currency = "GBP"

    def __init__(self, *, most: int = HIGHEST_AMOUNT, **kwargs) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=16, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most = most

    def prepare_value(self, value: object) -> object:
        return plain(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            minor = typed_money(text, self.currency)
        except BadMoney as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        if minor > self.most:
            raise forms.ValidationError(
                f"{written(minor, self.currency)} is more than can be right here."
            )
        return minor
