"""What is typed of a league's money: fees that are charged, a charge to teams, what a team pays or
wins."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet

from scoring.common.fields import MoneyField, OnceForm, TapForm, TextField, key_of_typed, past_day
from scoring.league.models import Team, TeamEntry
from scoring.money.forms.ledger import HIGHEST, LineForm, PeopleField, Way

WAYS = {
    "paid in": Way(
        title="Pays in",
        says="Cash for the box. It clears what players of the team owe for it, then the captain.",
        who="For whom",
    ),
    "prize": Way(
        title="A prize",
        says="Out of what the league has.",
        who="Who wins it",
        in_cash="Paid out in cash, from the box",
        note="What for",
        needs_note=True,
    ),
    "charge": Way(
        title="A charge",
        says="A fine, a share of something: it is owed until it is paid in.",
        who="Who owes it",
        note="What for",
        needs_note=True,
    ),
    "in favour": Way(
        title="Put right, in its favour",
        says="Without cash: it owes less from now on.",
        who="Whose account",
        note="Why",
        needs_note=True,
    ),
    "paid out": Way(
        title="Is paid out",
        says="Cash out of the box, from what stands to its credit.",
        who="Who is paid",
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
            who.empty_label = "Whoever owes for the team"

    def clean(self) -> dict:
        clean = super().clean()
        return clean | {"key": key_of_typed(self, clean["key"])} if "key" in clean else clean


class AllAskedForm(OnceForm, TapForm):
    """That all fees that were agreed on are charged."""


class AskedForm(OnceForm, TapForm):
    """Which fee is charged, of which night, and for whom: `due` are names of the queries'
    Due."""

    unknown = dict.fromkeys(
        ("required", "invalid", "invalid_choice"), "Open this page anew; nothing was entered."
    )
    fee = forms.ChoiceField(choices=TeamEntry.Fee, error_messages=unknown)
    night = forms.DateField(required=False, error_messages=unknown)

    def clean(self) -> dict:
        clean = super().clean()
        chosen = frozenset(self.data.getlist("due") if self.is_bound else ())
        if not chosen and not self.errors:
            raise forms.ValidationError("Tick whom to charge.")
        return clean | {"chosen": chosen}


class ChargeTeamsForm(OnceForm):
    """The same charge to many of a league's `teams`."""

    amount = MoneyField(label="Amount of each", most=HIGHEST, line=True)
    note = TextField(label="What for", required=True)
    dated = past_day()
    teams = PeopleField(
        label="Which teams",
        queryset=None,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick which teams it is about."},
    )

    def __init__(self, data=None, *, teams: QuerySet[Team], currency: str, initial=None) -> None:
        super().__init__(data, initial=initial)
        self.fields["amount"].currency = currency
        self.fields["teams"].queryset = teams
