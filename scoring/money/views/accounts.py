"""The club's accounts, with balances, entries, and the payments that settle everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import accumulate

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.common.amounts import plain, written
from scoring.common.answers import or_show, posted, status_of, valid
from scoring.common.fields import WhyForm
from scoring.common.permissions import RUN, Actor
from scoring.money.actions.accounts import carry_over, take_back, why_it_stays
from scoring.money.actions.payments import mark_paid
from scoring.money.forms.accounts import AccountsForm, CountForm, StatementForm, WaitingForm
from scoring.money.models import Entry
from scoring.money.pure.ledger import describe_entry
from scoring.money.queries.accounts import (
    balance_before,
    balances_of,
    balances_with_teams,
    box_by_day,
    cash_lines,
    cash_of,
    lines_of,
    waiting_on_sheets,
)
from scoring.money.queries.prizes import prizes_to_pay
from scoring.money.views.accounts_page import (
    A_YEAR,
    AccountsPage,
    account_of,
    payment_of,
    payments_into_box,
)
from scoring.money.views.box_chart import box_chart
from scoring.people.access import club_by_number
from scoring.people.models import Club, Player
from scoring.table.models import Payment


@dataclass(frozen=True, kw_only=True)
class AccountRow:
    """An entry with its effect and its balance, in words."""

    line: Entry
    words: str
    amount: str
    balance: str = ""
    sign: str = ""
    """The direction, "plus", "minus", or "" if it moved nothing, or if no account is followed."""

    @property
    def who(self) -> Player | None:
        """The owner of the account that it moved; None if the club is on both sides."""
        return self.line.credited or self.line.debited

    @property
    def team(self) -> str:
        """The team that it is of, with its league where the note does not name it; or nothing."""
        if not hasattr(self.line, "of_team"):
            return ""
        team = self.line.of_team.team
        named = self.line.note.endswith(f", {team.league}")
        return str(team) if named else f"{team}, {team.league}"

    @property
    def taken_back(self) -> Entry | None:
        """The entry that undid this one."""
        return taken_back_by(self.line)

    @property
    def written_on(self) -> date | None:
        """The day on which it was written down, if it happened on another."""
        day = timezone.localdate(self.line.at)
        return day if day != self.line.dated else None

    @property
    def can_be_taken_back(self) -> bool:
        return not self.taken_back and not why_it_stays(self.line)

    @property
    def has_receipt(self) -> bool:
        signed = self.line.cash_minor and self.line.kind != Entry.Kind.OPENING
        return bool(signed and not self.line.reverses_id and not self.taken_back)


def rows_of_account(lines: Sequence[Entry], player: Player) -> list[AccountRow]:
    """Return the rows of an account with the balance after each; entries and rows the latest
    first."""
    amounts = [_moved(entry, player) for entry in lines]
    opening = balance_before(lines[-1], player) if lines else 0
    return _with_balances(lines, amounts, opening, currency=player.club.currency, of=player.pk)


@dataclass(frozen=True, kw_only=True)
class StatementRow:
    """A row of a printed statement. The amounts add up to the balance."""

    line: Entry
    who: Player | None
    words: str
    amount: str
    balance: str


def statement_rows(
    lines: Iterable[Entry], *, opening: int, currency: str, of: Player | None = None
) -> Iterator[StatementRow]:
    """Yield the rows for these lines, the earliest first, of the account of one player or of all
    players together. If a line was paid at once, or is between two of these accounts, it has two
    rows."""
    balance = opening
    for line in lines:
        for who, words, amount in _steps(line, of):
            balance += amount
            yield StatementRow(
                line=line,
                who=who,
                words=words,
                amount=written(amount, currency, plus=True),
                balance=written(balance, currency),
            )


def _steps(line: Entry, of: Player | None) -> Iterator[tuple[Player | None, str, int]]:
    """Yield whose account a line moved, in words, and how far."""
    if line.settles_id:
        gained = line.credited is None
        amount = line.amount_minor if gained else -line.amount_minor
        yield line.credited or line.debited, describe_entry(line.kind, gained=gained), amount
    for who, amount in ((line.debited, -line.amount_minor), (line.credited, line.amount_minor)):
        if who and of in (None, who):
            yield who, words_of(line, of=who.pk), amount


def rows_of_box(lines: Sequence[Entry], club) -> list[AccountRow]:
    """Return the rows of the cash box with what it held after each; lines and rows the latest
    first."""
    opening = cash_of(club, before=lines[-1]) if lines else 0
    amounts = [entry.cash_minor for entry in lines]
    return _with_balances(lines, amounts, opening, currency=club.currency)


def rows_of_team(lines: Sequence[Entry], currency: str) -> list[AccountRow]:
    """Return all rows of a league's team with the balance after each, over all its people; entries
    and rows the latest first."""
    amounts = [_moved_of_team(entry) for entry in lines]
    return _with_balances(lines, amounts, 0, currency=currency)


def _moved_of_team(entry: Entry) -> int:
    """Return how a line moved what a team's people owe together."""
    if entry.settles_id or (entry.credited_id and entry.debited_id):
        return 0
    return entry.amount_minor if entry.credited_id else -entry.amount_minor


