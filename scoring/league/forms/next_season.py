"""The next season: its name, and the division of each team."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import forms

from scoring.common.fields import NameField, OnceForm, TapForm
from scoring.common.refused import OUT_OF_DATE
from scoring.league.pure.agreement import Agreement


def season_after(season: str, agreement: Agreement) -> str:
    """Return "2027-28" for "2026-27", or where there are stages "2026-27 District" for "2026-27
    Zone"; else the same with "again"."""
    stages, at = agreement.stages, agreement.stage_of(season)
    if stages and at is None:
        return f"{season} {stages[-1] if len(stages) == 1 else stages[1]}"[:40]
    if stages and at + 1 < len(stages):
        return re.sub(re.escape(stages[at]), stages[at + 1], season, flags=re.IGNORECASE)[:40]
    if stages:
        season = re.sub(re.escape(stages[at]), stages[0], season, flags=re.IGNORECASE)
    if not re.search(r"\d", season):
        return f"{season}, again"[:40]
    return re.sub(r"\d+", _one_more, season)


def _one_more(year: re.Match) -> str:
    digits = len(year[0])
    return f"{int(year[0]) + 1:0{digits}d}"[-digits:]


class NextSeasonForm(OnceForm):
    """`season` is what it may be called, `places` are what scoring.league.queries.last_season
    found, `divisions` the season's."""

    season = NameField(
        label="Season",
        required=True,
        max_length=40,
        error_messages={"required": "Enter the season, such as 2027-28."},
    )
    squads = forms.BooleanField(label="Copy squads and captains", required=False, initial=True)

    def __init__(self, data=None, *, season: str, places: Iterable, divisions: Iterable) -> None:
        super().__init__(data, initial={"season": season})
        self.places = list(places)
        divisions = list(divisions)
        to = [(str(one.no), one.name or "in it") for one in divisions]
        for one in self.places:
            self.fields[f"team_{one.team.pk}"] = forms.TypedChoiceField(
                label=f"{one.team}",
                required=False,
                coerce=int,
                empty_value=None,
                choices=[*to, ("", "not in the next season")],
                initial=str(one.to or ""),
                widget=forms.Select(attrs={"aria-label": f"{one.team} plays in"}),
                error_messages={"invalid_choice": "This division is gone. Choose another."},
            )

    @property
    def rows(self) -> list[tuple]:
        """Each team's place with its field."""
        return [(one, self[f"team_{one.team.pk}"]) for one in self.places]

    def clean(self) -> dict:
        clean = super().clean()
        self.divisions = {one.team.pk: clean.get(f"team_{one.team.pk}") for one in self.places}
        if not self.errors and not any(self.divisions.values()):
            raise forms.ValidationError("Keep at least one team in the next season.")
        return clean

    @property
    def what(self) -> dict:
        """What the verb wants."""
        clean = self.cleaned_data
        keys = ("season", "squads", "key")
        return {"divisions": self.divisions, **{key: clean[key] for key in keys}}


class FinishForm(TapForm):
    """Whether a season is over; cleans to True or False."""

    sentence = OUT_OF_DATE
    over = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
