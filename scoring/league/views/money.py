"""The money of a league: balances of its teams, charges, prizes, statements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from uuid import NAMESPACE_URL, UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.amounts import plain, written
from scoring.common.answers import CONFLICT, or_show, posted, valid
from scoring.common.dates import long_day, short_day
from scoring.common.pdf.listing import Heading, Listing, listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, WRITE, Actor, must
from scoring.league.access import by_captain, league_by_number
from scoring.league.actions.money import (
    answer_for,
    charge_all_asked,
    charge_asked,
    charge_teams,
    enter_for_team,
)
from scoring.league.forms.money import WAYS, AllAskedForm, AskedForm, ChargeTeamsForm, TeamLineForm
from scoring.league.models import League, Team
from scoring.league.pure.wording import fees
from scoring.league.queries.money import (
    Asked,
    TeamMoney,
    asked_for,
    lines_of_team,
    money_of,
    money_of_team,
    people_of,
)
from scoring.league.views.about import CaptainPage, LeaguePage
from scoring.money.models import Entry
from scoring.money.queries.accounts import edition, entered_together
from scoring.money.views.accounts import AccountRow, StatementRow, rows_of_team, statement_rows
from scoring.money.views.accounts_page import Account, account_of

METHODS = ["GET", "HEAD", "POST"]
BATCHES = 40
TWICE = "This was already entered. It counts once."


@require_safe
@league_by_number(RUN)
def league_money(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The open fees, and the balance of each team."""
    return _show(request, league, actor)


def _show(
    request: HttpRequest, league: League, actor: Actor, *, message: str = "", status: int = 200
) -> HttpResponse:
    currency, found = league.club.currency, money_of(league)
    teams = league.teams.select_related("captain", "division")
    latest = edition(league.club)
    rows = [_row(team, found.get(team.pk, TeamMoney()), currency, latest) for team in teams]
    unsettled = sorted((row for row in rows if row["minor"]), key=lambda row: row["minor"])
    sums = {
        "charged": sum(money.charged for money in found.values()),
        "paid": sum(money.paid for money in found.values()),
        "owing": -sum(money.balance for money in found.values() if money.balance < 0),
        "own": sum(money.own for money in found.values()),
    }
    asked = [(one, written(one.amount, currency), _ticked(one)) for one in asked_for(league)]
    usual = [one.amount for one, *_ in asked for due in one.dues if due.usual]
    batches = entered_together(league.club, BATCHES, of_team__team__league=league)
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "message": message,
        "money": {name: written(minor, currency) for name, minor in sums.items()},
        "rows": unsettled or rows,
        "settled": [row for row in rows if not row["minor"]] if unsettled else [],
        "asked": asked,
        "form": AskedForm(),
        "all_of_it": written(sum(usual), currency) if usual else "",
        "agreed": any(vars(league.agreement.fees).values()),
        "batches": [
            (batch, _of_its_league(batch.note, league), written(batch.amount, currency))
            for batch in batches
        ],
    }
    return render(request, "league/money/money.html", context, status=status)


def _row(team: Team, money: TeamMoney, currency: str, latest: int) -> dict:
    """Return a team's balance, and the payment that settles its debt. The key of the payment is
    made of the club's `latest` entry, so that two screens enter it once."""
    payment = f"{team.pk} {latest} {money.balance}"
    return {
        "team": team,
        "minor": money.balance,
        "amount": written(abs(money.balance), currency),
        "says": _says(money.balance),
        "typed": plain(abs(money.balance), currency),
        "key": uuid5(NAMESPACE_URL, f"bowerbook team paid {payment}"),
    }


def _says(minor: int) -> str:
    return "owes" if minor < 0 else "is owed" if minor else "settled"


def _ticked(asked: Asked) -> list[tuple]:
    """Return each due with its default tick. An excused team is unticked, unless the charge was
    undone for all."""
    again = all(due.taken_back for due in asked.dues)
    return [(due, due.usual or (again and due.team.captain_id)) for due in asked.dues]


@posted(league_by_number(RUN), page=_show, to="league-money")
def charge_fees(request: HttpRequest, league: League, actor: Actor) -> str:
    """Charge a fee that was agreed on to the teams that are ticked."""
    number = charge_asked(league=league, actor=actor, **valid(AskedForm(request.POST)))
    return f"Charged to {_teams(number)}." if number else TWICE


@posted(league_by_number(RUN), page=_show, to="league-money")
def charge_all_fees(request: HttpRequest, league: League, actor: Actor) -> str:
    """Charge everything that was agreed on and is not in the book, of every night."""
    number = charge_all_asked(league=league, actor=actor, **valid(AllAskedForm(request.POST)))
    return f"Entered: {number} line{'' if number == 1 else 's'}." if number else TWICE