def _moved(entry: Entry, player: Player) -> int:
    """Return the effect of an entry on an account; a charge that was paid at once has none."""
    if entry.settles_id:
        return 0
    return entry.amount_minor if entry.credited_id == player.pk else -entry.amount_minor


def rows_of_evening(lines: Iterable[Entry], currency: str) -> list[AccountRow]:
    """Return the rows of an evening, with the subject of each entry, as no account or box is
    followed."""
    return [
        AccountRow(line=entry, words=words_of(entry), amount=written(entry.amount_minor, currency))
        for entry in lines
    ]


def _with_balances(
    lines: Sequence[Entry],
    amounts: list[int],
    opening: int,
    *,
    currency: str,
    of: int | None = None,
) -> list[AccountRow]:
    stood = [
        0 if taken_back_by(entry) else amount for entry, amount in zip(lines, amounts, strict=True)
    ]
    after = list(accumulate(reversed(stood), initial=opening))[:0:-1]
    return [
        _row(entry, amount, currency, of=of, balance=written(balance, currency))
        for entry, amount, balance in zip(lines, amounts, after, strict=True)
    ]


def _row(entry: Entry, amount: int, currency: str, *, of: int | None, balance: str) -> AccountRow:
    return AccountRow(
        line=entry,
        words=words_of(entry, of=of),
        amount=written(amount or entry.amount_minor, currency, plus=bool(amount)),
        balance=balance,
        sign="plus" if amount > 0 else "minus" if amount else "",
    )


def taken_back_by(entry: Entry) -> Entry | None:
    """Return the entry that undid this one."""
    return getattr(entry, "reversed_by", None)


def words_of(entry: Entry, *, of: int | None = None) -> str:
    """Return an entry in words, for this player, or for the other one in it."""
    gained = entry.credited_id == (of or entry.credited_id or entry.debited_id)
    other = entry.debited if gained else entry.credited
    about = {"other": str(other), "cash": bool(entry.cash_minor)}
    if entry.closing:
        about["closing"] = entry.closing.no
    return describe_entry(entry.kind, gained=gained, **about)


def account_context(club: Club, player: Player) -> dict:
    """Return a player's balance, the part that waits on a sheet, and the rest, which is `left`."""
    minor, currency = balances_of(club, [player])[player.pk], club.currency
    waiting = [
        (closing.session, payment)
        for closing in waiting_on_sheets(club)
        for payment in closing.waiting
        if player in (payment.payer, payment.payee)
    ]
    left = minor + sum(
        payment.amount if payment.payer == player else -payment.amount for _, payment in waiting
    )
    shown = account_of(player, minor, currency)
    with_teams = balances_with_teams(club).get(player.pk, []) if left < 0 else []
    return {
        "club": club,
        "runs": True,
        "account": shown,
        "waiting": [
            (session, payment, written(payment.amount, currency)) for session, payment in waiting
        ],
        "prizes": [
            (one.session, written(one.due_to(player), currency))
            for one in prizes_to_pay(club)
            if one.due_to(player)
        ],
        "payments": payments_into_box(shown, -left, with_teams, 0),
        "left": account_of(player, left, currency),
        "pays_out": left > 0,
        "typed": plain(abs(left), currency),
    }


def counted_context(club: Club, cash: int, counted: int | None) -> dict:
    """Return the cash in the accounts, and the difference of the amount that was counted."""
    shown = {"cash": written(cash, club.currency), "overdrawn": cash < 0}
    if counted is None:
        return shown
    missing = counted - cash
    return shown | {
        "counted": written(counted, club.currency),
        "missing": missing,
        "what": "received" if missing > 0 else "spent",
        "difference": written(abs(missing), club.currency),
        "typed": plain(abs(missing), club.currency),
    }


LINES = 50


