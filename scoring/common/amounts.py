"""Money in whole minor units (pence, cents), never floats, and how it is written."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from functools import cache

from babel.core import get_global, parse_locale
from babel.numbers import get_currency_name, get_currency_precision, get_territory_currencies

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
# What people write beside an amount, by the last word of the currency's English name.
SIGNS = {
    "Dollar": "$",
    "Euro": "€",
    "Franc": "fr sfr",
    "Krona": "kr",
    "Krone": "kr",
    "Króna": "kr",
    "Peso": "$ ₱",
    "Pound": "£",
    "Rupee": "₹ rs",
    "Yen": "¥ 円",
    "Yuan": "¥ 元",
    "Zloty": "zł",
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
    """Return the minor units of an amount in a file, such as "0.25". Raise BadMoney for anything
    else; never round."""
    digits = decimals_of(currency)
    found = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]+))?", text, flags=re.ASCII)
    if not found:
        _refuse_two_ways(text, text, digits)
        raise BadMoney(f"{_quoted(text)} is not an amount such as {_quarter(digits)}.")
    return _minor(text, found[1], found[2] or "", currency)


WAYS = (
    r"([0-9]{1,9})()(?:[.,][-\u2013\u2014]{0,2})?",  # 5 and 5.-
    r"([1-9][0-9]{0,2}(?:,[0-9]{2,3})*,[0-9]{3})(?:\.([0-9]+))?",  # 1,234.50
    r"([0-9]{0,9})[.,]([0-9]+)",  # 2.50 and 2,50
    r"([1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?:,([0-9]+))?",  # 1.234,50
    r"([1-9][0-9]{0,2}(?:[ '\u2019][0-9]{3})+)(?:[.,]([0-9]+))?",  # 1 234,50
)
"""How figures are typed: the whole units and the decimals. The first that fits counts."""


def read_amount(text: str, currency: str) -> int:
    """Return the minor units of an amount as people type it, such as "£2.50", "2,50 €", "CAD 5",
    ".50", "5.-", "$1,234.50", "25p" or "500円". Raise BadMoney if it is no amount, or could be two;
    never round."""
    digits, said = decimals_of(currency), unicodedata.normalize("NFKC", text).casefold().strip()
    if coins := _coins(currency).fullmatch(said):
        return int(coins[1])
    figures = _around(currency).sub("", said)
    _refuse_two_ways(text, figures, digits)
    found = next(filter(None, (re.fullmatch(way, figures) for way in WAYS)), None)
    if not found:
        raise BadMoney(f"{_quoted(text)} is not an amount such as {typed_as(currency)}.")
    return _minor(text, re.sub("[^0-9]", "", found[1]), found[2] or "", currency)


def _refuse_two_ways(text: str, figures: str, digits: int) -> None:
    """Raise BadMoney for "1,500" and "1 500", which some write for one and a half."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})[, ]([0-9]{3})", figures, flags=re.ASCII)
    if digits and found:
        whole, part = found.groups()
        decimals = part if part[digits:].strip("0") else part[:digits]
        raise BadMoney(
            f"{_quoted(text)} could be {whole}{part} or {whole}.{decimals}. Enter one of these."
        )


def _minor(text: str, whole: str, part: str, currency: str) -> int:
    digits = DECIMALS[currency]
    if len(part) > digits:
        decimals = f"{digits} decimals" if digits else "no decimals. Enter a whole number"
        why = f"{_quoted(text)} has too many decimals. {currency} has {decimals}."
        if len(part) == 3 and whole.strip("0"):
            why += f" If it is {whole}{part}, enter it without a point."
        raise BadMoney(why)
    return int(whole or "0") * 10**digits + int(part.ljust(digits, "0") or "0")


def currency_of(accept_language: str, usual: str = "GBP") -> str:
    """Return the currency of the country of a browser's first language, such as USD for "en-US"
    and EUR for "de"; `usual` if it names none."""
    first = accept_language.split(",")[0].split(";")[0].strip().replace("-", "_")
    try:
        _, country, *_ = parse_locale(get_global("likely_subtags").get(first, first))
    except ValueError:
        return usual
    return next(iter(get_territory_currencies(country or "", _TODAY, tender=True)), usual)


def decimals_of(currency: str) -> int:
    """Return how many decimals a currency has. Raise BadMoney if there is no such currency."""
    if currency not in DECIMALS:
        raise BadMoney(f'"{currency}" is not a currency code such as GBP.')
    return DECIMALS[currency]


@cache
def _coins(currency: str) -> re.Pattern:
    coin = SMALL_COINS.get(currency, "")
    return re.compile(rf"([0-9]{{1,6}}) ?[{coin}{'c' if coin == '¢' else ''}]" if coin else "(?!)")


@cache
def _around(currency: str) -> re.Pattern:
    """Return what may be beside the figures: the code of the currency and its signs."""
    name = get_currency_name(currency, locale="en").split()[-1]
    signs = {currency, SYMBOLS.get(currency, currency), *SIGNS.get(name, "").split()}
    signs |= {name, f"{name}s"}
    if name == "Dollar":
        signs |= {f"{currency[:2]}$", f"{currency[0]}$"}
    one = "|".join(map(re.escape, sorted(map(str.casefold, signs), key=len, reverse=True)))
    return re.compile(rf"^(?:(?:{one})(?:\.? +)?)+|(?: *(?:{one}))+\.?$")


def _quoted(text: str) -> str:
    return f'"{text[:40]}"'


def _quarter(digits: int) -> str:
    return f"0.25{'0' * (digits - 2)}" if digits else "25"


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
    whole, coin = _quarter(DECIMALS[currency]), SMALL_COINS.get(currency, "").replace("¢", "c")
    return f"{whole} or 25{coin}" if coin else whole


def spoken(minor: int, currency: str) -> str:
    """Return a small amount as people say it, such as "25p", or else as `written` does."""
    coin = SMALL_COINS.get(currency)
    return f"{minor}{coin}" if coin and 0 < minor < 100 else written(minor, currency)
