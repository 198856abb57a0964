"""The teams of a league as a secretary pastes them, their divisions and their venues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django import forms

from scoring.common.fields import NameField, TapForm, TextField, whole_number
from scoring.common.lists import BadList, by_heading, cells_of, columns_of, without_mark
from scoring.common.names import clean_name, name_key, why_unfit
from scoring.league.forms.nights import WEEKDAY_OF, DaysField
from scoring.league.pure.league_file import WEEKDAYS

MOST_TEAMS = 200
LONGEST_NAME = 60
DAYS = [("", "any day"), *((str(no), day.capitalize()) for no, day in enumerate(WEEKDAYS))]


@dataclass(frozen=True, kw_only=True)
class TeamLine:
    """A pasted team: `division` is its heading, empty for none."""

    name: str
    venue: str = ""
    home_day: int | None = None
    division: str = ""


class TeamsField(forms.CharField):
    """Teams, a line each: "Mounties, Red Mouse, thursday"; a line that ends with a colon is the
    division of those below it. Cleans to a list of TeamLine."""

    widget = forms.Textarea(
        attrs={
            "rows": 8,
            "autocomplete": "off",
            "autocapitalize": "words",
            "placeholder": "Mounties, Red Mouse, thursday",
        }
    )

    def __init__(self, **kwargs) -> None:
        super().__init__(max_length=20_000, **kwargs)

    def clean(self, value) -> list[TeamLine]:
        try:
            found = list(_team_lines(super().clean(value)))
        except BadList as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        if not found:
            raise forms.ValidationError("Enter at least one team.")
        if len(found) > MOST_TEAMS:
            raise forms.ValidationError(f"{len(found)} teams. Enter at most {MOST_TEAMS} at once.")
        keys = [name_key(one.name) for one in found]
        for one, key in zip(found, keys, strict=True):
            if keys.count(key) > 1:
                raise forms.ValidationError(
                    f"{one.name} is listed twice. Call one of them A and the other B."
                )
        return found


def _team_lines(text: str) -> Iterator[TeamLine]:
    division = ""
    lines = cells_of(text, fewest=2)
    columns = columns_of(lines[0][1], COLUMNS) if len(lines) > 1 else []
    headed = "name" in columns
    if headed:
        _refuse_unknown(lines[0][1], columns)
    for no, said in lines[headed:]:
        row = dict(zip(columns, said, strict=False))
        cells = [row.get(one, "") for one in ("name", "venue", "day")] if headed else said
        parts = [clean_name(without_mark(cells[0])), *map(clean_name, cells[1:])]
        if not any(parts[1:]) and _HEADING.search(parts[0]):
            division = _name(parts[0].rstrip(": "), no, 40)
            continue
        if len(parts) > 3:
            raise forms.ValidationError(
                f"Line {no}: write team, venue and day, as in “Mounties, Red Mouse, thursday”."
            )
        name, venue, day = [*parts, "", ""][:3]
        own = clean_name(row.get("division", ""))
        if not day and venue.lower() in WEEKDAY_OF:
            venue, day = "", venue
        yield TeamLine(
            name=_name(name, no, LONGEST_NAME),
            venue=_name(venue, no, LONGEST_NAME) if venue else "",
            home_day=_day(day, no),
            division=_name(own, no, 40) if own else division,
        )


def _refuse_unknown(heading: Iterable[str], columns: Iterable[str | None]) -> None:
    for cell, column in zip(heading, columns, strict=True):
        if cell and not column:
            raise forms.ValidationError(
                f"There is no column “{cell[:30]}” for teams. Leave it out, or call it Team, "
                "Division, Venue or Day."
            )


COLUMNS = by_heading(
    {
        "name": "team, teams, name, team name",
        "venue": "venue, home venue, pub, house",
        "division": "division, section, group",
        "day": "day, home day, night, home night, weekday",
    }
)
"""What the columns of a list of teams are called."""
_HEADING = re.compile(r":$|^(division|section|group) \S+$", re.IGNORECASE)
"""A heading, on a line of its own with a colon or a division's usual name: "Division Two"."""


def _name(name: str, line: int, longest: int) -> str:
    if not name:
        raise forms.ValidationError(f"Line {line}: the team has no name.")
    if len(name) > longest:
        raise forms.ValidationError(
            f"Line {line}: “{name[:30]}…” is longer than {longest} letters."
        )
    if wrong := why_unfit(name):
        raise forms.ValidationError(f"Line {line}: {wrong}")
    return name


def _day(day: str, line: int) -> int | None:
    if day and day.lower().removesuffix("s") not in WEEKDAY_OF and day.lower() not in WEEKDAY_OF:
        raise forms.ValidationError(
            f"Line {line}: “{day[:30]}” isn’t a weekday. Write one such as thursday, or leave it "
            "out."
        )
    return (
        WEEKDAY_OF.get(day.lower(), WEEKDAY_OF.get(day.lower().removesuffix("s"))) if day else None
    )


