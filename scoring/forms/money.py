from __future__ import annotations

from django import forms

from scoring.forms.tables import typed_money
from scoring.rules.money import SMALL_COINS, SYMBOLS, BadMoney, parse, plain, written

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


def typed_money(text: str, currency: str) -> int:
    """Return the minor units of "0.25", and of "25p" or "£0.25" where the currency is written
    so."""
    text, coin = text.strip().lower(), SMALL_COINS.get(currency, "")
    if not coin or not text.endswith(coin):
        return parse(text.removeprefix(SYMBOLS.get(currency, currency).lower()), currency)
    coins = text.removesuffix(coin).strip()
    if not (coins.isascii() and coins.isdigit() and len(coins) < 7):
        raise BadMoney(f'"{text}" is not an amount such as 25{coin}.')
    return int(coins)
