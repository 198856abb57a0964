"""A club's settings, with money as people type it."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterable

from django import forms

from scoring.common.amounts import DECIMALS
from scoring.common.fields import MoneyField, NameField, TextField, hour
from scoring.euchre.books import SHELF
from scoring.people.models import Paper

FEES = ("door_fee_minor", "guest_fee_minor")


KEPT_FOR = [(1, "a month"), (3, "3 months"), (12, "a year"), (24, "2 years"), (60, "5 years")]
WHOLE_MONTHS = {
    "required": False,
    "coerce": int,
    "empty_value": None,
    "error_messages": {"invalid_choice": "Choose a time from the list."},
}


class ClubSettingsForm(forms.Form):
    """A club's defaults for its evenings. `changes` has the fields that the person changed, as
    `actions.club` takes them.

    Every field carries the value that was shown. So if two people save at once, both sets of
    changes are kept.
    """

    name = NameField(label="Name", required=True, max_length=60)
    place = TextField(label="Place", max_length=80)
    starts_at = hour("Usual start time")
    usual_rules = forms.ChoiceField(
        label="Usual rules",
        required=False,
        help_text="New tables and tournaments suggest these rules.",
        error_messages={"invalid_choice": "Choose rules from the list."},
    )
    door_fee_minor = MoneyField(
        label="Check-in fee, members", required=False, help_text="Leave it blank for no fee."
    )
    guest_fee_minor = MoneyField(
        label="Check-in fee, guests",
        required=False,
        help_text="Leave it blank if guests pay the same.",
    )
    self_check_in = forms.BooleanField(
        label="Players may check themselves in with a QR code", required=False
    )
    year_begins = forms.TypedChoiceField(
        label="The accounting year begins with",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", month_name[1]), *((no, month_name[no]) for no in range(2, 13))],
        error_messages={"invalid_choice": "Choose a month."},
    )
    paper = forms.ChoiceField(
        label="Paper for printing",
        choices=Paper.choices,
        help_text="Every sheet is printed on it.",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose A4 or US Letter."),
    )
    keep_names = forms.TypedChoiceField(
        label="Keep sign-ups and answers",
        help_text="Counted from the club night. Scores keep the names of players who played.",
        choices=[*KEPT_FOR, ("", "forever")],
        **WHOLE_MONTHS,
    )
    keep_contacts = forms.TypedChoiceField(
        label="Keep telephone and e-mail of guests and former members",
        help_text="Counted from their last visit.",
        choices=[*KEPT_FOR, ("", "forever")],
        **WHOLE_MONTHS,
    )
    currency = forms.ChoiceField(
        label="Currency",
        choices=[(code, code) for code in sorted(DECIMALS)],
        error_messages={"invalid_choice": "Enter a currency code such as GBP."},
    )

    def __init__(
        self, data=None, *, club: dict, houses: Iterable[str] = (), currency_stays: str = ""
    ) -> None:
        """`club` is what is stored, by field; `houses` are the names of its house rules;
        `currency_stays` is why it cannot be changed, if so."""
        door, guests = (club[name] for name in FEES)
        shown = dict(zip(FEES, (door or "", "" if guests == door else guests), strict=True))
        super().__init__(data, initial=club | shown)
        self.fields["usual_rules"].choices = [
            ("", "the last rules played"),
            *((name, name) for name in houses),
            *((key, rules.name) for key, rules in SHELF.items()),
        ]
        self.fields["currency"].disabled = bool(currency_stays)
        self.fields["currency"].help_text = currency_stays
        for name, field in self.fields.items():
            field.show_hidden_initial = True
            if name in FEES:
                field.currency = self._currency(club["currency"])

    def _currency(self, stored: str) -> str:
        """Return the currency of fees, which is the one chosen here if it is valid."""
        chosen = self.data.get("currency")
        return chosen if chosen in DECIMALS and not self.fields["currency"].disabled else stored

    @property
    def changes(self) -> dict:
        changed, clean = {*self.changed_data}, {**self.cleaned_data}
        door, guests = (clean[name] for name in FEES)
        clean |= zip(FEES, (door or 0, (door or 0) if guests is None else guests), strict=True)
        if "currency" in changed or guests is None and changed & {*FEES}:
            changed |= {*FEES}
        return {name: value for name, value in clean.items() if name in changed}
