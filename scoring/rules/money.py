"""Money in whole minor units (pence, cents), never floats, and how it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

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

# ISO 4217, active codes: three decimals, none, and the rest, which have two.
_THREE = "BHD IQD JOD KWD LYD OMR TND"
_NONE = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
_TWO = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG
HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES
WST XCD YER ZAR ZMW
"""
DECIMALS = {
    code: digits for digits, codes in ((3, _THREE), (0, _NONE), (2, _TWO)) for code in codes.split()
}


class BadMoney(ValueError):
    """An amount or a currency that cannot be: the message says why."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Money for one point: a currency and its minor units."""

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
        raise BadMoney(
            f'"{text[:40]}" has more than {digits} decimals, the most that {currency} has.'
        )
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


def spoken(minor: int, currency: str) -> str:
    """Return a small amount as people say it: "25p", else as `written`."""
    coin = SMALL_COINS.get(currency)
    return f"{minor}{coin}" if coin and 0 < minor < 100 else written(minor, currency)
