"""The club's accounts: who owes what, what makes everybody even, and the money of each evening."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions.accounts import carry_over, take_back
from scoring.actions.sessions import mark_paid
from scoring.forms.accounts import AccountsForm, CountForm, StatementForm, WaitingForm
from scoring.forms.texts import WhyForm
from scoring.models import Club, Entry, Payment, Player
from scoring.models.accounts import cash_lines, cash_of, lines_of
from scoring.permissions import RUN, Actor
from scoring.views.access import club_by_number
from scoring.views.account_lines import rows_of_account, rows_of_box
from scoring.views.accounts_page import account_context, accounts_context, counted_context

LINES = 50


@require_safe
@club_by_number(RUN)
def accounts(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Whose account is not even, and what would make it so."""
    return _accounts(request, club)


def _accounts(
    request: HttpRequest, club: Club, *, message: str = "", status: int = 200
) -> HttpResponse:
    form = AccountsForm(request.GET)
    context = accounts_context(club, **form.asked) | {"form": form, "message": message}
    return render(request, "accounts/accounts.html", context, status=status)


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
        request, "accounts/account.html", context | {"statement_form": form}, status=status
    )


@require_safe
@club_by_number(RUN)
def cash_box(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """What is in the cash box, line by line; and what is missing, when somebody counted it."""
    form = CountForm(request.GET if "counted" in request.GET else None, currency=club.currency)
    page, cash = _page(request, cash_lines(club)), cash_of(club)
    context = {
        "club": club,
        "runs": True,
        "form": form,
        "page": page,
        "rows": rows_of_box(list(page), club),
        **counted_context(club, cash, form.cleaned_data["counted"] if form.is_valid() else None),
    }
    return render(request, "accounts/cash.html", context, status=422 if form.errors else 200)


@require_POST
@club_by_number(RUN)
def take_back_line(request: HttpRequest, club: Club, actor: Actor, entry: int) -> HttpResponse:
    """Take a line back by another one; both stay to be read."""
    line = get_object_or_404(club.entries.select_related("credited", "debited"), pk=entry)
    form = WhyForm(request.POST)
    if not form.is_valid():
        return _accounts(request, club, status=422, message=form.errors["why"][0])
    try:
        new = take_back(line=line, actor=actor, why=form.cleaned_data["why"])
    except Refused as why:
        return _accounts(request, club, status=409, message=str(why))
    messages.success(
        request,
        "Taken back. Both lines stay to be read." if new else "That was taken back already.",
    )
    return redirect(page_of_line(line))


def page_of_line(line: Entry) -> str:
    """Return the address of the page where a line is read: its evening, its account, or the cash
    box."""
    player = line.credited_id or line.debited_id
    if line.session_id and line.kind in (Entry.Kind.POT, Entry.Kind.PRIZE):
        return reverse("evening-money", args=[line.club_id, line.session_id])
    return (
        reverse("account", args=[line.club_id, player])
        if player
        else reverse("cash-box", args=[line.club_id])
    )


@require_POST
@club_by_number(RUN)
def settle_waiting(request: HttpRequest, club: Club, actor: Actor, payment: int) -> HttpResponse:
    """Tick a payment that waits on a sheet, or carry it over to the accounts."""
    found = get_object_or_404(
        Payment.objects.select_related("closing"), pk=payment, closing__session__club=club
    )
    form = WaitingForm(request.POST)
    if not form.is_valid():
        return _accounts(request, club, status=422, message=form.errors["now"][0])
    try:
        if form.cleaned_data["now"] == "paid":
            mark_paid(payment=found, paid=True, actor=actor)
        else:
            carry_over(closing=found.closing, carried=True, payment=found)
    except Refused as why:
        return _accounts(request, club, status=409, message=str(why))
    return redirect(f"{reverse('accounts', args=[club.pk])}#sheets")


def _page(request: HttpRequest, lines) -> Page:
    return Paginator(lines, LINES).get_page(request.GET.get("page"))
