import pytest

from scoring.forms.tables import typed_money
from scoring.rules.money import BadMoney


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("0.25", "GBP", 25),
        ("25p", "GBP", 25),
        (" 5 P ", "GBP", 5),
        ("£1", "GBP", 100),
        ("£0.25", "GBP", 25),
        ("$0.50", "USD", 50),
        ("50¢", "USD", 50),
        ("0,10", "EUR", 10),
        ("10c", "EUR", 10),
        ("chf 1", "CHF", 100),
    ],
)
def test_a_stake_may_be_typed_as_people_say_it(text, currency, minor):
    assert typed_money(text, currency) == minor


@pytest.mark.parametrize("text", ["2.5p", "p", "-5p", "٣p", "£", "25c", "1e3", "99999999p"])
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(BadMoney):
        typed_money(text, "GBP")