class TeamsForm(TapForm):
    """Teams pasted."""

    sentence = "Enter one team a line."
    teams = TeamsField(
        label="Teams, one a line",
        help_text="Team, venue, home day. You can leave out the last two. A line such as "
        "“Division One:” starts a division.",
        error_messages={"required": sentence},
    )


class TeamForm(forms.Form):
    """One team: its name, division, venue, and when it is at home or cannot play."""

    name = NameField(label="Team", required=True, max_length=LONGEST_NAME)
    division = forms.ChoiceField(
        label="Division",
        required=False,
        error_messages={"invalid_choice": "This division is gone. Choose another."},
    )
    venue = NameField(
        label="Venue",
        max_length=LONGEST_NAME,
        help_text="Where it plays at home. A new name adds a venue.",
        widget=forms.TextInput(attrs={"list": "houses", "autocomplete": "off"}),
    )
    home_day = forms.TypedChoiceField(
        label="Home day", required=False, coerce=int, empty_value=None, choices=DAYS
    )
    not_on = DaysField(
        label="Nights it cannot play",
        help_text="Such as 24 Dec, 31 Dec 2026. No matches are planned on these.",
    )

    def __init__(
        self, data=None, *, team, divisions: Iterable, first_night: date | None = None
    ) -> None:
        self.team = team
        divisions = list(divisions)
        shown = {
            "name": team.name,
            "division": str(team.division_id or ""),
            "venue": team.venue.name if team.venue else "",
            "home_day": "" if team.home_day is None else str(team.home_day),
            "not_on": [date.fromisoformat(day) for day in team.not_on],
        }
        super().__init__(data, initial=shown)
        self.fields["not_on"].after = first_night
        choices = [(str(one.pk), one.name or "the whole league") for one in divisions]
        if team.division_id is None:
            choices = [("", "none"), *choices]
        self.fields["division"].choices = choices
        if len(divisions) < 2 and team.division_id:
            self.fields["division"].widget = forms.HiddenInput()

    @property
    def what(self) -> dict:
        """The team's fields as the verb wants them."""
        clean = self.cleaned_data
        return clean | {
            "division": int(clean["division"]) if clean["division"] else None,
            "not_on": [day.isoformat() for day in clean["not_on"]],
        }


class WithdrawForm(TapForm):
    """What becomes of the matches of a team that leaves."""

    sentence = "Choose what happens to its matches."
    matches = forms.ChoiceField(
        choices=[("out", "struck out"), ("stand", "they count")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class HousesForm(forms.Form):
    """The venues of a league: how many matches each holds at once, and where it is; of those that
    were sent."""

    def __init__(self, data=None, *, venues: Iterable) -> None:
        super().__init__(data)
        self.venues = [one for one in venues if data is None or f"matches_{one.pk}" in data]
        for one in self.venues:
            self.fields[f"matches_{one.pk}"] = whole_number(
                f"{one}: matches at once", 1, 20, initial=one.matches
            )
            self.fields[f"address_{one.pk}"] = TextField(
                label=f"{one}: address", max_length=160, initial=one.address
            )

    @property
    def rows(self) -> list[tuple]:
        """Each venue with its two fields."""
        return [(one, self[f"matches_{one.pk}"], self[f"address_{one.pk}"]) for one in self.venues]

    @property
    def what(self) -> dict[int, tuple[int, str]]:
        """By a venue's key, how many matches it holds and where it is."""
        clean = self.cleaned_data
        return {
            one.pk: (clean[f"matches_{one.pk}"], clean[f"address_{one.pk}"]) for one in self.venues
        }


class DivisionsForm(forms.Form):
    """The names of a league's divisions, from the first down, a line each."""

    names = forms.CharField(
        label="Divisions, from the first down",
        required=False,
        max_length=2000,
        help_text="One a line. Leave blank for a single division.",
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    def clean_names(self) -> list[str]:
        lines = self.cleaned_data["names"].splitlines()
        names = list(filter(None, (clean_name(without_mark(line)).rstrip(": ") for line in lines)))
        for no, name in enumerate(names, start=1):
            _name(name, no, 40)
        if len({name_key(name) for name in names}) < len(names):
            raise forms.ValidationError(
                "Two divisions have the same name. Give them different names."
            )
        return names


class DivideForm(TapForm):
    """Teams that go into a division, all at once."""

    teams = forms.ModelMultipleChoiceField(
        label="Teams",
        queryset=None,
        error_messages={
            "required": "Tick the teams to move.",
            "invalid_choice": "One of these teams has been deleted. Reload the page.",
            "invalid_pk_value": "One of these teams has been deleted. Reload the page.",
        },
    )
    division = forms.ModelChoiceField(
        label="To",
        queryset=None,
        empty_label=None,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose their new division."),
    )

    def __init__(self, data=None, *, league) -> None:
        super().__init__(data)
        self.fields["teams"].queryset = league.teams.filter(withdrawn_at=None)
        self.fields["division"].queryset = league.divisions.all()
