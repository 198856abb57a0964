"""A year of the club's accounts, on a page, on paper, and as spreadsheets, all from one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.common.amounts import plain, written
from scoring.common.answers import or_show, valid
from scoring.common.dates import long_day, short_day, years
from scoring.common.pdf.listing import Heading, Listing, Part
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, Actor
from scoring.common.spreadsheet_views import spreadsheet_answer
from scoring.common.spreadsheets import Spreadsheet
from scoring.euchre.wording import listed
from scoring.money.forms.accounts import YearForm
from scoring.money.pure.book_year import BookYear, CashRow, Item
from scoring.money.queries.accounts import first_of_year, years_of_book
from scoring.money.queries.prizes import year_with_prizes
from scoring.money.sheets.book_year import BookYearSheet, book_year_pdf
from scoring.money.views.box_chart import box_chart
from scoring.people.access import club_by_number
from scoring.people.models import Club


@require_safe
@club_by_number(RUN)
def book_year(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The year that is on, or the days that were asked for (`?first=`, `?last=`)."""
    form = _form(request, club)
    with or_show(partial(_page, request, club, form), form):
        asked = valid(form)
    return _page(request, club, form, year=year_with_prizes(club, **asked))


@require_safe
@club_by_number(RUN)
def book_year_sheet(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The same on paper, to be read out and signed."""
    year = _asked(request, club)
    sheet = sheet_of(year, club)
    return pdf_answer(request, book_year_pdf, sheet, name=("accounts", year.last))


@require_safe
@club_by_number(RUN)
def book_year_file(
    request: HttpRequest, club: Club, actor: Actor, *, xlsx: bool = False
) -> HttpResponse:
    """Cash, income and expense, and the club's balances, as a spreadsheet."""
    sheet = year_spreadsheet(_asked(request, club), club.currency)
    return spreadsheet_answer(sheet, club, xlsx=xlsx)


@require_safe
@club_by_number(RUN)
def cash_book_file(
    request: HttpRequest, club: Club, actor: Actor, *, xlsx: bool = False
) -> HttpResponse:
    """The cash book, line by line, as a spreadsheet."""
    sheet = cash_spreadsheet(_asked(request, club), club.currency)
    return spreadsheet_answer(sheet, club, xlsx=xlsx)


def _form(request: HttpRequest, club: Club) -> YearForm:
    first = first_of_year(club, timezone.localdate())
    return YearForm(request.GET, year=(first, timezone.localdate()))


def _asked(request: HttpRequest, club: Club) -> BookYear:
    form = _form(request, club)
    with or_show(partial(_page, request, club, form), form):
        asked = valid(form)
    return year_with_prizes(club, **asked)


def _page(
    request: HttpRequest,
    club: Club,
    form: YearForm,
    *,
    year: BookYear | None = None,
    status: int = 200,
) -> HttpResponse:
    today = timezone.localdate()
    context = {
        "club": club,
        "runs": True,
        "form": form,
        "title": _title(year, club) if year else THE_YEAR,
        "years": [
            (first, min(last, today), years(first, last)) for first, last in years_of_book(club)
        ],
        **(year_context(year, club.currency) if year else {}),
    }
    return render(request, "money/accounts/book_year.html", context, status=status)


def year_context(year: BookYear, currency: str) -> dict:
    """Return what templates/money/accounts/book_year.html shows of a year."""
    money = partial(written, currency=currency)
    return {
        "year": year,
        "figures": [(title, money(amount)) for title, amount in _figures(year)],
        "parts": [
            {"title": title, "heads": heads, "rows": rows, "totals": totals}
            for title, heads, rows, totals in _parts(year, currency)
        ],
        "days": urlencode({"first": year.first, "last": year.last}),
        "chart": box_chart(
            [(year.first, year.before.cash), *((row.dated, row.balance) for row in year.rows)],
            first=year.first,
            last=year.last,
            currency=currency,
        ),
        "notes": list(_notes(year, currency)),
        "rows": [
            (row, written(row.came - row.went, currency, plus=True), money(row.balance))
            for row in year.rows
        ],
    }


THE_YEAR, THE_MONTH = "Year end", "Month end"


def _title(year: BookYear, club: Club) -> str:
    """Return the title of these days, which are a year, even the current one, a month, or
    neither."""
    first, following = year.first, year.last + timedelta(days=1)
    if year.last == timezone.localdate() and first == first_of_year(club, year.last):
        return THE_YEAR
    months = (following.year - first.year) * 12 + following.month - first.month
    titles = {12: THE_YEAR, 1: THE_MONTH} if following.day == first.day else {}
    return titles.get(months, "Accounts")


def _figures(year: BookYear) -> list[tuple[str, int]]:
    return [
        ("Brought forward", year.before.cash),
        ("Received", year.received),
        ("Paid", year.paid),
        ("In the box", year.after.cash),
    ]


class SumRow(NamedTuple):
    """A row of a table, with its words, its two amounts, and the rows that it is the sum of."""

    what: str
    left: str
    right: str
    of: Sequence[SumRow] = ()


def _rows(items: Iterable[Item], currency: str) -> list[SumRow]:
    money = partial(_amount, currency=currency)
    return [
        SumRow(item.title, money(item.came), money(item.went), _rows(item.items, currency))
        for item in items
    ]


def _parts(year: BookYear, currency: str) -> Iterator[tuple]:
    """Yield each table of a year, with its title, its heads, its rows and its sums, in reading
    order."""
    yield (
        "Cash box",
        ("", "Received", "Paid"),
        _rows(year.cash, currency),
        ("Total", written(year.received, currency), written(year.paid, currency)),
    )
    over = year.earned - year.spent
    yield (
        "Income and expense",
        ("", "Income", "Expense"),
        [
            *_rows(year.result, currency),
            SumRow("Total", written(year.earned, currency), written(year.spent, currency)),
        ],
        ("More income than expense", written(over, currency), "")
        if over >= 0
        else ("More expense than income", "", written(-over, currency)),
    )
    stood = partial(written, currency=currency)
    yield (
        "Balances",
        ("", short_day(year.first), short_day(year.last)),
        [
            SumRow("In the cash box", stood(year.before.cash), stood(year.after.cash)),
            SumRow("People owe", stood(year.before.owing), stood(year.after.owing)),
            SumRow("People are owed", stood(-year.before.owed), stood(-year.after.owed)),
            *_held(year, currency),
        ],
        ("Club’s own money", stood(year.before.own), stood(year.after.own)),
    )


def _held(year: BookYear, currency: str) -> list[SumRow]:
    """Return the row of the pots that are held for players, if there are any."""
    if not (year.before.held or year.after.held):
        return []
    before, after = (written(-one.held, currency) for one in (year.before, year.after))
    each = [SumRow(name, "", written(-held, currency)) for name, held in year.pots]
    return [SumRow("Held in pots", before, after, each)]


def _of_leagues(year: BookYear, currency: str) -> Iterator[tuple]:
    """Yield the parts of each league's income and expense, a table each, for paper, where nothing
    can be opened."""
    for item in year.result:
        if item.items:
            came, went = (_amount(minor, currency) for minor in (item.came, item.went))
            rows, heads = _rows(item.items, currency), ("", "Income", "Expense")
            yield item.title, heads, rows, ("Total", came, went)


def _amount(minor: int, currency: str) -> str:
    return written(minor, currency) if minor else ""


def sheet_of(year: BookYear, club: Club) -> BookYearSheet:
    """Return the year for paper."""
    about = f"{long_day(year.first)} to {long_day(year.last)}"
    return BookYearSheet(
        title=_title(year, club),
        club=club.name,
        about=about,
        status=f"in the box {written(year.after.cash, club.currency)}",
        parts=tuple(map(_on_paper, _parts(year, club.currency))),
        notes=tuple(_notes(year, club.currency)),
        signs=("Treasurer", "Examined and found correct"),
        leagues=tuple(map(_on_paper, _of_leagues(year, club.currency))),
        cash_book=_listing(year, club, about),
    )


def _on_paper(part: tuple) -> Part:
    title, heads, rows, totals = part
    return Part(
        title=title,
        columns=(
            Heading(title=heads[0], kind="name"),
            *(Heading(title=head, kind="figure") for head in heads[1:]),
        ),
        rows=tuple(tuple(row[:3]) for row in rows),
        totals=totals,
    )


def _notes(year: BookYear, currency: str) -> Iterator[str]:
    yield MEANS
    if year.brought:
        yield FROM_BEFORE.format(written(year.brought, currency))
    if year.pots:
        pots = listed([f"{name} {written(held, currency)}" for name, held in year.pots])
        yield HELD.format(pots, long_day(year.last))
    if year.promised:
        yield PROMISED.format(written(year.promised, currency), long_day(year.last))
    yield ADDS_UP if year.adds_up else DOES_NOT


MEANS = (
    "Income and expense are what was owed to the club or by it, paid or not. Money won and lost at "
    "tables isn’t the club’s. Balances are shown as the first day began and as the last day ended."
)
FROM_BEFORE = "At the start, {} of the club’s own money came from the opening balance."
PROMISED = (
    "Prizes of {} were announced but not paid by {}. They are in no account and are no expense "
    "until they are paid."
)
HELD = (
    "On {1} the club held {0} in pots for players. A pot does not count as income until it is "
    "written off by hand."
)
ADDS_UP = "Checked. The accounts and the entries add up to the same amounts, to the penny."
DOES_NOT = (
    "The accounts and the entries add up to different amounts. Please contact the person who runs "
    "this site."
)


def _listing(year: BookYear, club: Club, about: str) -> Listing:
    money = partial(_amount, currency=club.currency)
    standing = partial(written, currency=club.currency)
    return Listing(
        title="Cash book",
        club=club.name,
        about=about,
        columns=(
            Heading(title="Date"),
            Heading(title="Entry", kind="name"),
            Heading(title="Name"),
            *(Heading(title=title, kind="figure") for title in ("Received", "Paid", "In the box")),
        ),
        rows=(
            (short_day(year.first), "Brought forward", "", "", "", standing(year.before.cash)),
            *(
                (
                    short_day(row.dated),
                    row.what,
                    row.who,
                    money(row.came),
                    money(row.went),
                    standing(row.balance),
                )
                for row in year.rows
            ),
        ),
        totals=(
            "",
            f"In the box on {long_day(year.last)}",
            "",
            standing(year.received),
            standing(year.paid),
            standing(year.after.cash),
        ),
    )


def year_spreadsheet(year: BookYear, currency: str) -> Spreadsheet:
    """Return cash, income and expense, and the club's balances; both sums are of their columns."""
    money = partial(plain, currency=currency)

    def rows(club: Club) -> Iterator[tuple]:
        for table, items in (("cash", year.cash), ("income and expense", year.result)):
            for league, item in _with_sum(items):
                amounts = money(item.came), money(item.went)
                yield table, item.title, *amounts, currency, league
        if year.brought:
            yield "brought forward", "from the book before", money(year.brought), "", currency, ""
        if year.promised:
            promised = money(year.promised)
            yield "in no account", "prizes announced, not paid", "", promised, currency, ""
        for when, stood in ((year.first, year.before), (year.last, year.after)):
            for name in STANDING:
                amount = getattr(stood, name) * (-1 if name in ("owed", "held") else 1)
                if name == "held" and not amount:
                    continue
                yield f"standing on {when}", STANDING[name], money(amount), "", currency, ""

    return Spreadsheet(
        name=f"accounts-{year.last}",
        holds="a year of the club’s book",
        of="entry",
        columns=("table", "what", "in", "out", "currency", "league"),
        rows=rows,
    )


STANDING = {
    "cash": "in the cash box",
    "owing": "people owe",
    "owed": "people are owed",
    "held": "held in pots",
    "own": "the club’s own",
}


def _with_sum(items: Iterable[Item]) -> Iterator[tuple[str, Item]]:
    """Yield each item, those of a league with its name, and last the sum of all."""
    items = tuple(items)
    for item in items:
        yield from ((item.title, one) for one in item.items) if item.items else (("", item),)
    came, went = (sum(getattr(item, side) for item in items) for side in ("came", "went"))
    yield "", Item(title="in all", came=came, went=went)


def cash_spreadsheet(year: BookYear, currency: str) -> Spreadsheet:
    """Return the cash book; its first row is what was brought forward."""
    money = partial(plain, currency=currency)
    first = CashRow(
        dated=year.first, what="brought forward", who="", came=0, went=0, balance=year.before.cash
    )
    return Spreadsheet(
        name=f"cash-book-{year.last}",
        holds="a year of the cash box",
        of="entry",
        columns=("date", "what", "who", "received", "paid", "in the box", "currency"),
        rows=lambda club: (
            (
                row.dated,
                row.what,
                row.who,
                *(money(one) if one else "" for one in (row.came, row.went)),
                money(row.balance),
                currency,
            )
            for row in (first, *year.rows)
        ),
    )
