"""A treasurer's new entry in the club's accounts, with a form for each kind of entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid4

from django import forms
from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.dates import long_day
from scoring.common.fields import MoneyField, NameField, OnceForm, TextField, past_day
from scoring.common.refused import OUT_OF_DATE
from scoring.money.models import Entry
from scoring.money.queries.accounts import cash_of, lowest_box, year_before
from scoring.money.queries.prizes import free_pots
from scoring.people.models import Club, Player

HIGHEST = 10**9  # minor units
LONGEST_KEY = 18  # digits
LONGEST_POT = 60


@dataclass(frozen=True, kw_only=True)
class Way:
    """How one thing that happens to money is asked for; a field without a label is not asked
    for."""

    title: str
    says: str
    who: str = ""
    whom: str = ""
    people: str = ""
    evening: bool = False
    """Whether it belongs to an evening and must say to which."""
    in_cash: str = ""
    pot: str = ""
    note: str = "Note"
    needs_note: bool = False


WAYS = {
    "paid in": Way(
        title="Pay in",
        says="Cash for the box. It reduces a player’s debt, or adds to their credit.",
        who="Paid by",
    ),
    "paid out": Way(
        title="Pay out",
        says="Cash from the box, out of their credit.",
        who="Paid to",
    ),
    "payment": Way(
        title="Payment between players",
        says="From one player to another, not through the cash box.",
        who="Paid by",
        whom="Paid to",
    ),
    "pot": Way(
        title="Pay into the pot",
        says="What each player puts into a club night’s pot.",
        people="Players",
        evening=True,
        in_cash="Paid in cash, into the box",
    ),
    "prize": Way(
        title="Prize from the pot",
        says="Paid out of a club night’s pot.",
        who="Winner",
        evening=True,
        in_cash="Paid in cash, from the box",
    ),
    "charge": Way(
        title="Group charge",
        says="A subscription or a levy. Each person owes it from that day until they pay it in.",
        people="People to charge",
        note="Description",
        needs_note=True,
    ),
    "received": Way(
        title="Cash received",
        says="Cash for the box that is on no one’s account, such as a gift.",
        note="Description",
        needs_note=True,
    ),
    "spent": Way(
        title="Cash spent",
        says="Cash from the box that is on no one’s account, such as new cards or the hall.",
        note="Description",
        needs_note=True,
    ),
    "put aside": Way(
        title="Put into a pot",
        says="The club’s own money goes into a pot that a tournament plays for, such as a jackpot "
        "from before.",
        pot="Name of the pot",
    ),
    "written off": Way(
        title="Write off a pot",
        says="Money that no one won becomes the club’s own. No cash moves.",
        pot="Pot",
        note="Reason",
        needs_note=True,
    ),
    "in favour": Way(
        title="Correction in a player’s favour",
        says="No cash moves. They are owed more from now on, or owe less.",
        who="Account",
        note="Reason",
        needs_note=True,
    ),
    "against": Way(
        title="Correction against a player",
        says="No cash moves. They owe more from now on, or are owed less.",
        who="Account",
        note="Reason",
        needs_note=True,
    ),
}


class PeopleField(forms.ModelMultipleChoiceField):
    """People, ticked: a key that no database can hold is none of theirs."""

    def clean(self, value) -> models.QuerySet:
        if any(len(key) > LONGEST_KEY for key in value or ()):
            raise forms.ValidationError("Tick people from the list.")
        return super().clean(value)


OUT_OF_THE_BOX = ("paid out", "prize", "spent")


class LineForm(forms.Form):
    """A kind of entry (`what`, a key of `ways`), for some of `people`, on one of `evenings`. A
    warning from the `club`'s accounts is shown once. It is for more cash than the box holds, or
    held on its day, and for a day of a closed year."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={"required": OUT_OF_DATE},
    )
    who = forms.ModelChoiceField(queryset=None, empty_label="Choose")
    whom = forms.ModelChoiceField(queryset=None, empty_label="Choose")
    people = PeopleField(
        queryset=None,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick at least one person."},
    )
    pot = NameField(required=True, max_length=LONGEST_POT)
    amount = MoneyField(label="Amount", most=HIGHEST, line=True)
    dated = past_day()
    session = forms.ModelChoiceField(
        label="Club night", queryset=None, required=False, empty_label="No club night"
    )
    in_cash = forms.BooleanField(
        required=False, help_text="If you leave this unticked, it goes on the account."
    )
    note = TextField()
    though_short = forms.CharField(required=False, widget=forms.HiddenInput)
    though_over = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data=None,
        *,
        what: str,
        club: Club,
        people,
        evenings,
        initial=None,
        ways=WAYS,
    ) -> None:
        shown = {"key": uuid4(), "in_cash": True, "dated": timezone.localdate()}
        super().__init__(data, initial=shown | (initial or {}))
        self.way = way = ways[what]
        self.club, self.takes_out = club, what in OUT_OF_THE_BOX
        self.free: dict[str, int] | None = None
        self.fields["amount"].currency = club.currency
        self.fields["note"].required = way.needs_note
        self.fields["session"].queryset, self.fields["session"].required = evenings, way.evening
        for name in ("who", "whom", "people"):
            self.fields[name].queryset = people
        for name in ("who", "whom", "people", "pot", "in_cash", "note"):
            self.fields[name].label = getattr(way, name)
            if not getattr(way, name):
                del self.fields[name]
        if way.pot:
            del self.fields["session"]
            self.order_fields(["pot"])
        if what == "written off":
            self.free = free_pots(club)
            said = [
                (name, f"{name}: {written(held, club.currency)}")
                for name, held in self.free.items()
            ]
            self.fields["pot"].widget = forms.Select(choices=said)
        if way.evening:
            self.fields["session"].empty_label = None
        if way.people and way.evening:
            # Who came decides who is asked for: another evening has a page of its own.
            self.fields["session"].widget = forms.HiddenInput()
        elif way.people:
            del self.fields["session"]
        if way.people:
            self.order_fields(["amount", "in_cash", "note", "dated", "people"])
            self.fields["amount"].label = "Amount per person"

    def clean(self) -> dict:
        found = self.cleaned_data
        if "whom" in found and found["whom"] == found.get("who"):
            self.add_error("whom", "Choose two different people.")
        asked = [found.pop(name, "") for name in ("though_short", "though_over")]
        if not self.errors and not self._is_entered(found["key"]):
            if self.free is not None and found["pot"] not in self.free:
                self.add_error("pot", "Choose a pot that no tournament plays for.")
            for ask, of in zip(
                (self._ask_about_the_box, self._ask_about_the_year), asked, strict=True
            ):
                ask(found, of)
        return found

    def _is_entered(self, key: UUID) -> bool:
        return Entry.objects.filter(Q(key=key) | Q(together=key)).exists()

    def _ask(self, name: str, of: str, says: str) -> None:
        """Refuse it with a sentence, so that sending it again as it is answers yes."""
        self.data = self.data.copy()
        self.data[name] = of
        self.add_error(None, says)

    def _ask_about_the_box(self, found: dict, asked: str) -> None:
        if not self.takes_out or not found.get("in_cash", True):
            return
        amount = found["amount"]
        day, held = lowest_box(self.club, found["dated"] or timezone.localdate())
        now = cash_of(self.club) == held
        of = str(amount) if now else f"{amount} {day}"
        if amount <= held or asked == of:
            return
        box, taken = (written(minor, self.club.currency) for minor in (held, amount))
        hold, there = ("hold", "is") if now else ("have held", "was")
        on = "" if now else f" on {long_day(day)}"
        self._ask(
            "though_short",
            of,
            f"The cash box should {hold} {box}{on}, less than {taken}. Enter any missing cash "
            f"received first. If the money {there} in the box, save again.",
        )

    def _ask_about_the_year(self, found: dict, asked: str) -> None:
        dated = found["dated"]
        last = year_before(self.club, dated) if dated else None
        if last is None or asked == str(dated):
            return
        self._ask(
            "though_over",
            str(dated),
            f"{long_day(dated)} is in the financial year that ended on {long_day(last)}. Its "
            "accounts may already be printed and signed, and would change. Choose a later day, or "
            "save again to keep this one.",
        )

    def with_a_new_key(self) -> None:
        """Let what was typed be sent once more, as something else."""
        self.data = self.data.copy()
        self.data["key"] = str(uuid4())


