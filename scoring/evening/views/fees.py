"""Check-in fees in words: those of a club night, and a player's own."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from scoring.common.amounts import written
from scoring.evening.forms.sessions import NewFeesForm
from scoring.evening.models import Attendance
from scoring.evening.queries.fees import FeeChange, FeeGroup
from scoring.table.models import ClubSession


def describe_fees(session: ClubSession) -> str:
    """Return what coming in costs: "£3.00 at check-in, guests £4.00"; nothing when it is free."""
    members, guests = session.door_fee_minor, session.guest_fee_minor
    if not members and not guests:
        return ""
    fee = f"{_cost(members, session)} at check-in"
    return fee if guests == members else f"{fee}, guests {_cost(guests, session)}"


def _cost(minor: int, session: ClubSession) -> str:
    return written(minor, session.club.currency) if minor else "nothing"


def describe_fee(came: Attendance) -> str:
    """Return a player's check-in fee, due or paid, in words, with the reason if there is one; empty
    if there is neither."""
    why = f" Reason: {came.fee_why}." if came.fee_why else ""
    if not came.fee_minor:
        return f"No check-in fee.{why}" if why else ""
    amount = written(came.fee_minor, came.session.club.currency)
    paid = "paid" if came.fee_paid_at else "to pay at check-in"
    return f"Check-in fee: {amount}, {paid}.{why}"


def preview_fee(came: Attendance, minor: int, *, back: bool) -> str:
    """Return what another fee changes for a player, in words; empty if it changes nothing or will
    be refused."""
    fee, paid = came.fee_minor, came.fee_paid_at is not None
    if back != paid or minor == fee or (back and minor > fee):
        return ""
    before, after = _cost(fee, came.session), _cost(minor, came.session)
    if not back:
        return f"{came.player} will owe {after} instead of {before}."
    returned = _cost(fee - minor, came.session)
    then = f" The fee is then {after}." if minor else ""
    return f"{came.player} paid {before} and gets {returned} back in cash.{then}"


@dataclass(frozen=True, kw_only=True)
class FeePreview:
    """New check-in fees before they are saved, with the form for the reason."""

    fees: str
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    """What each group of people paid and owes, with their names."""
    form: NewFeesForm

    @property
    def confirmed(self) -> bool:
        """Whether these fees were shown, and a reason was given."""
        return self.form.is_valid()

    @property
    def why(self) -> str:
        return self.form.cleaned_data["fee_why"]


def preview_fees(sent: QueryDict, session: ClubSession, change: FeeChange) -> FeePreview:
    """Return the preview of other fees. It is confirmed by a form that has shown them."""
    seen = sent.get("seen") == change.seen
    currency = session.club.currency
    members, guests = (_cost(fee, session) for fee in (change.members, change.guests))
    return FeePreview(
        fees=f"{members} at check-in" + (f", guests {guests}" if guests != members else ""),
        lines=tuple((_describe_group(one, currency), one.names) for one in change.groups),
        form=NewFeesForm(sent if seen else None, initial={"seen": change.seen}),
    )


def _describe_group(group: FeeGroup, currency: str) -> str:
    one, fee = len(group.names) == 1, written(group.fee, currency)
    people, each = ("1 person", "") if one else (f"{len(group.names)} people", " each")
    if not group.fee and not group.after:
        return f"{people} {'has' if one else 'have'} no fee, as before."
    if group.paid:
        return f"{people} paid {fee}{each}, and {'owes' if one else 'owe'} nothing more."
    if group.after != group.fee:
        return f"{people} will owe {written(group.after, currency)}{each} instead of {fee}."
    return f"{people} still {'owes' if one else 'owe'} {fee}{each}, as before."
