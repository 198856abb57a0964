"""A club night's table codes, closing and settlement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.access import NoSuchLink
from scoring.common.answers import or_show, posted, valid
from scoring.common.fields import TickForm
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.common.qr_codes import address_of, only_here, qr_of
from scoring.common.tonight import night_at
from scoring.euchre.statement import Statement
from scoring.evening.actions import sessions as verbs
from scoring.evening.forms.sessions import ReopenForm
from scoring.evening.queries.calling_off import was_held
from scoring.evening.views.evening import show_session
from scoring.evening.views.needs import left_open
from scoring.money.actions.accounts import carry_over
from scoring.money.actions.payments import mark_paid
from scoring.money.forms.accounts import CarryForm
from scoring.money.queries.prizes import pots_carried_over
from scoring.money.views.settlement import (
    Nets,
    SettlementPage,
    Transfer,
    account_moves,
    in_words,
    transfers_of,
)
from scoring.table import hooks as table_hooks
from scoring.table.access import by_link, session_by_link, session_by_number
from scoring.table.actions import phones
from scoring.table.actions.tables import remove_table, renew_link
from scoring.table.forms.phones import PhoneForm
from scoring.table.models import ClubSession, Link, Payment, Table, TablePhone
from scoring.table.pure.result import Result
from scoring.table.queries.phones import phones_at
from scoring.table.queries.settlement import result_of_evening, statement_of
from scoring.table.queries.typed_code import typed_code
from scoring.table.views.phones import phone_of


@require_safe
@by_link(LOOK)
def share(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the table's codes, one to keep score and one to watch."""
    rights = (
        [Link.Right.WRITE, Link.Right.WATCH]
        if actor.link.right == Link.Right.WRITE
        else [Link.Right.WATCH]
    )
    codes = []
    for link in table.links.filter(revoked_at=None, right__in=rights).order_by("-right"):
        address = address_of(request, "pad", link.token)
        code = {"right": link.right, "address": address, "qr": qr_of(address)}
        if link.right == Link.Right.WRITE and not table.session.closed:
            signs, until = typed_code(link, timezone.now())
            half = len(signs) // 2
            where = address_of(request, "table-code").partition("://")[2]
            code["typed"] = {
                "signs": f"{signs[:half]}-{signs[half:]}",
                "until": until,
                "where": where,
            }
        codes.append(code)
    context = {
        "table": table,
        "local": only_here(codes[0]["address"]),
        "codes": codes,
        "runs": may(actor, RUN, table.session),
        "token": actor.link.token,
        "writes": may(actor, WRITE, table),
    }
    if context["runs"] and actor.link.right == Link.Right.WRITE:
        context["phones"] = phones_at(table)
    return render(request, "evening/session/share.html", context)


@posted(session_by_number(RUN))
def renew(
    request: HttpRequest, session: ClubSession, actor: Actor, no: int, right: str
) -> HttpResponse:
    """Revoke a table's link, refresh its phones, and make a new code."""
    table = get_object_or_404(Table, session=session, no=no)

    def no_such_link(*, message: str, status: int) -> HttpResponse:
        raise NoSuchLink(message)

    with or_show(no_such_link):
        renew_link(table=table, right=right)
    messages.success(request, f"The old link to {table} is revoked. Here is the new one.")
    return redirect("share", table.links.get(right=Link.Right.WRITE, revoked_at=None).token)


@posted(session_by_number(RUN), page=show_session)
def name_phone(
    request: HttpRequest, session: ClubSession, actor: Actor, no: int, signs: str
) -> HttpResponse:
    """Give a phone at a table a name."""
    phone = get_object_or_404(TablePhone, table__session=session, table__no=no, signs=signs)
    phones.name_phone(phone=phone, name=valid(PhoneForm(request.POST))["phone_name"])
    link = phone.table.links.get(right=Link.Right.WRITE, revoked_at=None)
    return redirect(f"{reverse('share', args=[link.token])}#phones")


