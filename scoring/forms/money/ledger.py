"""What a treasurer may enter into the club's book: a form for each thing that happens to money."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django import forms
from django.db import models

from scoring.forms.fields import MoneyField, TextField

HIGHEST = 10**9  # minor units
LONGEST_KEY = 18  # digits


@dataclass(frozen=True, kw_only=True)
class Way:
    """How one thing that happens to money is asked for; a field without a label is not asked
    for."""

    title: str
    says: str
    who: str = ""
    whom: str = ""
    people: str = ""
    evening: bool = False
    """Whether it belongs to an evening and must say to which."""
    in_cash: str = ""
    note: str = "Note"
    needs_note: bool = False


WAYS = {
    "paid in": Way(
        title="Somebody pays in",
        says="Cash for the box. It clears what they owe, or stays to their credit.",
        who="Who pays",
    ),
    "paid out": Way(
        title="Somebody is paid out",
        says="Cash out of the box, from what stands to their credit.",
        who="Who is paid",
    ),
    "payment": Way(
        title="One pays another",
        says="From hand to hand, not through the box.",
        who="Who paid",
        whom="Whom",
    ),
    "pot": Way(
        title="Into the pot",
        says="What each puts into an evening’s pot.",
        people="Who puts it in",
        evening=True,
        in_cash="Paid in cash, into the box",
    ),
    "prize": Way(
        title="A prize",
        says="Out of an evening’s pot.",
        who="Who wins it",
        evening=True,
        in_cash="Paid out in cash, from the box",
    ),
    "received": Way(
        title="The club receives",
        says="Cash for the box that is on nobody’s account: a gift, cards sold.",
        note="What for",
        needs_note=True,
    ),
    "spent": Way(
        title="The club spends",
        says="Cash out of the box that is on nobody’s account: packs of cards, the hall.",
        note="What for",
        needs_note=True,
    ),
    "in favour": Way(
        title="Put right, in somebody’s favour",
        says="Without cash: they are owed more from now on, or owe less.",
        who="Whose account",
        note="Why",
        needs_note=True,
    ),
    "against": Way(
        title="Put right, against somebody",
        says="Without cash: they owe more from now on, or are owed less.",
        who="Whose account",
        note="Why",
        needs_note=True,
    ),
}


class PeopleField(forms.ModelMultipleChoiceField):
    """People, ticked: a key that no database can hold is none of theirs."""

    def clean(self, value) -> models.QuerySet:
        if any(len(key) > LONGEST_KEY for key in value or ()):
            raise forms.ValidationError("Tick who is in the list.")
        return super().clean(value)


class LineForm(forms.Form):
    """One thing that happened to money (`what`, a key of WAYS), to some of `people`, on one of
    `evenings`."""

    key = forms.UUIDField(
        widget=forms.HiddenInput, error_messages={"required": "Open this page anew."}
    )
    who = forms.ModelChoiceField(queryset=None, empty_label="Choose")
    whom = forms.ModelChoiceField(queryset=None, empty_label="Choose")
    people = PeopleField(
        queryset=None,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick who puts something in."},
    )
    amount = MoneyField(label="Amount", most=HIGHEST)
    session = forms.ModelChoiceField(
        label="Evening", queryset=None, required=False, empty_label="of no evening"
    )
    in_cash = forms.BooleanField(required=False, help_text="Otherwise it goes on the account.")
    note = TextField()

    def __init__(
        self, data=None, *, what: str, currency: str, people, evenings, initial=None
    ) -> None:
        super().__init__(data, initial={"key": uuid4(), "in_cash": True} | (initial or {}))
        self.way = way = WAYS[what]
        self.fields["amount"].currency = currency
        self.fields["note"].required = way.needs_note
        self.fields["session"].queryset, self.fields["session"].required = evenings, way.evening
        for name in ("who", "whom", "people"):
            self.fields[name].queryset = people
        for name in ("who", "whom", "people", "in_cash", "note"):
            self.fields[name].label = getattr(way, name)
            if not getattr(way, name):
                del self.fields[name]
        if way.evening:
            self.fields["session"].empty_label = None
        if way.people:
            # Who came decides who is asked for: another evening has a page of its own.
            self.fields["session"].widget = forms.HiddenInput()
            self.order_fields(["amount", "in_cash", "note", "people"])

    def clean_amount(self) -> int:
        if not self.cleaned_data["amount"]:
            raise forms.ValidationError("Nothing need not be entered: type an amount above it.")
        return self.cleaned_data["amount"]

    def clean(self) -> dict:
        found = self.cleaned_data
        if "whom" in found and found["whom"] == found.get("who"):
            self.add_error("whom", "Nobody pays themselves: choose two people.")
        return found

    def with_a_new_key(self) -> None:
        """Let what was typed be sent once more, as something else."""
        self.data = self.data.copy()
        self.data["key"] = str(uuid4())
