"""The form of a season, with its dates, the figures that count, and its order of criteria."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from django import forms

from scoring.club.pure.season import CRITERIA, Criterion
from scoring.common.fields import DayField, NameField

MOST = 999
COUNTS = [
    ("all", "all tables"),
    ("points", "tables where everyone plays alone"),
    ("games", "tables where games are played"),
    ("tournaments", "tournaments"),
]
MOST_PLACES, HIGHEST = 60, 999
LEVEL = [
    ("", "players share the points of their places"),
    ("each", "each player gets the points of the place"),
]
PLACED = ("place_points", "others_take", "places_by", "level")
PLACES = ("first", "second", "third", "fourth")
USUAL = ("points_a_hand", "net_points", "evenings")
USUAL_OF_LISTS = ("points", "evenings")
"""The default if all evenings were imported, as those have no hands."""


def _day(label: str) -> DayField:
    return DayField(
        label=label,
        required=False,
    )


def _criterion(label: str, *, required: bool = False) -> forms.ChoiceField:
    nothing = [] if required else [("", "nothing, they share the place")]
    return forms.ChoiceField(
        label=label,
        required=required,
        choices=[*nothing, *((one.key, one.title) for one in CRITERIA.values())],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one from the list."),
    )


def _number(label: str, help_text: str, least: int) -> forms.IntegerField:
    sentence = f"Enter a number from {least} to {MOST}."
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=least,
        max_value=MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), sentence),
    )


def _places_by() -> forms.ChoiceField:
    evening = [(one.key, one.title) for one in CRITERIA.values() if _ranks_an_evening(one)]
    return forms.ChoiceField(
        label="Places at other club nights",
        help_text="Tournaments and imported results have their own places.",
        required=False,
        choices=[
            ("", "none, they bring no points"),
            *((key, f"by {title.lower()}") for key, title in evening),
        ],
        error_messages={"invalid_choice": "Choose one from the list."},
    )


def _ranks_an_evening(one: Criterion) -> bool:
    return one.of_an_evening and not one.of_places


class PointsField(forms.CharField):
    """Points for the first, the second, …: "10, 8, 6, 5"; cleans to a list, empty without any."""

    def __init__(self, **kwargs) -> None:
        attrs = {"autocomplete": "off", "placeholder": "10, 8, 6, 5, 4, 3, 2, 1"}
        widget = forms.TextInput(attrs=attrs)
        super().__init__(required=False, max_length=300, widget=widget, **kwargs)

    def prepare_value(self, value: object) -> object:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: object) -> list[int]:
        words = re.split(r"[\s,;]+", super().clean(value).strip(" ,;"))
        if words == [""]:
            return []
        if not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
            raise forms.ValidationError("Enter whole numbers such as 10, 8, 6.")
        points = list(map(int, words))
        if max(points) > HIGHEST or len(points) > MOST_PLACES:
            raise forms.ValidationError(
                f"Enter up to {MOST_PLACES} places with up to {HIGHEST} points each."
            )
        if points != sorted(points, reverse=True):
            raise forms.ValidationError("A place can’t have more points than the place before it.")
        return points


class SeasonForm(forms.Form):
    """A season. `what` has the arguments for `actions.seasons`. Dates left blank are those of the
    year of `today`. A new season that `ranks_lists` uses the figures of imported evenings."""

    name = NameField(
        label="Name",
        required=True,
        max_length=60,
        error_messages={"required": "Give the season a name."},
    )
    starts_on = _day("From")
    ends_on = _day("To")
    counts = forms.ChoiceField(
        label="Counts",
        choices=COUNTS,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one from the list."),
    )
    first = _criterion("Rank by", required=True)
    second = _criterion("If tied, by")
    third = _criterion("If still tied, by")
    fourth = _criterion("And then by")
    best_of = _number(
        "Best club nights",
        "How many of each player’s best nights count. Leave it blank to count all.",
        1,
    )
    least_evenings = _number(
        "Minimum club nights",
        "Players with fewer are listed below, without a place. Leave it blank for one.",
        0,
    )
    place_points = PointsField(
        label="Points for places",
        help_text="Start with first place, such as 10, 8, 6. Leave it blank for none.",
    )
    others_take = _number("Points for everyone else", "Leave it blank for none.", 0)
    places_by = _places_by()
    level = forms.ChoiceField(
        label="Tied at a club night",
        required=False,
        choices=LEVEL,
        error_messages={"invalid_choice": "Choose one from the list."},
    )

    def __init__(self, data=None, *, today: date, season=None, ranks_lists=False) -> None:
        self.year = (date(today.year, 1, 1), date(today.year, 12, 31))
        usual = USUAL_OF_LISTS if ranks_lists else USUAL
        initial = self._shown(season) if season else self._suggested(today, usual)
        super().__init__(data, initial=initial)

    def _suggested(self, today: date, usual: Sequence[str]) -> dict:
        starts_on, ends_on = self.year
        order = dict(zip(PLACES, usual, strict=False))
        days = {"starts_on": starts_on, "ends_on": ends_on}
        return {"name": str(today.year), "places_by": "points", **days, **order}

    def _shown(self, season) -> dict:
        fields = ("name", "starts_on", "ends_on", "counts", "best_of", *PLACED)
        order = dict(zip(PLACES, season.order, strict=False))
        shown = forms.model_to_dict(season, fields)
        return {**shown, **order, "least_evenings": season.least_evenings or None}

    def clean(self) -> dict:
        self._clean_days()
        order = []
        for place in PLACES:
            key = self.cleaned_data.get(place)
            if key and key in order:
                self.add_error(place, f"{CRITERIA[key].title} is already chosen above.")
            order.append(key)
        first = self.cleaned_data.get("first")
        if self.cleaned_data.get("best_of") and first and not CRITERIA[first].of_an_evening:
            self.add_error(
                "best_of",
                f"{CRITERIA[first].title} can’t pick the best nights. Rank by something else.",
            )
        self._clean_places(order)
        return self.cleaned_data

    def _clean_places(self, order: list[str]) -> None:
        points = self.cleaned_data.get("place_points")
        if points == [] and "place_points" in order:
            self.add_error("place_points", "Enter the points for each place.")
        if points and "place_points" not in order:
            self.add_error(
                "place_points",
                "Choose Season points under “Rank by”, or leave this blank.",
            )

    def _clean_days(self) -> None:
        days = [self.cleaned_data.get(name) for name in ("starts_on", "ends_on")]
        starts_on, ends_on = (day or of_year for day, of_year in zip(days, self.year, strict=True))
        if not {"starts_on", "ends_on"} & self.errors.keys() and ends_on < starts_on:
            self.add_error("ends_on", "The last day must not be before the first.")
        self.cleaned_data |= {"starts_on": starts_on, "ends_on": ends_on}

    @property
    def what(self) -> dict:
        """The fields of the season."""
        clean = self.cleaned_data
        same = {name: clean[name] for name in ("name", "starts_on", "ends_on", "counts", "best_of")}
        return {
            **same,
            "order": [clean[place] for place in PLACES if clean[place]],
            "least_evenings": clean["least_evenings"] or 0,
            **{name: clean[name] for name in PLACED},
        }
