"""A list of results that were kept elsewhere, as a file or a paste."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from django import forms

from scoring.club.pure.earlier import EarlierSheet, read_results
from scoring.common.fields import DayOrderForm, TextField, tick
from scoring.common.refused import OUT_OF_DATE
from scoring.people.forms.import_people import ChoicesForm, RollForm


class ResultsChoicesForm(ChoicesForm):
    """Match the people in a list of results to players, and choose if new ones are `members`."""

    members = tick(
        "New people are members",
        "Otherwise they are guests. Guests are not expected at check-in and pay no subscription. "
        "You can change this on each person’s page.",
    )


class EarlierForm(DayOrderForm, RollForm):
    """Results of evenings, or the points with which people begin one of these `seasons`. Its `roll`
    is what was read."""

    key = forms.UUIDField(
        required=False,
        initial=uuid4,
        widget=forms.HiddenInput,
        error_messages={"invalid": OUT_OF_DATE},
    )
    name = TextField(
        label="Name",
        required=True,
        max_length=60,
        error_messages={"required": "Give the list a name, such as “Results of 2025”."},
    )
    season = forms.ModelChoiceField(
        label="Contents",
        queryset=None,
        required=False,
        empty_label="results of club nights",
        error_messages={"invalid_choice": "Choose one from the list."},
    )
    tournaments = forms.BooleanField(label="These were tournaments", required=False)
    field_order = ("name", "season", "tournaments", "order", "file", "text")

    def __init__(self, *args, seasons, today: date) -> None:
        super().__init__(*args)
        self.today = today
        self.fields["season"].queryset = seasons
        self.fields["season"].label_from_instance = "points for {}".format

    def read(self, text: str) -> EarlierSheet:
        carried = self.cleaned_data.get("season") is not None
        order = self.cleaned_data.get("order")
        return read_results(text, carried=carried, today=self.today, day_first=order)

    def clean(self) -> dict:
        super().clean()
        if not self.errors and self.roll.either:
            self.ask_for_order(self.roll.either)
        return self.cleaned_data

    @property
    def what(self) -> dict:
        """The other arguments of the action, apart from the lines."""
        names = ("key", "name", "season", "tournaments")
        return {name: self.cleaned_data[name] for name in names} | {"sheet": self.roll}
