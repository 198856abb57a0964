"""Forms of a penalty: team, points, reason."""

from __future__ import annotations

from django import forms
from django.utils import timezone

from scoring.common.fields import DayField, TapForm, TextField, choose_days
from scoring.league.forms.nights import nights_first
from scoring.league.models import League

MOST = 99


class PenaltyForm(forms.Form):
    """Points that a team loses from a day on."""

    points = forms.IntegerField(
        label="Points", min_value=1, max_value=MOST, initial=1, localize=False
    )
    why = TextField(
        label="Why",
        max_length=200,
        required=True,
        help_text="Shown in the league table to everyone who can see it.",
    )
    dated = DayField(
        label="From",
    )

    field_order = ("team", "points", "why", "dated")

    def __init__(self, data=None, *, league: League) -> None:
        super().__init__(data)
        self.fields["team"] = forms.ModelChoiceField(
            label="Team",
            queryset=league.teams.all(),
            empty_label="Choose a team",
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a team."),
        )
        choose_days(self, nights_first(league))
        # The last night's table and its report tell of it.
        played = league.matches.filter(counted_at__isnull=False, date__isnull=False)
        last = played.order_by("-date").values_list("date", flat=True).first()
        self.fields["dated"].initial = last or timezone.localdate
        self.order_fields(self.field_order)


class LateForm(TapForm):
    """What a late card costs; nothing: it is let go."""

    points = forms.IntegerField(
        min_value=0,
        max_value=MOST,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            "Enter how many points.",
        ),
    )
