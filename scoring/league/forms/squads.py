"""Forms of a squad: registration, transfer, captain."""

from __future__ import annotations

from datetime import date

from django import forms
from django.utils import timezone

from scoring.common.fields import DayField, NamesField, TapForm, choose_days
from scoring.league.forms.nights import nights_first
from scoring.league.models import SquadMember, Team
from scoring.people.models import Player

MOST = 60


def _day(label: str) -> DayField:
    return DayField(
        label=label,
        required=False,
    )


class SquadForm(forms.Form):
    """A squad typed or pasted by the secretary."""

    names = NamesField(
        label="Names",
        help_text="One a line, or separated by commas.",
        most=MOST,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autocapitalize": "words"}),
    )
    since = _day("From")
    night = forms.BooleanField(label="They sign on a match night", required=False)
    # Asked only when a name is like one that the club knows, or like another of the list.
    sure = forms.BooleanField(label="They are all new people", required=False)

    def __init__(self, data=None, *, team: Team, empty: bool) -> None:
        nights, today = team.league.nights, timezone.localdate()
        # A first squad is entered late as often as not, and is meant from the first night on.
        since = min([today, *nights]) if empty else today
        super().__init__(data, initial={"since": since})
        choose_days(self, nights_first(team.league))
        if empty or not team.league.agreement.players.on_the_night:
            del self.fields["night"]

    def clean_since(self) -> date:
        return self.cleaned_data["since"] or timezone.localdate()


class SignForm(forms.Form):
    """The players that a captain registers: one name, or several for a `first` squad, and whether
    they are new."""

    name = NamesField(
        label="Name",
        most=1,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "list": "free-people"}
        ),
    )
    new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, data=None, *, first: bool = False) -> None:
        super().__init__(data)
        if first:
            names = SquadForm.base_fields["names"]
            self.fields["name"] = NamesField(
                label=names.label, help_text=names.help_text, most=MOST, widget=names.widget
            )


class TransferForm(TapForm):
    """A player of another team to transfer, and the first day."""

    member = forms.ModelChoiceField(
        label="Who",
        queryset=SquadMember.objects.none(),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose the player to transfer."
        ),
    )
    on = _day("From")

    def __init__(self, data=None, *, team: Team, people: list[SquadMember]) -> None:
        super().__init__(data, initial={"on": timezone.localdate()})
        choose_days(self, nights_first(team.league))
        there = SquadMember.objects.filter(team__league=team.league_id, until=None)
        self.fields["member"].queryset = there.exclude(team=team).select_related("player", "team")
        by_team: dict[str, list] = {}
        for one in people:
            by_team.setdefault(one.team.name, []).append((one.pk, one.player.name))
        self.fields["member"].widget.choices = [("", "Choose"), *by_team.items()]

    @property
    def player(self) -> Player:
        """The chosen player."""
        return self.cleaned_data["member"].player


class SettleForm(TapForm):
    """Whether a captain or the secretary agrees to a transfer; cleans to True or False."""

    agreed = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose whether you agree."),
    )


class CaptainForm(TapForm):
    """The captain, from the squad; blank for none."""

    captain = forms.ModelChoiceField(
        label="Captain",
        required=False,
        empty_label="nobody",
        queryset=SquadMember.objects.none(),
        error_messages={"invalid_choice": "Choose a player of the squad."},
    )

    def __init__(self, data=None, *, team: Team, squad: list[SquadMember]) -> None:
        own = next((one.pk for one in squad if one.player_id == team.captain_id), None)
        super().__init__(data, initial={"captain": own})
        self.fields["captain"].queryset = team.squad.filter(until=None)
        people = [(one.pk, one.player.name) for one in squad]
        self.fields["captain"].widget.choices = [("", "nobody"), *people]
