"""A player's account on paper, line by line, all of it or a span of days."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.amounts import written
from scoring.common.answers import or_show, valid
from scoring.common.pdf.listing import Heading, Listing, listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, Actor
from scoring.common.qr_codes import coded
from scoring.money.forms.accounts import StatementForm
from scoring.money.queries.accounts import balance_at, lines_of, standing
from scoring.money.views.accounts import StatementRow, account_page, statement_rows
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


def statement_of(player: Player, *, first: date | None = None, last: date | None = None) -> Listing:
    """Return a statement of an account, of both days and all between; without them of all there
    is."""
    last = last or timezone.localdate()
    lines = standing(lines_of(player)).filter(dated__lte=last)
    lines = lines.filter(dated__gte=first) if first else lines
    opening = balance_at(player, first) if first else 0
    balance = balance_at(player, last + timedelta(days=1))
    money = player.club.currency
    rows = statement_rows(list(lines)[::-1], opening=opening, currency=money, of=player)
    brought = (
        [("", f"Brought forward on {_day(first)}", "", written(opening, money))] if first else []
    )
    return Listing(
        title=f"Account of {player}",
        club=player.club.name,
        about=f"{_day(first)} to {_day(last)}" if first else f"up to {_day(last)}",
        status=_standing(balance, money),
        columns=(*COLUMNS, Heading(title="Balance", kind="figure")),
        rows=(*brought, *map(_row, rows)),
        totals=("", f"Balance on {_day(last)}", "", written(balance, money)),
        notes=("With a minus, the player owes the club. Without one, the club owes the player.",),
    )


def _row(row: StatementRow) -> tuple[str, ...]:
    evening, note = row.line.session, row.line.note
    what = evening.kind if evening else ""
    if evening and evening.played_on != row.line.dated:
        what = f"{evening.day}, {what}"
    of = getattr(row.line, "of_team", None)
    words = " · ".join(filter(None, [row.words, what, note, of and of.team.name]))
    return f"{row.line.dated:%-d %b %Y}", words, row.amount, row.balance


def _standing(balance: int, currency: str) -> str:
    amount = written(abs(balance), currency)
    if balance < 0:
        return f"owes the club {amount}"
    return f"is owed {amount} by the club" if balance else "settled up"


def _day(day: date) -> str:
    return f"{day:%-d %B %Y}"