def _teams(number: int) -> str:
    return f"{number} team{'' if number == 1 else 's'}"


@require_http_methods(METHODS)
@league_by_number(RUN)
def charge_many(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """A form for one charge to many teams, such as a levy."""
    teams = league.teams.select_related("captain", "league__club")
    shown = {"dated": timezone.localdate(), "teams": teams.exclude(captain=None)}
    sent = request.POST if request.method == "POST" else None
    form = ChargeTeamsForm(sent, teams=teams, currency=league.club.currency, initial=shown)
    context = {"page": LeaguePage(league=league, actor=actor), "form": form}
    page = partial(render, request, "league/money/charge.html", context)
    if sent is None:
        return page()
    with or_show(page, form):
        clean = dict(valid(form))
        dated = clean.pop("dated") or timezone.localdate()
        number = charge_teams(amount_minor=clean.pop("amount"), dated=dated, actor=actor, **clean)
    messages.success(request, f"Charged to {_teams(number)}." if number else TWICE)
    return redirect("league-money", league.pk)


@require_safe
@league_by_number(RUN)
def team_money(request: HttpRequest, league: League, actor: Actor, team: int) -> HttpResponse:
    """The money of a team: its people's balances and its entries."""
    return _show_team(request, league, actor, _team(league, team))


def _team(league: League, team: int) -> Team:
    return get_object_or_404(league.teams.select_related("captain", "league__club"), pk=team)


@dataclass(frozen=True, kw_only=True)
class TeamMoneyPage(LeaguePage):
    """A team's money, and where what happened to it is entered."""

    team: Team
    ways = tuple((what.replace(" ", "+"), way) for what, way in WAYS.items())

    @cached_property
    def account(self) -> TeamAccount:
        return TeamAccount(team=self.team)


def _show_team(
    request: HttpRequest,
    league: League,
    actor: Actor,
    team: Team,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    page = TeamMoneyPage(league=league, actor=actor, team=team, message=message)
    return render(request, "league/money/team.html", {"page": page}, status=status)


@dataclass(frozen=True, kw_only=True)
class TeamAccount:
    """A team's balance and entries, for the club and for its captain."""

    team: Team

    @property
    def _currency(self) -> str:
        return self.team.league.club.currency

    @cached_property
    def _money(self) -> TeamMoney:
        return money_of_team(self.team)

    @property
    def balance(self) -> int:
        return self._money.balance

    @property
    def says(self) -> str:
        return _says(self.balance)

    @property
    def amount(self) -> str:
        return written(abs(self.balance), self._currency)

    @property
    def typed(self) -> str:
        """Its debt, as a form takes it; empty without one."""
        return plain(-self.balance, self._currency) if self.balance < 0 else ""

    @cached_property
    def people(self) -> list[Account]:
        """Whose accounts have something of it, and its captain's."""
        found = self._money.people
        return [
            account_of(person, found.get(person.pk, 0), self._currency)
            for person in people_of(self.team)
            if found.get(person.pk) or person.pk == self.team.captain_id
        ]

    @cached_property
    def rows(self) -> list[AccountRow]:
        return rows_of_team(_lines(self.team), self._currency)


def _lines(team: Team) -> list[Entry]:
    """Return the lines of a team, to be shown under its league's name."""
    lines = list(lines_of_team(team))
    for line in lines:
        line.note = _of_its_league(line.note, team.league)
    return lines


def _of_its_league(note: str, league: League) -> str:
    """Return a note as a page of its league says it: "Entry fee"."""
    return note.removesuffix(f", {league}")


@require_http_methods(METHODS)
@league_by_number(RUN)
def enter_team_money(request: HttpRequest, league: League, actor: Actor, team: int) -> HttpResponse:
    """A form for what happened to a team's money (`?what=`)."""
    team, sent = _team(league, team), request.method == "POST"
    what = (request.POST if sent else request.GET).get("what", "paid in")
    what = what if what in WAYS else "paid in"
    form = TeamLineForm(
        request.POST if sent else None,
        what=what,
        team=team,
        people=people_of(team),
        initial={name: request.GET.get(name, "") for name in ("who", "amount")},
    )
    page = partial(_show_form, request, league, actor, team, form, what)
    if not sent:
        return page()
    with or_show(page, form):
        clean = dict(valid(form))
        amount = clean.pop("amount")
        new = enter_for_team(team=team, what=what, amount_minor=amount, actor=actor, **clean)
    messages.success(request, "Saved." if new else TWICE)
    if request.POST.get("then") == "teams":
        return redirect("league-money", league.pk)
    if request.POST.get("then") in THEN:
        return redirect(_accounts_after(request, league, clean["key"]))
    return redirect("team-money", league.pk, team.pk)


THEN = ("owes", "accounts")
"""Where a payment was entered by one tap in the club's accounts: in a debt, or in the payments that
settle everyone."""


def _accounts_after(request: HttpRequest, league: League, key: UUID) -> str:
    """Return the address of the club's accounts, where this payment is shown as just entered."""
    accounts = reverse("accounts", args=[league.club_id])
    if request.POST["then"] == "accounts":
        return f"{accounts}#even"
    line = get_object_or_404(league.club.entries, key=key)
    return f"{accounts}?line={line.pk}#people"


def _show_form(
    request: HttpRequest,
    league: League,
    actor: Actor,
    team: Team,
    form: TeamLineForm,
    what: str,
    *,
    status: int = 200,
) -> HttpResponse:
    if status == CONFLICT:
        form.with_a_new_key()
    page = LeaguePage(league=league, actor=actor)
    context = {"page": page, "team": team, "form": form, "what": what}
    if what == "prize":
        left = sum(money.own for money in money_of(league).values())
        context["left"] = written(left, league.club.currency)
    return render(request, "league/money/enter.html", context, status=status)


@posted(league_by_number(RUN), to="team-money")
def captain_answers(
    request: HttpRequest, league: League, actor: Actor, team: int, player: int
) -> str:
    """Move a person's balance of the team's lines to the captain."""
    team = _team(league, team)
    person = get_object_or_404(league.club.players, pk=player)
    with or_show(partial(_show_team, request, league, actor, team)):
        moved = answer_for(team=team, player=person, actor=actor)
    return f"{team.captain} is responsible now." if moved else "There was nothing left to move."


@dataclass(frozen=True, kw_only=True)
class CaptainsMoney(CaptainPage):
    """The charges, payments and balance of a captain's team."""

    @cached_property
    def account(self) -> TeamAccount:
        return TeamAccount(team=self.team)

    @property
    def fees(self) -> str:
        """What was agreed, in words."""
        return fees(self.league.agreement, partial(written, currency=self.league.club.currency))

    @property
    def rule(self) -> str:
        """The same in the league's own words."""
        return self.league.agreement.words.get("fees", "")


@require_safe
@by_captain
def captains_money(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """A captain reads what their team was charged, paid and owes."""
    must(actor, WRITE, team)
    page = CaptainsMoney(team=team, actor=actor)
    return render(request, "league/captain/money.html", {"page": page})


@require_safe
@by_captain
def captains_statement(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The same on paper."""
    must(actor, WRITE, team)
    return _statement(request, team)


COLUMNS = (
    Heading(title="Date"),
    Heading(title="What", kind="name"),
    Heading(title="Amount", kind="figure"),
    Heading(title="Balance", kind="figure"),
)


@require_safe
@league_by_number(RUN)
def team_statement(request: HttpRequest, league: League, actor: Actor, team: int) -> HttpResponse:
    """A team's money on paper, line by line."""
    return _statement(request, _team(league, team))


def _statement(request: HttpRequest, team: Team) -> HttpResponse:
    return pdf_answer(request, listing_pdf, statement_of_team(team), name=("account", team.name))


def statement_of_team(team: Team) -> Listing:
    """Return the statement of a team's money until today."""
    money, currency = money_of_team(team), team.league.club.currency
    lines = [line for line in _lines(team) if not hasattr(line, "reversed_by")]
    today = long_day(timezone.localdate())
    amount = written(abs(money.balance), currency)
    status = {
        "owes": f"owes the league {amount}",
        "is owed": f"is owed {amount} by the league",
        "settled": "settled",
    }[_says(money.balance)]
    return Listing(
        title=team.name,
        club=str(team.league),
        about=f"money up to {today}",
        status=status,
        columns=COLUMNS,
        rows=tuple(map(_paper_row, statement_rows(lines[::-1], opening=0, currency=currency))),
        totals=("", f"Balance on {today}", "", written(money.balance, currency)),
        notes=("A minus balance is owed to the league. Any other balance is owed by the league.",),
    )


def _paper_row(row: StatementRow) -> tuple[str, ...]:
    words = " · ".join(filter(None, [str(row.who or ""), row.words, row.line.note]))
    return short_day(row.line.dated), words, row.amount, row.balance