@require_safe
@club_by_number(RUN)
def accounts(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Whose account is not even, and what would make it so."""
    return _show_accounts(request, club)


def _show_accounts(
    request: HttpRequest, club: Club, *, message: str = "", status: int = 200
) -> HttpResponse:
    return accounts_with(request, club, StatementForm(), message=message, status=status)


def accounts_with(
    request: HttpRequest,
    club: Club,
    statement_form: StatementForm,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Answer with the accounts, and the form that asks for the statements of all who owe."""
    page = AccountsPage(
        club=club,
        form=AccountsForm(request.GET),
        count=CountForm(currency=club.currency),
        statement_form=statement_form,
        paid=payment_of(club, request.GET.get("line", "")),
        message=message,
    )
    context = {"page": page, "club": club, "runs": True}
    return render(request, "money/accounts/accounts.html", context, status=status)


@require_safe
@club_by_number(RUN)
def account(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """A player's account, line by line."""
    player = get_object_or_404(club.players.select_related("club"), pk=player)
    return account_page(request, club, player, StatementForm())


def account_page(
    request: HttpRequest, club: Club, player: Player, form: StatementForm, *, status: int = 200
) -> HttpResponse:
    """Answer with a player's account, and the form that asks for it on paper."""
    page = _page(request, lines_of(player))
    context = account_context(club, player) | {
        "page": page,
        "rows": rows_of_account(list(page), player),
    }
    return render(
        request, "money/accounts/account.html", context | {"statement_form": form}, status=status
    )


@require_safe
@club_by_number(RUN)
def cash_box(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The cash box, entry by entry, and the amount missing at a count."""
    form = CountForm(request.GET if "counted" in request.GET else None, currency=club.currency)
    page, today = _page(request, cash_lines(club)), timezone.localdate()
    days = box_by_day(club, today - A_YEAR)
    _, cash = days[-1]
    context = {
        "club": club,
        "runs": True,
        "form": form,
        "page": page,
        "rows": rows_of_box(list(page), club),
        "chart": box_chart(days, first=today - A_YEAR, last=today, currency=club.currency),
        **counted_context(club, cash, form.cleaned_data["counted"] if form.is_valid() else None),
    }
    return render(request, "money/accounts/cash.html", context, status=status_of(form))


@posted(club_by_number(RUN))
def take_back_line(request: HttpRequest, club: Club, actor: Actor, entry: int) -> HttpResponse:
    """Undo an entry by another one; both are kept."""
    line = get_object_or_404(club.entries.select_related("credited", "debited"), pk=entry)
    with or_show(partial(_show_accounts, request, club)):
        new = take_back(line=line, actor=actor, why=valid(WhyForm(request.POST))["why"])
    messages.success(
        request,
        "Undone. The entry stays listed, crossed out." if new else "This was already undone.",
    )
    if request.POST.get("then") == "owes":
        return redirect("accounts", club.pk)
    return redirect(page_of_line(line))


def page_of_line(line: Entry) -> str:
    """Return the address of the page with an entry, which is its team, its evening, its account, or
    the cash box."""
    player, team = line.credited_id or line.debited_id, getattr(line, "of_team", None)
    if team:
        return reverse("team-money", args=[team.team.league_id, team.team_id])
    if line.session_id and line.kind in (Entry.Kind.POT, Entry.Kind.PRIZE, Entry.Kind.HELD):
        return reverse("evening-money", args=[line.club_id, line.session_id])
    return (
        reverse("account", args=[line.club_id, player])
        if player
        else reverse("cash-box", args=[line.club_id])
    )


@posted(club_by_number(RUN), to="accounts#sheets")
def settle_waiting(request: HttpRequest, club: Club, actor: Actor, payment: int) -> None:
    """Tick a payment that waits on a sheet, or carry it over to the accounts."""
    found = get_object_or_404(
        Payment.objects.select_related("closing"), pk=payment, closing__session__club=club
    )
    with or_show(partial(_show_accounts, request, club)):
        if valid(WaitingForm(request.POST))["now"] == "paid":
            mark_paid(payment=found, paid=True, actor=actor)
        else:
            carry_over(closing=found.closing, carried=True, payment=found)


def _page(request: HttpRequest, lines) -> Page:
    """Return the requested page, by its number or by an entry on it (`?line=`). A cash entry stands
    for the entry that it settled."""
    no, line = request.GET.get("page"), request.GET.get("line", "")
    if line.isascii() and line.isdigit():
        keys = [str(settles or pk) for pk, settles in lines.values_list("pk", "settles")]
        no = keys.index(line) // LINES + 1 if line in keys else no
    return Paginator(lines, LINES).get_page(no)
