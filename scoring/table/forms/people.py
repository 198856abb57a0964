"""Players who join or leave a table, tapped or typed, and the correction of a name."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from scoring.common.fields import NamesField, PersonField
from scoring.common.lists import entries_in
from scoring.common.names import name_key
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.rules_pages.page import for_how_many, wrong_names
from scoring.euchre.wording import counted
from scoring.movement.entry import Chairs, chairs


class PeopleForm(forms.Form):
    """The players at the table from now on, clockwise, in a number that its rules allow."""

    names = NamesField(label="Names, clockwise", fewest=0)

    def __init__(self, *args, rules: RuleSet, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_names(self) -> list[str]:
        names = self.cleaned_data["names"]
        if len(names) not in self.rules.pack:
            raise forms.ValidationError(wrong_names(names, self.rules, ()))
        return names


TAPPED = {"widget": forms.CheckboxSelectMultiple, "required": False}


class ComeAndGoForm(forms.Form):
    """The players who leave a sitting and join it. `seated` is the result, with all names
    clockwise, and `passes_to` has by old seat the seat to which the deal passes.

    Players who join take the seats of players who leave, in this order. Others sit on the left of
    `after`. `free` are the players that can be tapped.
    """

    sitting = forms.CharField(widget=forms.HiddenInput)
    leaves = forms.MultipleChoiceField(label="Players leaving", **TAPPED)
    comes = forms.MultipleChoiceField(label="Players joining", **TAPPED)
    others = NamesField(
        label="Or type names",
        fewest=0,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    after = forms.ChoiceField(label="Where does an extra player sit?")

    def __init__(self, data=None, *, sitting, free: Iterable, rules: RuleSet) -> None:
        super().__init__(data, initial={"sitting": sitting.pk})
        self.players, self.free, self.rules = sitting.players, list(free), rules
        seats = [(str(one.pk), one.name) for one in self.players]
        self.fields["leaves"].choices = seats
        self.fields["comes"].choices = [(str(one.pk), one.name) for one in self.free]
        self.fields["after"].choices = [(key, f"on the left of {name}") for key, name in seats]
        self.fields["after"].required = False
        self.initial["after"] = seats[-1][0]
        if not self.free:
            self.fields["others"].label = "Players joining"
        self.more = len(self.players) < max(rules.pack)

    def clean(self) -> dict:
        clean = super().clean()
        if self.errors:
            return clean
        known = {str(one.pk): one.name for one in self.free}
        new = [known[key] for key in clean["comes"]] + (clean["others"] or [])
        if not (new or clean["leaves"]):
            raise forms.ValidationError("Choose who leaves or who joins.")
        chairs = self._chairs(len(new), clean["leaves"], clean["after"])
        names = [*(one.name for one in self.players), *new]
        seated = [names[key] for key in chairs.players]
        keys = [name_key(name) for name in seated]
        if twice := next((one for one in seated if keys.count(name_key(one)) > 1), None):
            raise forms.ValidationError(f"{twice} would sit here twice.")
        if len(seated) not in self.rules.pack:
            raise forms.ValidationError(
                f"{counted(len(seated), 'name')} at this table, but {self.rules.name} is for "
                f"{for_how_many(self.rules)}."
            )
        return clean | {"seated": seated, "passes_to": chairs.passes_to}

    def _chairs(self, new: int, leaves: list[str], after: str) -> Chairs:
        """Return the Chairs of the players, by their numbers from 0, and of so many new ones."""
        keys = [str(one.pk) for one in self.players]
        return chairs(
            range(len(keys)),
            out={keys.index(key) for key in leaves},
            enter=range(len(keys), len(keys) + new),
            after=keys.index(after) if after else None,
        )


class RenameForm(forms.Form):
    """A player's name, and its correction."""

    player = forms.ChoiceField(
        label="Player",
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose a player at this table."
        ),
    )
    name = PersonField(label="Correct name", required=True)

    def __init__(self, data=None, *, sitting) -> None:
        super().__init__(data, auto_id="rename-%s")
        self.people = {str(one.pk): one for one in sitting.players}
        self.fields["player"].choices = [(key, one.name) for key, one in self.people.items()]

    def clean_player(self):
        return self.people[self.cleaned_data["player"]]

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if len(entries_in(name)) > 1:
            raise forms.ValidationError("Enter one name only.")
        return name