class OpeningForm(OnceForm):
    """The opening balances of a club, with the cash in the box, and the amount that each of
    `people` owed or was owed.

    It cleans to `dated`, `cash_minor`, and `amounts` by person, below zero for a debt. A warning
    about a day after the `first_line` of the accounts is shown once.
    """

    dated = past_day()
    late = forms.CharField(required=False, widget=forms.HiddenInput)
    cash = MoneyField(label="In the cash box", most=HIGHEST, required=False)

    def __init__(
        self,
        data=None,
        *,
        currency: str,
        people: Iterable[Player],
        day: date,
        first_line: date | None = None,
    ) -> None:
        super().__init__(data, initial={"dated": day})
        self.first_line = first_line
        self.people = {str(player.pk): player for player in people}
        for key, player in self.people.items():
            for side, label in (("owes", f"{player} owes"), ("owed", f"{player} is owed")):
                self.fields[f"{side}-{key}"] = MoneyField(label=label, most=HIGHEST, required=False)
        for field in self.fields.values():
            if isinstance(field, MoneyField):
                field.currency = currency

    @property
    def rows(self) -> list[tuple]:
        """Each person with the two fields of them."""
        return [
            (player, self[f"owes-{key}"], self[f"owed-{key}"])
            for key, player in self.people.items()
        ]

    def clean(self) -> dict:
        clean, amounts = super().clean(), {}
        for key, player in self.people.items():
            owes, owed = (clean.pop(f"{side}-{key}", None) or 0 for side in ("owes", "owed"))
            if owes and owed:
                self.add_error(f"owed-{key}", f"Fill in only one column for {player}.")
            elif owes or owed:
                amounts[player] = owed - owes
        cash = clean.pop("cash", None) or 0
        if not amounts and not cash and not self.errors:
            raise forms.ValidationError("Enter at least one amount above zero.")
        self._ask_about_a_late_day(clean.get("dated") or timezone.localdate(), clean.pop("late"))
        return clean | {"cash_minor": cash, "amounts": amounts}

    def _ask_about_a_late_day(self, dated: date, asked: str) -> None:
        first = self.first_line
        if self.errors or not first or dated <= first or asked == str(dated):
            return
        self.data = self.data.copy()
        self.data["late"] = str(dated)
        self.add_error(
            None,
            f"There are entries from {long_day(first)} on, before {long_day(dated)}. Their amounts "
            "may be counted twice. Choose an earlier day, or save again to keep this one.",
        )
