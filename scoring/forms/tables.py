from __future__ import annotations

from django import forms

from scoring.forms.names import NamesField
from scoring.rules import rule_sets
from scoring.rules.money import DECIMALS, SMALL_COINS, SYMBOLS, BadMoney, parse, written
from scoring.rules.names import name_key

CALL_ACE = rule_sets.find("call-ace")
HIGHEST_STAKE = 10**6  # minor units
CURRENCIES = ("GBP", "EUR", "USD", "CAD", "AUD", "NZD", "CHF", "SEK", "NOK", "DKK", "PLN", "JPY")


def typed_money(text: str, currency: str) -> int:
    """Return the minor units of "0.25", and of "25p" or "£0.25" where the currency is written so."""
    text, coin = text.strip().lower(), SMALL_COINS.get(currency, "")
    if not coin or not text.endswith(coin):
        return parse(text.removeprefix(SYMBOLS.get(currency, currency).lower()), currency)
    coins = text.removesuffix(coin).strip()
    if not (coins.isascii() and coins.isdigit() and len(coins) < 7):
        raise BadMoney(f'"{text}" is not an amount such as 25{coin}.')
    return int(coins)


class TableForm(forms.Form):
    """Who sits where, and for what. `values` is what opens the table; no first dealer means: drawn."""

    names = NamesField(
        label="Names, clockwise",
        fewest=min(CALL_ACE.players),
        most=max(CALL_ACE.players),
        help_text="Four to seven, as they sit: Ann, Ben, Cat, Dan",
    )
    stake = forms.CharField(
        label="Stake a point",
        required=False,
        max_length=16,
        widget=forms.TextInput(
            attrs={"inputmode": "decimal", "placeholder": "nothing", "autocomplete": "off"}
        ),
        help_text="0.25 or 25p. Empty: you play for points.",
    )
    dealer = forms.CharField(
        label="First dealer",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "First jack deals"}),
        help_text="A name; empty: the site throws cards round, and the first jack deals.",
    )
    joker = forms.BooleanField(label="With the joker", required=False)
    full = forms.BooleanField(label="Note every fact too: suit called, turn-up, how made", required=False)

    def __init__(self, *args, currency: str = "GBP", **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency

    def clean_stake(self) -> int:
        text = self.cleaned_data["stake"]
        try:
            stake = typed_money(text, self.currency) if text else 0
        except BadMoney as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        if stake > HIGHEST_STAKE:
            raise forms.ValidationError(
                f"{written(stake, self.currency)} a point is more than anybody plays for."
            )
        return stake

    def clean_dealer(self) -> int | None:
        wanted, names = self.cleaned_data["dealer"], self.cleaned_data.get("names", [])
        if not wanted:
            return None
        keys, key = [name_key(name) for name in names], name_key(wanted)
        found = [seat for seat, own in enumerate(keys) if own == key]
        found = found or [seat for seat, own in enumerate(keys) if own.startswith(key)]
        if names and len(found) != 1:
            raise forms.ValidationError(f"“{wanted}” is not one of the names above.")
        return found[0] if found else None

    @property
    def values(self) -> dict:
        """What `actions.tables.open_table` wants."""
        clean = self.cleaned_data
        return {
            "names": clean["names"],
            "stake_minor": clean["stake"],
            "options": {"joker": True} if clean["joker"] else {},
            "full": clean["full"],
            "first_dealer": clean["dealer"],
        }


class StartTableForm(TableForm):
    """The front page's form: a table without an account."""

    currency = forms.ChoiceField(choices=[(code, code) for code in CURRENCIES], initial="GBP")
    field_order = ("names", "stake", "currency")

    def __init__(self, data=None, **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.currency = self.data.get("currency") or self.currency


class PeopleForm(forms.Form):
    """Who sits at the table from now on, clockwise."""

    names = NamesField(label="Names, clockwise", fewest=min(CALL_ACE.players), most=max(CALL_ACE.players))


class ClubForm(forms.Form):
    """A club: its name and the currency it settles in."""

    name = forms.CharField(max_length=60)
    currency = forms.CharField(max_length=3, initial="GBP")

    def clean_currency(self) -> str:
        code = self.cleaned_data["currency"].upper()
        if code not in DECIMALS:
            raise forms.ValidationError(f"“{code}” is not a currency code such as GBP.")
        return code
