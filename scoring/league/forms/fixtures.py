"""Forms of fixtures: a draw, an import, a match moved, swapped, replayed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from django import forms

from scoring.common.dates import short_day, written_time
from scoring.common.fields import (
    LONGEST,
    DayField,
    DayOrderForm,
    TapForm,
    TextField,
    choose_days,
    hour,
)
from scoring.common.list_files import text_of
from scoring.common.lists import BadList
from scoring.common.refused import OUT_OF_DATE
from scoring.league.forms.nights import nights_first
from scoring.league.models import League, LeagueMatch

MOST_SEED = 2**31 - 1
LONGEST_TEXT = 200_000


def _day(label: str = "Night", **kwargs) -> DayField:
    return DayField(
        label=label,
        error_messages={"required": "Choose a night."},
        **kwargs,
    )


class DrawForm(TapForm):
    """A draw: the seed that makes it differ from another, 0 for the first."""

    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            OUT_OF_DATE,
        ),
    )

    def clean_seed(self) -> int:
        return self.cleaned_data["seed"] or 0


class TakeInForm(DayOrderForm):
    """Fixtures from elsewhere, pasted or as a file; `sure` once what they break was shown."""

    text = forms.CharField(
        label="Fixtures",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label="Or a file", required=False, max_length=LONGEST)
    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict:
        clean = super().clean()
        sent = clean.get("file")
        if sent is not None:
            self._read(sent.read())
        if not self.errors and not clean.get("text", "").strip():
            self.add_error("text", "Paste the fixtures, one a line, or choose a file.")
        return clean

    def _read(self, content: bytes) -> None:
        try:
            text, _ = text_of(content)
        except BadList as wrong:
            self.add_error("file", str(wrong))
            return
        self.cleaned_data["text"] = text
        if len(text) > LONGEST_TEXT:
            self.add_error(
                "file",
                f"This file has {len(text)} characters, and the most is {LONGEST_TEXT}. "
                "Split the list.",
            )


class ToANightForm(forms.Form):
    """Another night, or one to be agreed on, and why, which is asked where it is kept: once the
    fixtures are out."""

    to = _day(required=False)
    open = forms.BooleanField(label="Night to be agreed", required=False)
    why = TextField(label="Why", max_length=150)

    def __init__(self, *args, match: LeagueMatch, **kwargs) -> None:
        self.match = match
        super().__init__(*args, **kwargs)
        choose_days(self, nights_first(match.league))
        _ask_why_once_out(self, match)

    def clean(self) -> dict:
        clean = super().clean()
        if clean.get("open"):
            clean["to"] = None
        elif "to" in clean and clean["to"] is None:
            self.add_error("to", "Choose a night, or tick “Night to be agreed”.")
        return clean


def _ask_why_once_out(form: forms.Form, match: LeagueMatch) -> None:
    if match.league.published_at or match.kind != LeagueMatch.Kind.LEAGUE:
        form.fields["why"].help_text = "Everyone sees it beside the match."
    else:
        del form.fields["why"]


class MoveForm(ToANightForm):
    """A match on another night, at another hour or venue, with home and away turned."""

    starts_at = hour("Start time")
    turned = forms.BooleanField(label="Swap home and away", required=False)
    venue = forms.ModelChoiceField(
        label="Venue", queryset=None, required=False, empty_label="no venue"
    )

    def __init__(self, *args, match: LeagueMatch, to: date | None = None, **kwargs) -> None:
        first = {"to": to or match.date, "open": match.date is None, "venue": match.venue_id}
        first["starts_at"] = match.starts_at
        super().__init__(*args, match=match, initial=first, **kwargs)
        if usual := match.league.starts_at:
            self.fields["starts_at"].help_text = f"Leave it blank for {written_time(usual)}."
        self.fields["venue"].queryset = match.league.venues.all()
        self.fields["turned"].label = f"At home: {match.away} instead of {match.home}"

    @property
    def move(self) -> dict:
        """What `move_match` takes. With home and away turned it is at the other's venue, unless
        another was chosen."""
        clean, match = self.cleaned_data, self.match
        venue = clean["venue"]
        if clean["turned"] and venue == match.venue:
            venue = match.away.venue
        said = {key: clean[key] for key in ("to", "starts_at", "turned", "why") if key in clean}
        return said | {"venue": venue}


class MoveNightForm(ToANightForm):
    """The matches of a match's night that go to another, all at once."""

    matches = forms.ModelMultipleChoiceField(
        label="Matches",
        queryset=None,
        error_messages={
            "required": "Tick the matches to move.",
            "invalid_choice": "One of these has been played or moved. Reload the page.",
            "invalid_pk_value": "One of these has been played or moved. Reload the page.",
        },
    )

    def __init__(self, *args, match: LeagueMatch, those, to: date | None = None) -> None:
        """`those` are the matches of the night that are still to be played."""
        first = {"to": to, "matches": [one.pk for one in those]}
        super().__init__(*args, match=match, initial=first)
        self.fields["matches"].queryset = those


