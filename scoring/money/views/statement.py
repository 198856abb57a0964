"""A player's account on paper, line by line, all of it or a span of days; or one after another the
accounts of all who owe."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.amounts import written
from scoring.common.answers import or_show, valid
from scoring.common.dates import long_day, short_day
from scoring.common.pdf.listing import Heading, Listing, listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, Actor
from scoring.common.qr_codes import coded
from scoring.money.forms.accounts import StatementForm
from scoring.money.models import Entry
from scoring.money.queries.accounts import (
    balance_at,
    balances_at,
    first_of_year,
    lines_of,
    lines_of_each,
    standing,
)
from scoring.money.views.accounts import (
    StatementRow,
    account_page,
    accounts_with,
    statement_rows,
)
from scoring.people.access import club_by_number
from scoring.people.models import Club, Player

COLUMNS = (
    Heading(title="Date"),
    Heading(title="Entry", kind="name"),
    Heading(title="Amount", kind="figure"),
)


@require_safe
@club_by_number(RUN)
def statement(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """The statement of an account; between two days, with what was brought forward."""
    player = get_object_or_404(club.players.select_related("club"), pk=player)
    form = StatementForm(request.GET)
    with or_show(partial(account_page, request, club, player, form)):
        listing = statement_of(player, **valid(form))
    listing = coded(request, listing, codes.ACCOUNT, player.pk)
    return pdf_answer(request, listing_pdf, listing, name=("account", player.name))


@require_safe
@club_by_number(RUN)
def statements(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The statements of all who owe, each from a page of its own; of the club's year so far, or
    between two days."""
    form = StatementForm(request.GET)
    with or_show(partial(accounts_with, request, club, form), form):
        asked = valid(form)
    if not any(asked.values()):
        asked["first"] = first_of_year(club, timezone.localdate())
    listings = [
        coded(request, listing, codes.ACCOUNT, player.pk)
        for player, listing in statements_of_all_who_owe(club, **asked)
    ]
    if not listings:
        raise Http404("No one owed anything on that day, so there are no statements.")
    name = ("statements", asked["last"] or timezone.localdate())
    return pdf_answer(request, listing_pdf, *listings, name=name)


def statements_of_all_who_owe(
    club: Club, *, first: date | None = None, last: date | None = None
) -> list[tuple[Player, Listing]]:
    """Return the statements of everyone who owed something as the last day ended, by name. The
    number of queries is the same for one person and for a hundred."""
    last = last or timezone.localdate()
    after = balances_at(club, last + timedelta(days=1))
    before = balances_at(club, first) if first else {}
    owing = [player for player in club.players.all() if after.get(player.pk, 0) < 0]
    lines: dict[int, list[Entry]] = {player.pk: [] for player in owing}
    for line in _between(lines_of_each(club, owing), first, last):
        for key in lines.keys() & {line.debited_id, line.credited_id}:
            lines[key].append(line)
    return [
        (
            player,
            _statement(
                player,
                lines[player.pk],
                days=(first, last),
                balances=(before.get(player.pk, 0), after[player.pk]),
            ),
        )
        for player in owing
    ]


def statement_of(player: Player, *, first: date | None = None, last: date | None = None) -> Listing:
    """Return a statement of an account, of both days and all between; without them of all there
    is."""
    last = last or timezone.localdate()
    lines = _between(lines_of(player), first, last)
    opening = balance_at(player, first) if first else 0
    balance = balance_at(player, last + timedelta(days=1))
    return _statement(player, list(lines), days=(first, last), balances=(opening, balance))


def _between(lines: QuerySet[Entry], first: date | None, last: date) -> QuerySet[Entry]:
    lines = standing(lines).filter(dated__lte=last)
    return lines.filter(dated__gte=first) if first else lines


def _statement(
    player: Player,
    lines: list[Entry],
    *,
    days: tuple[date | None, date],
    balances: tuple[int, int],
) -> Listing:
    """Return the statement of these lines, the latest first. `balances` are those before the first
    day and after the last."""
    (first, last), (opening, balance) = days, balances
    money = player.club.currency
    rows = statement_rows(lines[::-1], opening=opening, currency=money, of=player)
    brought = (
        [("", f"Brought forward on {long_day(first)}", "", written(opening, money))]
        if first
        else []
    )
    return Listing(
        title=f"Account of {player}",
        club=player.club.name,
        about=f"{long_day(first)} to {long_day(last)}" if first else f"up to {long_day(last)}",
        status=_standing(balance, money),
        columns=(*COLUMNS, Heading(title="Balance", kind="figure")),
        rows=(*brought, *map(_row, rows)),
        totals=("", f"Balance on {long_day(last)}", "", written(balance, money)),
        notes=("With a minus, the player owes the club. Without one, the club owes the player.",),
    )


def _row(row: StatementRow) -> tuple[str, ...]:
    evening, note = row.line.session, row.line.note
    what = evening.kind if evening else ""
    if evening and evening.played_on != row.line.dated:
        what = f"{evening.day}, {what}"
    of = getattr(row.line, "of_team", None)
    words = " · ".join(filter(None, [row.words, what, note, of and of.team.name]))
    return short_day(row.line.dated), words, row.amount, row.balance


def _standing(balance: int, currency: str) -> str:
    amount = written(abs(balance), currency)
    if balance < 0:
        return f"owes the club {amount}"
    return f"is owed {amount} by the club" if balance else "settled"
