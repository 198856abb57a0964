"""Prizes and pots as they are typed: a row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import forms

from scoring.forms.money import MoneyField
from scoring.forms.texts import NameField
from scoring.movements.tournament.formats import POT_TO, PRIZES, Format
from scoring.movements.tournament.settings import LONGEST_NAME

POTS = 2
"""How many there is room for at least."""
EACH = {
    "": "whatever people put in",
    "lone": "for every lone hand tried",
    "euchre": "for every euchre",
}


def _slug(prize: str) -> str:
    return f"prize_{prize.replace(' ', '_')}"


def _money(value: int, currency: str, label: str) -> MoneyField:
    field = MoneyField(label=label, required=False, initial=value or None)
    field.currency = currency
    return field


def prize_rows(now: Format, currency: str) -> dict[str, forms.Field]:
    """Return the fields of every prize, as the format has them."""
    given, found = {one.prize: one for one in now.prizes}, {}
    for key, title in PRIZES.items():
        prize, name = given.get(key), _slug(key)
        found[name] = forms.BooleanField(label=title, required=False, initial=prize is not None)
        found[f"{name}_amount"] = _money(prize.amount if prize else 0, currency, f"{title}: money")
        found[f"{name}_gift"] = NameField(
            label=f"{title}: or a gift",
            max_length=LONGEST_NAME,
            initial=prize.gift if prize else "",
        )
        for part, placeholder in (("amount", "money"), ("gift", "or a gift")):
            field = found[f"{name}_{part}"]
            told = {"placeholder": placeholder, "aria-label": field.label, "autocomplete": "off"}
            field.widget.attrs |= told
    return found


@dataclass(frozen=True, kw_only=True)
class PrizeRow:
    """A prize on the form: whether it is given, its money, its gift."""

    key: str
    given: forms.BoundField
    amount: forms.BoundField
    gift: forms.BoundField

    @property
    def shown(self) -> bool:
        """Whether it is among those that are given; the others are folded away."""
        return any(field.value() or field.errors for field in self.fields)

    @property
    def fields(self) -> tuple[forms.BoundField, ...]:
        return self.given, self.amount, self.gift

    @classmethod
    def of(cls, form: forms.Form, key: str, title: str) -> PrizeRow:
        name = _slug(key)
        return cls(
            key=key, given=form[name], amount=form[f"{name}_amount"], gift=form[f"{name}_gift"]
        )

    def told(self, clean: Mapping) -> dict | None:
        """Return the prize as a tournament's file has it; whatever has money or a gift is given."""
        amount, gift = clean[self.amount.name] or 0, clean[self.gift.name]
        if not (clean[self.given.name] or amount or gift):
            return None
        return {"prize": self.key, "amount": amount, "gift": gift}


def pot_rows(now: Format, currency: str) -> dict[str, forms.Field]:
    """Return the fields of the pots, as the format has them."""
    found = {}
    for no in _numbers(now):
        pot = now.pots[no - 1] if no <= len(now.pots) else None
        found[f"pot_{no}_name"] = NameField(
            label="Pot",
            max_length=LONGEST_NAME,
            initial=pot.name if pot else "",
            help_text="“Lone-hand basket”. Empty: none.",
        )
        found[f"pot_{no}_each"] = _money(pot.each if pot else 0, currency, "Put in each time")
        found[f"pot_{no}_for_each"] = forms.ChoiceField(
            label="When",
            required=False,
            choices=list(EACH.items()),
            initial=pot.for_each if pot else "",
        )
        found[f"pot_{no}_to"] = forms.ChoiceField(
            label="Goes to",
            required=False,
            choices=list(POT_TO.items()),
            initial=pot.to if pot else "first",
        )
    return found


def _numbers(now: Format) -> range:
    return range(1, max(POTS, len(now.pots)) + 1)


@dataclass(frozen=True, kw_only=True)
class PotRow:
    """A pot on the form."""

    name: forms.BoundField
    each: forms.BoundField
    for_each: forms.BoundField
    to: forms.BoundField

    @classmethod
    def all_of(cls, form: forms.Form, now: Format) -> list[PotRow]:
        fields = ("name", "each", "for_each", "to")
        return [
            cls(**{field: form[f"pot_{no}_{field}"] for field in fields}) for no in _numbers(now)
        ]

    def told(self, clean: Mapping, counted: Mapping[str, int]) -> dict:
        """Return the pot as a tournament's file has it, with what was `counted` in pots by their
        names."""
        name = clean[self.name.name]
        return {
            "name": name,
            "to": clean[self.to.name] or "first",
            "amount": counted.get(name, 0),
            "each": clean[self.each.name] or 0,
            "for_each": clean[self.for_each.name],
        }


def pots_told(rows: Sequence[PotRow], clean: Mapping, now: Format) -> list[dict]:
    """Return the pots that have a name; one that goes by another name keeps what was counted in
    it."""
    names = [clean[row.name.name] for row in rows]
    renamed = {
        name: pot.amount
        for name, pot in zip(names, now.pots, strict=False)
        if pot.name not in names
    }
    counted = renamed | {pot.name: pot.amount for pot in now.pots}
    return [row.told(clean, counted) for row, name in zip(rows, names, strict=True) if name]