@posted(session_by_number(RUN), page=show_session, to="session")
def remove(request: HttpRequest, session: ClubSession, actor: Actor, no: int) -> str | None:
    """Remove a table that was opened by mistake."""
    table = session.tables.filter(no=no).first()
    if table is None:
        return None
    remove_table(table=table)
    return f"{table} is removed. It had no hands."


@require_safe
@session_by_link(LOOK)
def settlement_by_link(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement, for a phone at one of its tables."""
    return _settlement(request, session, actor)


@require_safe
@session_by_number(LOOK)
def settlement(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Show the settlement, for organisers."""
    return _settlement(request, session, actor)


def _settlement(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    *,
    reopen_form: ReopenForm | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    form = reopen_form or ReopenForm()
    page = SettlementPage(session=session, actor=actor, reopen_form=form, message=message)
    return render(request, "money/settlement/settlement.html", {"page": page}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@session_by_number(RUN)
def close(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Ask before closing, showing what would be signed; then close."""
    if request.method != "POST":
        return redirect("settlement", session.pk) if session.closed else _ask(request, session)
    with or_show(partial(_ask, request, session)):
        verbs.close_session(session=session, actor=actor)
    return redirect("settlement", session.pk)


def _ask(
    request: HttpRequest, session: ClubSession, *, message: str = "", status: int = 200
) -> HttpResponse:
    phone = phone_of(request)
    page = ClosePage(session=session, phone=phone.signs if phone else "", message=message)
    return render(request, "money/settlement/close.html", {"page": page}, status=status)


@dataclass(frozen=True, kw_only=True)
class ClosePage:
    """The result to sign, and the open points."""

    session: ClubSession
    phone: str
    """The id of the phone that asks, or ""."""
    message: str = ""

    @cached_property
    def statement(self) -> Statement:
        return statement_of(self.session)

    @cached_property
    def result(self) -> Result:
        return result_of_evening(self.session)

    @cached_property
    def nets(self) -> Nets:
        return Nets(statement=self.statement)

    @cached_property
    def transfers(self) -> list[Transfer]:
        return transfers_of(self.statement, [])

    @property
    def payments_in_words(self) -> str:
        return in_words(len(self.transfers))

    @cached_property
    def moved(self) -> list[dict] | None:
        return account_moves(self.session, self.statement)

    @property
    def tonight(self) -> bool:
        """Whether the club night is tonight, so that a time needs no day."""
        return self.session.played_on >= night_at()

    @cached_property
    def open(self) -> dict:
        return left_open(self.session, phone=self.phone)

    @cached_property
    def tournament(self) -> bool:
        return bool(table_hooks.was_played.first(self.session))

    @cached_property
    def held(self) -> bool:
        return was_held(self.session)

    @property
    def pots(self) -> list[tuple[str, str]]:
        """Each pot that tonight's results carry over, with its amount."""
        return pots_carried_over(self.session)


@posted(session_by_number(RUN), to="session")
def reopen(request: HttpRequest, session: ClubSession, actor: Actor) -> None:
    """Open a closed evening again."""
    form = ReopenForm(request.POST)
    with or_show(partial(_settlement, request, session, actor, reopen_form=form)):
        verbs.reopen_session(session=session, why=valid(form)["why"], actor=actor)


@posted(session_by_number(RUN), page=_settlement, to="settlement#transfers")
def pay(request: HttpRequest, session: ClubSession, actor: Actor, payment: int) -> None:
    """Tick a transfer as paid, or take the tick away."""
    found = get_object_or_404(Payment, pk=payment, closing__session=session)
    mark_paid(payment=found, paid=valid(TickForm(request.POST))["paid"], actor=actor)


@posted(session_by_number(RUN), page=_settlement, to="settlement#transfers")
def carry(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse | None:
    """Carry the open payments of a settlement over to the accounts, or one of them; or undo
    that."""
    closing = get_object_or_404(session.closings.order_by("-no")[:1])
    form = CarryForm(request.POST, payments=closing.payments)
    carry_over(closing=closing, **valid(form))
    if "accounts" in request.POST:
        return redirect("accounts", session.club_id)
    return None
