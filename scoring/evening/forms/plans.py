"""Forms for seating: players, tables, rules, and moves by hand."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from scoring.common.fields import MoneyField, NamesField, TapForm
from scoring.common.lists import names_in
from scoring.common.names import name_key
from scoring.euchre.books import SHELF
from scoring.euchre.rule_set import RuleSet
from scoring.movement.mixes import (
    CALL_ACE,
    FOUR,
    KINDS,
    MOST_PEOPLE,
    PARTNERS,
    SIX,
    THREE,
    TWO,
    Mix,
    kind_of,
    meaning_of,
    mixes,
    name_of,
)
from scoring.table.forms.tables import FIRST, HIGHEST_STAKE, stake_hint

WAITING = "waiting"


class MoveForm(TapForm):
    """A move in a plan; `to` cleans to a table and a seat, or to None for the waiting list.

    `people` and `seats` are the choices offered; the action checks that the plan has them.
    """

    who = forms.IntegerField(
        label="Player",
        min_value=0,
        max_value=2**62,
        widget=forms.Select,
        error_messages={"required": "Choose a player."},
    )
    to = forms.RegexField(
        r"^(waiting|\d{1,3}\.\d)$",
        label="New seat",
        widget=forms.Select,
        error_messages={
            "required": "Choose a new seat.",
            "invalid": "This plan has no such seat.",
        },
    )
    seen = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(
        self,
        data=None,
        *,
        people: Iterable[tuple[int, str]] = (),
        seats: Iterable[tuple[str, str]] = (),
        **kwargs,
    ) -> None:
        super().__init__(data, **kwargs)
        self.fields["who"].widget.choices = [("", "Choose"), *people]
        self.fields["to"].widget.choices = [("", "Choose"), *seats, (WAITING, "Waiting list")]

    def clean_to(self) -> tuple[int, int] | None:
        to = self.cleaned_data["to"]
        return None if to == WAITING else tuple(int(part) for part in to.split("."))

    @property
    def complaint(self) -> str:
        """Everything that is wrong."""
        return " ".join(error for errors in self.errors.values() for error in errors)


class SeenForm(TapForm):
    """The edition of a plan that was looked at."""

    seen = forms.IntegerField(
        min_value=0,
        max_value=2**31,
        error_messages={"required": "Open the plan first."},
    )


WAYS = (
    (
        "books",
        "By cutting",
        "Everyone draws a card. The cards decide who sits where.",
    ),
    ("balanced", "Balanced", "Players who rarely met in the past year sit together."),
    ("hand", "By hand", "All seats start empty. You fill them."),
)
TABLES = {
    CALL_ACE: "Call-Ace tables",
    PARTNERS: "Four-handed tables",
    SIX: "Six-handed tables",
    THREE: "Three-handed tables",
    TWO: "Two-handed tables",
}
NO_MIX = {
    "required": "Choose which tables to make.",
    "invalid_choice": "These tables don’t fit this number of people.",
}


class PlanForm(forms.Form):
    """The input for a seating plan. `people`, `names` and `tables` are the arguments of
    `actions.plans.make_plan`.

    `free` are the players to choose from, each with `pk` and `name`. `houses` are house rules, each
    with `pk`, `base` and `rules`. `usual` are the club's last tables, the latest first.
    """

    who = forms.MultipleChoiceField(required=False)
    names = NamesField(
        label="Other players",
        fewest=0,
        required=False,
        help_text="Type names in order of arrival, with commas between them.",
    )
    mix = forms.ChoiceField(error_messages=NO_MIX)
    way = forms.ChoiceField(
        choices=[(key, label) for key, label, _ in WAYS],
        initial="books",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose how to assign seats."),
    )
    seen = forms.IntegerField(
        required=False, min_value=0, max_value=2**62, widget=forms.HiddenInput
    )

    def __init__(
        self,
        data=None,
        *,
        free: Iterable = (),
        chosen: Iterable[int] = (),
        houses: Iterable = (),
        currency: str = "GBP",
        usual: Iterable = (),
        **kwargs,
    ) -> None:
        super().__init__(data, **kwargs)
        self.free, self.currency = {str(player.pk): player for player in free}, currency
        self.houses = {f"house-{house.pk}": house for house in houses}
        self.fields["who"].choices = [(key, player.name) for key, player in self.free.items()]
        self.initial.setdefault("who", [str(key) for key in chosen])
        self.mixes = mixes(self.count)
        self.fields["mix"].choices = [(mix.key, name_of(mix)) for mix in self.mixes]
        self.initial.setdefault("mix", self.mixes[0].key if self.mixes else None)
        for kind in self.kinds:
            self._add_rules(kind, next((one for one in usual if kind in _kinds(one.rules)), None))

    def _add_rules(self, kind: str, usual) -> None:
        """Add the fields of one kind of table; until others are chosen they say what was played
        last, or what most tables play."""
        known = self._rules(kind)
        named = [(key, one.name) for key, one in known.items()]
        rules = forms.ChoiceField(label="Rules", choices=named)
        units = {one.unit for one in known.values()}
        stake = MoneyField(
            label=f"Stake a {units.pop()}" if len(units) == 1 else "Stake",
            required=False,
            most=HIGHEST_STAKE,
            help_text=stake_hint(self.currency),
        )
        stake.currency = self.currency
        last = usual and (f"house-{usual.house_id}" if usual.house_id else usual.rules_key)
        if last in dict(rules.choices):
            rules.initial, stake.initial = last, usual.stake_minor or None
        elif FIRST in dict(rules.choices):
            rules.initial = FIRST
        self.fields[f"rules_{kind}"], self.fields[f"stake_{kind}"] = rules, stake
        if self.is_bound and f"rules_{kind}" not in self.data:
            # The tables for those who were ticked before had no such kind.
            self.data = self.data.copy()
            self.data[f"rules_{kind}"] = rules.initial or rules.choices[0][0]
            self.data[f"stake_{kind}"] = stake.prepare_value(stake.initial) or ""

    def _rules(self, kind: str) -> dict[str, RuleSet]:
        known = SHELF | {key: house.rules for key, house in self.houses.items()}
        return {key: rules for key, rules in known.items() if kind in _kinds(rules)}

    @property
    def kinds(self) -> list[str]:
        """The kinds of table in any of the mixes."""
        found = {kind for mix in self.mixes for kind in mix.kinds}
        return [kind for kind in KINDS if kind in found]

    @property
    def rules(self) -> list[tuple[str, str, forms.BoundField, forms.BoundField]]:
        """For each kind of table: its key, what it is called, the field of its rules, that of its
        stake."""
        return [
            (kind, TABLES[kind], self[f"rules_{kind}"], self[f"stake_{kind}"])
            for kind in self.kinds
        ]

    @property
    def proposals(self) -> list[tuple[Mix, str, tuple[str, ...]]]:
        """The mixes, each with its name and what it means."""
        return [(mix, name_of(mix), meaning_of(mix)) for mix in self.mixes]

    @property
    def ways(self) -> tuple[tuple[str, str, str], ...]:
        """Each way to find seats: its key, its name, what it means."""
        return WAYS

    @property
    def ticked(self) -> list[str]:
        """The keys that are ticked, as the page shows them."""
        return [str(key) for key in self["who"].value() or () if str(key) in self.free]

    @property
    def strangers(self) -> list[str]:
        """The typed names, without those that are also ticked."""
        ticked = {name_key(self.free[key].name) for key in self.ticked}
        return [
            name for name in names_in(self["names"].value() or "") if name_key(name) not in ticked
        ]

    @property
    def count(self) -> int:
        """How many people play."""
        return len(self.ticked) + len({name_key(name) for name in self.strangers})

    @property
    def chosen(self) -> Mix | None:
        """The chosen mix, or the best one if the choice does not fit this number of people."""
        best = self.mixes[0] if self.mixes else None
        return next((mix for mix in self.mixes if mix.key == self["mix"].value()), best)

    def clean_names(self) -> list[str]:
        return self.strangers if self.cleaned_data["names"] else []

    def clean(self) -> dict:
        clean = super().clean()
        if not self.mixes:
            self.errors.pop("mix", None)
            raise forms.ValidationError(self.no_mix)
        return clean

    @property
    def no_mix(self) -> str:
        """The reason why there is no mix for this number of people."""
        if self.count < 2:
            return "A table needs at least two people. Tick players, or type names."
        return (
            f"{self.count} people are too many at once. Make tables for up to {MOST_PEOPLE}, then "
            "for the others."
        )

    @property
    def players(self) -> list[int]:
        """The keys of the ticked players."""
        return [self.free[key].pk for key in self.cleaned_data["who"]]

    @property
    def tables(self) -> list[dict]:
        """The tables of the mix, their seats empty."""
        return [self._table(table.kind, table.seats) for table in self.chosen.tables]

    def _table(self, kind: str, seats: int) -> dict:
        key = self.cleaned_data[f"rules_{kind}"]
        house = self.houses.get(key)
        return {
            "rules_key": house.base if house else key,
            "house": house.pk if house else None,
            "options": {},
            "stake_minor": self.cleaned_data[f"stake_{kind}"] or 0,
            "seats": [None] * seats,
        }


def _kinds(rules: RuleSet) -> set[str]:
    """Return the kinds of table that can have these rules. Four who each play for themselves fill
    any four-handed table."""
    found = {kind_of(rules.partners, seats) for seats in rules.players}
    return {PARTNERS if kind == FOUR else kind for kind in found}
