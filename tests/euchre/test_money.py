import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from iso4217 import Currency

from scoring.common.amounts import (
    DECIMALS,
    SYMBOLS,
    BadMoney,
    Stake,
    parse,
    plain,
    read_amount,
    spoken,
    written,
)

MINOR = st.integers(0, 10**9 - 1)


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("0.25", "GBP", 25),
        ("1", "GBP", 100),
        ("0.5", "USD", 50),
        ("2.00", "CHF", 200),
        ("100", "JPY", 100),
        ("0.005", "KWD", 5),
        ("0", "GBP", 0),
        ("999999999.99", "GBP", 99999999999),
    ],
)
def test_an_amount_is_read_into_minor_units(text, currency, minor):
    assert parse(text, currency) == minor


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        ".5",
        "1.",
        "-1",
        "+1",
        "1e3",
        "NaN",
        " 1.00",
        "0,25",
        "0x1",
        "£1",
        "٣",
        "1234567890",
        "1.2.3",
        "1\n2",
    ],
)
def test_an_invalid_amount_is_refused(text):
    with pytest.raises(BadMoney) as caught:
        parse(text, "GBP")
    assert str(caught.value) == f'"{text}" is not an amount such as 0.25.'


@pytest.mark.parametrize(
    ("text", "currency", "ways"),
    [
        ("1,500", "KWD", ["1500", "1.500"]),
        ("1,500", "GBP", ["1500", "1.50"]),
        ("1 500", "SEK", ["1500", "1.50"]),
    ],
)
def test_an_ambiguous_thousands_separator_is_refused_in_a_file_and_in_a_form(text, currency, ways):
    for read in (parse, read_amount):
        with pytest.raises(BadMoney) as caught:
            read(text, currency)
        assert re.findall(r"[0-9.]+\b", str(caught.value).removeprefix(f'"{text}"')) == ways


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("0.25", "GBP", 25),
        ("25p", "GBP", 25),
        (" 5 P ", "GBP", 5),
        ("£1", "GBP", 100),
        ("£0.25", "GBP", 25),
        (".50", "GBP", 50),
        ("£.50", "GBP", 50),
        ("1,234.50", "GBP", 123450),
        ("$0.50", "USD", 50),
        ("50¢", "USD", 50),
        ("$1,234.50", "USD", 123450),
        ("US$5", "USD", 500),
        ("$5", "CAD", 500),
        ("$5", "NZD", 500),
        ("$5", "TTD", 500),
        ("5$", "AUD", 500),
        ("CAD 5", "CAD", 500),
        ("$5 CAD", "CAD", 500),
        ("CAD.50", "CAD", 50),
        ("C$5", "CAD", 500),
        ("S$5", "SGD", 500),
        ("5 dollars", "USD", 500),
        ("5 Euro", "EUR", 500),
        ("0,10", "EUR", 10),
        ("10c", "EUR", 10),
        ("2,50 €", "EUR", 250),
        ("2,50\N{NO-BREAK SPACE}€", "EUR", 250),
        ("1.234,50 €", "EUR", 123450),
        ("1\N{NARROW NO-BREAK SPACE}234,50 €", "EUR", 123450),
        ("chf 1", "CHF", 100),
        ("Fr. 5", "CHF", 500),
        ("5.-", "CHF", 500),
        ("5.–", "CHF", 500),
        ("1'234.50", "CHF", 123450),
        ("5 kr.", "SEK", 500),
        ("500円", "JPY", 500),
        ("￥1,500", "JPY", 1500),
        ("1.500", "KWD", 1500),
        ("0,250", "KWD", 250),
        ("1,23,456.50", "INR", 12345650),
    ],
)
def test_an_amount_is_read_in_any_usual_way_of_typing(text, currency, minor):
    assert read_amount(text, currency) == minor


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "2.5p",
        "p",
        "-5p",
        "-5",
        "٣p",
        "£",
        "25c",
        "€5",
        "1e3",
        "9999999p",
        "1.2.3",
        "1,2,3",
    ],
)
def test_an_invalid_typed_amount_is_refused(text):
    with pytest.raises(BadMoney):
        read_amount(text, "GBP")


