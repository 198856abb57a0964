"""What is typed of a league's money: fees that are charged, a charge to teams, what a team pays or
wins."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet

from scoring.common.fields import MoneyField, OnceForm, TapForm, TextField, key_of_typed, past_day
from scoring.common.refused import OUT_OF_DATE
from scoring.league.models import Team, TeamEntry
from scoring.money.forms.ledger import HIGHEST, LineForm, PeopleField, Way

WAYS = {
    "paid in": Way(
        title="Team pays",
        says="Cash into the cash box. It clears what the team’s players owe first, then the "
        "captain.",
        who="Paid for",
    ),
    "prize": Way(
        title="Prize",
        says="Paid from the league’s money.",
        who="Winner",
        in_cash="Paid out in cash from the cash box",
        note="What for",
        needs_note=True,
    ),
    "charge": Way(
        title="New charge",
        says="Such as a fine. The team owes it until it pays.",
        who="Charged to",
        note="What for",
        needs_note=True,
    ),
    "in favour": Way(
        title="Credit",
        says="A correction in its favour. No cash moves, and the team owes less.",
        who="Account",
        note="Why",
        needs_note=True,
    ),
    "paid out": Way(
        title="Pay out",
        says="Cash from the cash box, out of the team’s credit.",
        who="Paid to",
    ),
}


class TeamLineForm(LineForm):
    """One thing that happened to a team's money (`what`, a key of WAYS): its captain's, or that of
    one of its `people`. Going back and typing something else is another thing."""

    def __init__(self, data=None, *, what: str, team: Team, **about) -> None:
        super().__init__(data, what=what, ways=WAYS, evenings=None, club=team.league.club, **about)
        del self.fields["session"]
        who = self.fields["who"]
        who.required = what != "paid in" and team.captain is None
        who.empty_label = f"{team.captain}, its captain" if team.captain else "Choose"
        if what == "paid in":
            who.empty_label = "Everyone who owes for the team"

    def clean(self) -> dict:
        clean = super().clean()
        return clean | {"key": key_of_typed(self, clean["key"])} if "key" in clean else clean


class AllAskedForm(OnceForm, TapForm):
    """That all fees that were agreed on are charged."""


class AskedForm(OnceForm, TapForm):
    """A fee to charge: its night, teams and players; `due` are names of the queries' Due."""

    unknown = dict.fromkeys(
        ("required", "invalid", "invalid_choice"),
        OUT_OF_DATE,
    )
    fee = forms.ChoiceField(choices=TeamEntry.Fee, error_messages=unknown)
    night = forms.DateField(required=False, error_messages=unknown)

    def clean(self) -> dict:
        clean = super().clean()
        chosen = frozenset(self.data.getlist("due") if self.is_bound else ())
        if not chosen and not self.errors:
            raise forms.ValidationError("Tick the teams to charge.")
        return clean | {"chosen": chosen}


class ChargeTeamsForm(OnceForm):
    """The same charge to many of a league's `teams`."""

    amount = MoneyField(label="Amount per team", most=HIGHEST, line=True)
    note = TextField(label="What for", required=True)
    dated = past_day()
    teams = PeopleField(
        label="Teams",
        queryset=None,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick the teams to charge."},
    )

    def __init__(self, data=None, *, teams: QuerySet[Team], currency: str, initial=None) -> None:
        super().__init__(data, initial=initial)
        self.fields["amount"].currency = currency
        self.fields["teams"].queryset = teams
