"""A season as it is typed: its days, what counts, and the written order that decides."""

from __future__ import annotations

from datetime import date

from django import forms

from scoring.figures.season import CRITERIA
from scoring.forms.fields import NameField

MOST = 999
COUNTS = [
    ("all", "all tables"),
    ("points", "tables where each plays for themselves"),
    ("games", "tables where games are played"),
]
PLACES = ("first", "second", "third", "fourth")
USUAL = ("points_a_hand", "net_points", "evenings")


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Type the day as 2026-09-01."},
    )


def _criterion(label: str, *, required: bool = False) -> forms.ChoiceField:
    nothing = [] if required else [("", "nothing: they share the place")]
    return forms.ChoiceField(
        label=label,
        required=required,
        choices=[*nothing, *((one.key, one.title) for one in CRITERIA.values())],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one of the list."),
    )


def _number(label: str, help_text: str, least: int) -> forms.IntegerField:
    sentence = f"This is a number from {least} to {MOST}."
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=least,
        max_value=MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), sentence),
    )


class SeasonForm(forms.Form):
    """A season; `what` is as `actions.seasons` wants it. Days left out are those of the year of
    `today`."""

    name = NameField(
        label="Called",
        required=True,
        max_length=60,
        error_messages={"required": "Give the season a name."},
    )
    starts_on = _day("From")
    ends_on = _day("To")
    counts = forms.ChoiceField(
        label="What counts",
        choices=COUNTS,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one of the list."),
    )
    first = _criterion("The order goes by", required=True)
    second = _criterion("Level? Then by")
    third = _criterion("Still level? Then by")
    fourth = _criterion("And then by")
    best_of = _number(
        "Only the best evenings",
        "So many of each player’s, by what the order goes by. Empty: all of them.",
        1,
    )
    least_evenings = _number(
        "Evenings it takes",
        "Whoever has played fewer stands below, without a place. Empty: one is enough.",
        0,
    )

    def __init__(self, data=None, *, today: date, season=None) -> None:
        self.year = (date(today.year, 1, 1), date(today.year, 12, 31))
        super().__init__(data, initial=self._shown(season) if season else self._suggested(today))

    def _suggested(self, today: date) -> dict:
        starts_on, ends_on = self.year
        order = dict(zip(PLACES, USUAL, strict=False))
        return {"name": str(today.year), "starts_on": starts_on, "ends_on": ends_on, **order}

    def _shown(self, season) -> dict:
        fields = ("name", "starts_on", "ends_on", "counts", "best_of")
        order = dict(zip(PLACES, season.order, strict=False))
        shown = {name: getattr(season, name) for name in fields}
        return {**shown, **order, "least_evenings": season.least_evenings or None}

    def clean(self) -> dict:
        self._clean_days()
        order = []
        for place in PLACES:
            key = self.cleaned_data.get(place)
            if key and key in order:
                self.add_error(place, f"{CRITERIA[key].title} stands above already.")
            order.append(key)
        first = self.cleaned_data.get("first")
        if self.cleaned_data.get("best_of") and first and not CRITERIA[first].of_an_evening:
            self.add_error(
                "best_of", f"By {CRITERIA[first].title.lower()} no evening is better than another."
            )
        return self.cleaned_data

    def _clean_days(self) -> None:
        days = [self.cleaned_data.get(name) for name in ("starts_on", "ends_on")]
        starts_on, ends_on = (day or of_year for day, of_year in zip(days, self.year, strict=True))
        if not {"starts_on", "ends_on"} & self.errors.keys() and ends_on < starts_on:
            self.add_error("ends_on", "The season ends before it begins.")
        self.cleaned_data |= {"starts_on": starts_on, "ends_on": ends_on}

    @property
    def what(self) -> dict:
        """The fields of the season."""
        told = self.cleaned_data
        same = {name: told[name] for name in ("name", "starts_on", "ends_on", "counts", "best_of")}
        return {
            **same,
            "order": [told[place] for place in PLACES if told[place]],
            "least_evenings": told["least_evenings"] or 0,
        }
