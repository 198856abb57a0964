"""Money in whole minor units (pence, cents), never floats, and how it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies

SYMBOLS = {
    "GBP": "£",
    "EUR": "€",
    "USD": "$",
    "CAD": "C$",
    "AUD": "A$",
    "NZD": "NZ$",
    "JPY": "¥",
    "INR": "₹",
}
SMALL_COINS = {"GBP": "p", "EUR": "c", "USD": "¢", "CAD": "¢", "AUD": "c", "NZD": "c"}

# CLDR, which Babel keeps, says in what people hand an amount over: nobody in Iraq has seen a fils.
# What is stored is the minor unit of ISO 4217, and a book that was written in it stays exact.
_OF_ISO = {"IQD": 3} | dict.fromkeys("AFN ALL IRR KPW LAK LBP MGA MMK RSD SOS SYP YER".split(), 2)
_TODAY = date(2026, 1, 1)
"""A fixed date, so that a currency stays in a club’s accounts after the day it is abolished."""


def _in_use() -> set[str]:
    """Return the currencies that are legal tender somewhere, and one that ISO keeps listing."""
    countries = get_global("territory_currencies")
    return {"SVC"}.union(*(get_territory_currencies(one, _TODAY, tender=True) for one in countries))


DECIMALS = {code: _OF_ISO.get(code, get_currency_precision(code)) for code in sorted(_in_use())}
"""How many decimals the minor unit of each currency is."""


class BadMoney(ValueError):
    """Invalid amount or currency. The message says why."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The price of one point, in minor units of a currency."""

    currency: str
    minor: int

    def __str__(self) -> str:
        return self.as_text("point")

    def as_text(self, unit: str) -> str:
        """Return "25p a point", "£1.00 a game point"."""
        return f"{spoken(self.minor, self.currency)} a {unit}"


def parse(text: str, currency: str) -> int:
    """Return the minor units of "0.25"; raises BadMoney, never rounds."""
    if currency not in DECIMALS:
        raise BadMoney(f'"{currency}" is not a currency code such as GBP.')
    digits = DECIMALS[currency]
    found = re.fullmatch(r"([0-9]{1,9})(?:[.,]([0-9]+))?", text.strip(), flags=re.ASCII)
    if not found:
        raise BadMoney(f'"{text[:40]}" is not an amount such as 0.25.')
    whole, part = found[1], found[2] or ""
    if len(part) > digits:
        decimals = f"{digits} decimals" if digits else "no decimals. Enter a whole number"
        raise BadMoney(f'"{text[:40]}" has too many decimals. {currency} has {decimals}.')
    return int(whole) * 10**digits + int((part or "0").ljust(digits, "0") or "0")


def plain(minor: int, currency: str | None) -> str:
    """Return the amount in figures alone: 175 pence are "1.75", -5 are "-0.05"."""
    digits = DECIMALS[currency] if currency else 2
    sign, units = ("-" if minor < 0 else ""), abs(minor)
    if not digits:
        return f"{sign}{units}"
    whole, part = divmod(units, 10**digits)
    return f"{sign}{whole}.{part:0{digits}}"


def written(minor: int, currency: str, *, plus: bool = False) -> str:
    """Return the amount for people: "£1.75", "−£0.50", "CHF 2.00"; with `plus`, "+£1.75"."""
    sign = "\N{MINUS SIGN}" if minor < 0 else "+" if plus and minor else ""
    mark = SYMBOLS.get(currency, f"{currency} ")
    return f"{sign}{mark}{plain(abs(minor), currency)}"


def typed_as(currency: str) -> str:
    """Return examples of how to type a small amount, such as "0.25 or 25c". Without a sign for
    coins only "0.25" or "25"."""
    digits, coin = DECIMALS[currency], SMALL_COINS.get(currency, "").replace("¢", "c")
    whole = f"0.25{'0' * (digits - 2)}" if digits else "25"
    return f"{whole} or 25{coin}" if coin else whole


def spoken(minor: int, currency: str) -> str:
    """Return a small amount as people say it, such as "25p", or else as `written` does."""
    coin = SMALL_COINS.get(currency)
    return f"{minor}{coin}" if coin and 0 < minor < 100 else written(minor, currency)