@pytest.mark.parametrize(
    ("currency", "example"), [("GBP", "0.25 or 25p"), ("KWD", "0.250"), ("JPY", "25")]
)
def test_a_refusal_gives_an_example_in_the_currency(currency, example):
    with pytest.raises(BadMoney, match=f"such as {example}[.]$"):
        read_amount("much", currency)


@pytest.mark.parametrize(
    ("text", "currency", "digits"), [("0.255", "GBP", 2), ("1.0", "JPY", 0), ("1.2345", "KWD", 3)]
)
def test_an_amount_is_never_rounded(text, currency, digits):
    with pytest.raises(BadMoney) as caught:
        parse(text, currency)
    assert str(caught.value).startswith(f'"{text}" has too many decimals. {currency} has ')
    assert (str(digits) if digits else "whole number") in str(caught.value)


@pytest.mark.parametrize("currency", ["", "gbp", "POUNDS", "XXX", "£"])
def test_a_currency_is_a_code_in_use(currency):
    with pytest.raises(BadMoney) as caught:
        parse("1", currency)
    assert str(caught.value) == f'"{currency}" is not a currency code such as GBP.'


@given(MINOR, st.sampled_from(sorted(DECIMALS)))
def test_an_amount_in_figures_and_in_words_reads_back_the_same(minor, currency):
    assert parse(plain(minor, currency), currency) == minor
    assert read_amount(plain(minor, currency), currency) == minor
    assert read_amount(written(minor, currency), currency) == minor


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (175, "GBP", "1.75"),
        (-5, "GBP", "-0.05"),
        (0, None, "0.00"),
        (-300, "JPY", "-300"),
        (1, "KWD", "0.001"),
    ],
)
def test_figures_have_the_currency_s_decimals(minor, currency, text):
    assert plain(minor, currency) == text


@pytest.mark.parametrize(
    ("minor", "currency", "plus", "text"),
    [
        (175, "GBP", False, "£1.75"),
        (175, "GBP", True, "+£1.75"),
        (-50, "EUR", True, "−€0.50"),
        (0, "GBP", True, "£0.00"),
        (200, "CHF", False, "CHF 2.00"),
    ],
)
def test_an_amount_for_people_has_sign_and_symbol(minor, currency, plus, text):
    assert written(minor, currency, plus=plus) == text


@pytest.mark.parametrize(
    ("stake", "text"),
    [
        (Stake("GBP", 25), "25p a point"),
        (Stake("EUR", 5), "5c a point"),
        (Stake("GBP", 100), "£1.00 a point"),
        (Stake("CHF", 25), "CHF 0.25 a point"),
    ],
)
def test_a_stake_is_written_in_everyday_words(stake, text):
    assert str(stake) == text


def test_zero_is_not_written_in_small_coins():
    assert spoken(0, "GBP") == "£0.00"


WRITTEN_BEFORE = {
    3: "BHD IQD JOD KWD LYD OMR TND",
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG
HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES
WST XCD YER ZAR ZMW
""",
}
"""In which decimals books were written up to 0.5, when the table was our own."""


@pytest.mark.parametrize(
    ("digits", "currency"),
    [(digits, code) for digits, codes in WRITTEN_BEFORE.items() for code in codes.split()],
)
def test_amounts_written_by_earlier_versions_are_unchanged(digits, currency):
    for minor in (0, 1, 5, 99, 100, 175, 1000, 999_999_999):
        sign = SYMBOLS.get(currency, f"{currency} ")
        told = f"{minor / 10**digits:.{digits}f}"
        assert (plain(minor, currency), written(minor, currency)) == (told, sign + told)
        assert parse(told, currency) == minor


def test_every_currency_has_the_minor_unit_of_iso_4217():
    listed = {one.code: one.exponent for one in Currency}
    ended = {"BGN": 2}
    assert {code: (listed | ended)[code] for code in DECIMALS} == DECIMALS