class SwapForm(TapForm):
    """Another match, whose night this one takes."""

    other = forms.ModelChoiceField(
        label="Swap nights with",
        queryset=None,
        empty_label="choose a match",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose the other match."),
    )
    why = TextField(label="Why", max_length=150)

    def __init__(self, *args, match: LeagueMatch, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        _ask_why_once_out(self, match)
        others = match.league.matches.select_related("home", "away").exclude(pk=match.pk)
        self.fields["other"].queryset = others.filter(
            counted_at=None, card_in_at=None, away__isnull=False, date__isnull=False
        ).exclude(date=match.date)
        self.fields["other"].label_from_instance = _with_night


def _with_night(match: LeagueMatch) -> str:
    return f"{short_day(match.date, year=False)}: {match}"


class ReplayForm(TapForm):
    """A match to be played again: the night, or none yet, and why."""

    to = _day(required=False)
    why = TextField(
        label="Why",
        max_length=150,
        required=True,
        error_messages={"required": "Enter the reason for the replay."},
    )

    def __init__(self, *args, match: LeagueMatch) -> None:
        super().__init__(*args)
        choose_days(self, nights_first(match.league))


class CupNightForm(TapForm):
    """A night of the knock-out or of a play-off; and the reason for it, once what speaks against
    it was shown (`sure`)."""

    shown = ""
    """The night and a digest of what speaks against it."""

    date = _day("Night", required=False)
    sure = forms.CharField(required=False, widget=forms.HiddenInput)
    why = TextField(label="Reason", max_length=150, help_text="It goes into the activity log.")

    def ask_why(self, against: Sequence[str]) -> bool:
        """Return whether the reason is still to be given. `against` is shown first, and again for
        another night or if anything else speaks against it by now."""
        if not against:
            return False
        digest = sha256("\n".join(against).encode()).hexdigest()[:16]
        self.shown = f"{self.cleaned_data['date'].isoformat()}-{digest}"
        if self.cleaned_data["sure"] != self.shown:
            return True
        if not self.cleaned_data["why"]:
            self.add_error("why", "Enter a short reason.")
        return not self.cleaned_data.get("why")


class CupDrawForm(CupNightForm):
    """A round to be drawn: which, its night, and for the first who is in it."""

    no = forms.IntegerField(
        min_value=1,
        max_value=20,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            OUT_OF_DATE,
        ),
    )
    teams = forms.ModelMultipleChoiceField(
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose teams of this league."},
    )

    def __init__(self, *args, league: League, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        choose_days(self, nights_first(league))
        self.fields["teams"].queryset = league.teams.filter(withdrawn_at=None)


class GoesOnForm(TapForm):
    """The winner of a tied match, and the reason."""

    side = forms.ChoiceField(
        choices=[("home", "home"), ("away", "away")],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose the team that goes through."
        ),
    )
    why = TextField(
        label="Why",
        max_length=200,
        required=True,
        error_messages={"required": "Enter how it was decided."},
    )


class PlayOffForm(CupNightForm):
    """The next play-off matches, on a night; `early`: though matches are still to be played."""

    early = forms.BooleanField(required=False)

    def __init__(self, *args, league: League, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        choose_days(self, nights_first(league))


class PlayOffMatchForm(CupNightForm):
    """A play-off match that the secretary makes by hand."""

    stage = TextField(
        label="Stage",
        max_length=40,
        required=True,
        error_messages={"required": "Enter the stage, such as Final."},
    )
    home = forms.ModelChoiceField(
        label="At home",
        queryset=None,
        empty_label="choose a team",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose two teams."),
    )
    away = forms.ModelChoiceField(
        label="Away",
        queryset=None,
        empty_label="choose a team",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose two teams."),
    )

    def __init__(self, *args, league: League, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        choose_days(self, nights_first(league))
        for name in ("home", "away"):
            self.fields[name].queryset = league.teams.all()

    def clean(self) -> dict:
        clean = super().clean()
        if clean.get("home") and clean["home"] == clean.get("away"):
            raise forms.ValidationError("Choose two different teams.")
        return clean
