"""The nights of a league as people type them: days, weekdays, a season of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta

from django import forms
from django.utils import timezone

from scoring.common.dates import named_day
from scoring.common.days import (
    NO_NIGHT,
    WEEKDAY,
    NoDay,
    day_first_in,
    days_apart,
    read_day,
)
from scoring.common.fields import DayField, hour
from scoring.common.lists import BadList, cells_of
from scoring.common.names import name_key
from scoring.euchre.wording import counted
from scoring.league.models import League
from scoring.league.pure.home_days import own_weekday
from scoring.league.pure.league_file import WEEKDAYS

MOST_NIGHTS = 120
SEASON = timedelta(days=3 * 366)
WEEKDAY_OF = {
    **{day: no for no, day in enumerate(WEEKDAYS)},
    **{day[:3]: no for no, day in enumerate(WEEKDAYS)},
    "tues": 1,
    "thurs": 3,
}


def nights_first(league: League) -> Callable[[date], int]:
    """Return how well a day fits a league: 2 for one of its nights, 1 for a day of their weekdays,
    0 for another."""
    nights = {*league.nights}
    weekdays = {night.weekday() for night in nights}
    return lambda day: (day in nights) + (day.weekday() in weekdays)


def days_in(
    text: str, after: date | None = None, fits: Callable[[date], bool] = NO_NIGHT
) -> list[date]:
    """Return the days in a text, in their order, each once; one without a year is the first from
    `after` on. Figures such as 3/4/2026 are the day that `fits`. Raises ValidationError."""
    near = timezone.localdate()
    try:
        parts = days_apart(text)
        how = {"after": after, "near": near, "fits": fits}
        order = day_first_in(parts, **how)
        return sorted({read_day(one, **how, day_first=order) for one in parts})
    except NoDay as wrong:
        raise forms.ValidationError(f"{wrong} Separate days with commas.") from wrong


class DaysField(forms.CharField):
    """Days as people type them, parted by commas or lines; cleans to a list of days, and shows them
    in words. Its form may say `after` which day those without a year are."""

    widget = forms.Textarea(attrs={"rows": 2, "autocomplete": "off"})
    after: date | None = None
    fits = NO_NIGHT

    def __init__(self, **kwargs) -> None:
        super().__init__(max_length=4000, required=False, **kwargs)

    def prepare_value(self, value: object) -> object:
        if isinstance(value, str) or value is None:
            return value
        return ", ".join(map(named_day, value))

    def clean(self, value) -> list[date]:
        return days_in(super().clean(value) or "", self.after, self.fits)


class NightsField(DaysField):
    """Days, and weekdays: "every Tuesday". Cleans to the days and the weekdays (0 is Monday)."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off"})

    def clean(self, value) -> tuple[list[date], list[int]]:
        parts = [" ".join(part.split()) for part in re.split(r"[,;\n\r\t]+", value or "")]
        days, weekdays = [], set()
        for part, after in zip(parts, [*parts[1:], ""], strict=True):
            dated = any(map(str.isdecimal, after)) and not WEEKDAY.match(after)
            weekday = _weekday(part, dated=dated)
            if weekday is None:
                days.append(part)
            else:
                weekdays.add(weekday)
        return super().clean(", ".join(days)), sorted(weekdays)


def _weekday(text: str, *, dated: bool) -> int | None:
    """Return the weekday of "every Tuesday", "Tuesdays" or "Tuesday", None for anything else; alone
    before a date it is that date's."""
    every = re.sub(r"^(every|each|all) ", "", text.lower())
    word = next((one for one in (every, every.removesuffix("s")) if one in WEEKDAY_OF), "")
    plain = word == text.lower()
    return None if not word or plain and dated else WEEKDAY_OF[word]


