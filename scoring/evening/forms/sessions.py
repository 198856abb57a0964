from __future__ import annotations

from django import forms

from scoring.common.amounts import written
from scoring.common.fields import DayField, MoneyField, OnceForm, TextField, hour


class SessionForm(forms.Form):
    """The name, date, time and fees of a club night; blank fields use the club's defaults.

    Its values are the arguments of `actions.sessions.open_session`.
    """

    title = TextField(label="Name", max_length=60)
    played_on = DayField(
        label="Date",
        required=False,
    )
    starts_at = hour("Starts at")
    door_fee_minor = MoneyField(label="Check-in fee", required=False)
    guest_fee_minor = MoneyField(
        label="Guest fee",
        required=False,
        help_text="If you enter a check-in fee and leave this blank, guests pay the same.",
    )

    def __init__(self, data=None, *, club, session=None) -> None:
        """`club` says what is usual; the fields of `session`, if there is one, are what is
        changed. Friends without a club are not asked about fees."""
        known = forms.model_to_dict(session, self.base_fields) if session else None
        super().__init__(data, initial=known)
        for name in ("door_fee_minor", "guest_fee_minor"):
            if club.casual:
                del self.fields[name]
                continue
            usual = getattr(club, name)
            self.fields[name].currency = club.currency
            self.fields[name].widget.attrs["placeholder"] = (
                written(usual, club.currency) if usual else "none"
            )


class OpenSessionForm(OnceForm, SessionForm):
    """A new evening."""


class NewFeesForm(forms.Form):
    """The reason for other check-in fees, once their effect was shown."""

    seen = forms.CharField(widget=forms.HiddenInput)
    fee_why = TextField(
        label="Reason",
        required=True,
        help_text="It goes into the activity log.",
        error_messages={"required": "Enter a short reason."},
    )


class NoticeForm(forms.Form):
    """The notice of a club night; blank for none."""

    notice = TextField(label="Notice")


class CallOffForm(forms.Form):
    """Whether the people checked in at a cancelled club night were not here."""

    nobody_came = forms.BooleanField(required=False)


class ReopenForm(forms.Form):
    """Why a closed session is opened again."""

    why = TextField(
        label="Reason",
        required=True,
        error_messages={"required": "Enter a short reason. It is printed with the old closing."},
    )