class NightsForm(forms.Form):
    """The nights to play on: a weekday of a season, except some; or a list."""

    first = DayField(label="From", required=False)
    last = DayField(label="To", required=False)
    weekday = forms.TypedChoiceField(
        label="Every",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(str(no), day.capitalize()) for no, day in enumerate(WEEKDAYS)],
    )
    but = DaysField(label="Except", help_text="Such as 24 Dec, 31 Dec. No matches are played then.")
    more = NightsField(
        label="Also on",
        help_text="Such as every Tuesday, 18 Dec. Or list all nights, if no weekday fits.",
    )
    starts_at = hour("Start time")
    derbies = forms.CharField(
        label="Matches wanted on a night",
        required=False,
        max_length=4000,
        help_text="One a line, such as Mounties, Trolls, 17 Dec. They are planned if possible.",
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )

    def __init__(self, data=None, *, teams: Iterable = (), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.teams = {name_key(team.name): team for team in teams}

    def _clean_fields(self) -> None:
        """The first night is read first: the days without a year follow it. Days that can be read
        in two ways are of the league's weekday."""
        weekday = self["weekday"].data or "3"
        for name in ("first", "last", "but", "more"):
            self.fields[name].fits = lambda day: str(day.weekday()) == weekday
        try:
            first = self.fields["first"].clean(self["first"].data)
        except forms.ValidationError:
            first = None
        self.first = self.fields["but"].after = self.fields["more"].after = first
        super()._clean_fields()

    def clean_derbies(self) -> list[tuple]:
        try:
            lines = cells_of(self.cleaned_data["derbies"], fewest=3)
        except BadList as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        return [self._derby(cells, ", ".join(cells)) for _, cells in lines]

    def _derby(self, parts: list[str], line: str) -> tuple:
        if len(parts) < 3:
            raise forms.ValidationError(f"“{line[:40]}”: write two teams and a day.")
        two = []
        for name in parts[:2]:
            if name_key(name) not in self.teams:
                raise forms.ValidationError(f"There is no team “{name[:40]}”.")
            two.append(self.teams[name_key(name)])
        if two[0] == two[1]:
            raise forms.ValidationError(f"“{line[:40]}”: choose two different teams.")
        days = days_in(", ".join(parts[2:]), self.first, self.fields["more"].fits)
        if len(days) != 1:
            raise forms.ValidationError(f"“{line[:40]}”: write two teams and a day.")
        return (*two, *days)

    def clean(self) -> dict:
        clean = super().clean()
        first, last = clean.get("first"), clean.get("last")
        if self.errors:
            return clean
        if bool(first) != bool(last):
            self.add_error("last" if first else "first", "Enter both From and To, or neither.")
        elif not first and clean["more"][1]:
            self.add_error("first", "Enter From and To, so that every such weekday can be found.")
        elif first and not first <= last <= first + SEASON:
            self.add_error(
                "last", "The last night must be after the first, by at most three years."
            )
        else:
            self.nights = self._nights(clean, first, last)
            if len(self.nights) > MOST_NIGHTS:
                many = counted(len(self.nights), "night")
                raise forms.ValidationError(
                    f"These are {many}. A season has at most {MOST_NIGHTS}."
                )
        return clean

    @property
    def understood(self) -> Iterator[str]:
        """Yield sentences about the days entered: nights without play, and extra nights."""
        clean = getattr(self, "cleaned_data", {})
        if out := clean.get("but"):
            yield f"No matches on {_in_a_row(out)}."
            weekday = clean.get("weekday")
            played = {weekday, *(clean.get("more") or ((), ()))[1]}
            others = [day for day in out if weekday is not None and day.weekday() not in played]
            if others:
                yield (
                    f"{_in_a_row(others)} is not a {WEEKDAYS[weekday].capitalize()}, so there are "
                    "no matches anyway."
                )
        days, weekdays = clean.get("more") or ((), ())
        for weekday in weekdays:
            number = sum(night.weekday() == weekday for night in getattr(self, "nights", ()))
            yield f"Also on {counted(number, WEEKDAYS[weekday].capitalize())}."
        if left := list(self._beside_nights_off()):
            one = len(left) == 1
            yield (
                f"{_in_a_row(left)} {'stays' if one else 'stay'}, though that week’s own night is "
                f"left out. Add {'it' if one else 'them'} under Except if there is no play that "
                "week."
            )
        if days:
            yield f"Also on {_in_a_row(days)}."
        for one, other, day in clean.get("derbies") or ():
            yield f"Wanted: {one} and {other} on {named_day(day)}."

    def _beside_nights_off(self) -> Iterator[date]:
        """Yield the nights of other weekdays in a week whose own night is left out."""
        own, out = self.cleaned_data.get("weekday"), self.cleaned_data.get("but") or ()
        weeks = {day.isocalendar()[:2] for day in out if day.weekday() == own}
        for night in getattr(self, "nights", ()):
            if night.weekday() != own and night.isocalendar()[:2] in weeks:
                yield night

    def _nights(self, clean: dict, first: date | None, last: date | None) -> list[date]:
        days = (last - first).days + 1 if first else 0
        besides, weekdays = clean["more"]
        own = clean["weekday"] if clean["weekday"] is not None else 3
        every = (first + timedelta(days=after) for after in range(days))
        found = {day for day in every if day.weekday() in (own, *weekdays)}
        return sorted((found - {*clean["but"]}) | {*besides})


def _in_a_row(days: Iterable[date]) -> str:
    return "; ".join(map(named_day, days))


def derbies_shown(derbies: Iterable) -> str:
    """Return wishes as their field shows them, a line each."""
    return "\n".join(f"{wish.one}, {wish.other}, {named_day(wish.date)}" for wish in derbies)


def nights_shown(nights: Iterable[date], asked: Iterable[int | None] = ()) -> dict:
    """Return the form's values for these nights: the league's own weekday, the nights left out and
    the extra nights. `asked` are the teams' home days."""
    there = {*nights}
    own = own_weekday(there, asked)
    if own is None:
        return {"weekday": "3"}
    on_it = sorted(night for night in there if night.weekday() == own)
    first, last = on_it[0], on_it[-1]
    season = [first + timedelta(days=after) for after in range((last - first).days + 1)]
    out = {day for day in season if day.weekday() == own} - there
    besides, every = {night for night in there if night.weekday() != own}, []
    for weekday in sorted({night.weekday() for night in besides}):
        of_season = {day for day in season if day.weekday() == weekday}
        missing, played = of_season - there, len(of_season & there)
        if played >= FEW and len(missing) <= played // FEW:
            every.append(f"every {WEEKDAYS[weekday].capitalize()}")
            out |= missing
            besides -= of_season
    return {
        "first": first,
        "last": last,
        "weekday": str(own),
        "but": sorted(out),
        "more": ", ".join([*every, *map(named_day, sorted(besides))]),
    }


FEW = 3
"""A weekday is "every Tuesday" from three nights on, and where one in three is left out at most."""
