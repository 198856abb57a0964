"""The prizes: results announced, cuts decided, pots counted, money paid and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.amounts import spoken, written
from scoring.common.answers import or_show, posted, valid
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.wording import counted
from scoring.evening.views.needs import describe_unpaid
from scoring.money.actions.accounts import cash_key
from scoring.money.models import Entry
from scoring.money.pure.evening_money import evening_money
from scoring.money.queries.accounts import with_receipts
from scoring.money.sheets.receipts import receipts_pdf
from scoring.money.views.receipts import receipt_of
from scoring.people.models import Player
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import finishing, prize_giving
from scoring.tournament.forms.prize_giving import CutForm, PayForm, PotForm, TakePrizeBackForm
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import POT_TO, PRIZES, Pot
from scoring.tournament.queries.entry_fees import entry_fees
from scoring.tournament.queries.now import PlayedTable, format_in, load_tournament, played_tables
from scoring.tournament.queries.prizes import (
    Due,
    Expected,
    dues_of,
    expected_in,
    key_of_prize,
    keys_of_cash,
    lines_of_prizes,
    pot_lines,
    results_now,
    same_figures,
    was_played,
)
from scoring.tournament.views.play.standings import open_results


@dataclass(frozen=True, kw_only=True)
class DueLine:
    """Money that one person won: to be paid, or paid."""

    player: Player
    amount: str
    key: UUID
    line: Entry | None
    cash: bool
    """Whether it was paid in cash."""


@dataclass(frozen=True, kw_only=True)
class PrizeCard:
    """A prize, whom it goes to and why."""

    key: str
    title: str
    what: str
    """ "£20.00 and a cake"; nothing for the honour alone."""
    to: tuple[tuple[values.Entrant, str, str], ...]
    """Who won it, the names by which it was announced, and what each gets of money that is shared,
    as long as nobody is to be paid."""
    why: str
    cut: bool
    """Whether they cut for it still."""
    decided: bool
    """Whether it went by a cut, which can be taken back."""
    dues: Sequence[DueLine] = ()


@dataclass(frozen=True, kw_only=True)
class PotLine:
    """A pot, and the form for what was counted in it."""

    pot: Pot
    to: str
    amount: str
    suggested: str
    form: PotForm


def _undecided(tournament: Tournament) -> list[tuple[PlayedTable, str]]:
    """Return the tables of all rounds that have a result and wait for a word of the director, and
    why."""
    tables = played_tables(tournament.rounds.all())
    waiting = (
        table for table in tables if table.verdict.state in ("objected", "contradicted", "barred")
    )
    return [(table, " ".join(table.verdict.problems)) for table in waiting]


def prizes_context(
    tournament: Tournament, actor: Actor, *, pot_form: PotForm | None = None
) -> dict:
    """Return everything templates/tournament/play/prizes.html shows; a fixed number of queries."""
    session = tournament.session
    currency, format = session.club.currency, format_in(tournament)
    played = was_played(session)
    known = load_tournament(tournament) if played else None
    now = results_now(tournament, known) if known else {"rows": [], "prizes": [], "cuts": {}}
    results = tournament.results if tournament.finished_at else now
    dues = dues_of(tournament)
    runs = may(actor, RUN, session)
    rounds = tournament.rounds.exclude(ended_at=None).count()
    return {
        "session": session,
        "tournament": tournament,
        "format": format,
        "runs": runs,
        "played": played,
        "rounds": rounds,
        "open": open_results(tournament) if not tournament.finished_at else [],
        "early": rounds < format.rounds,
        "undecided": _undecided(tournament)
        if runs and played and not tournament.finished_at
        else [],
        "changed": bool(tournament.finished_at) and not same_figures(now, results),
        "cards": _cards(results, known, dues, keys_of_cash(tournament), currency),
        "rows": [(row, known.entrant(row["no"])) for row in results["rows"]],
        "open_dues": [due for due in dues if due.line is None],
        "paid_dues": [due for due in dues if due.line],
        "pots": _pots(tournament, format.pots, currency, pot_form)
        if not tournament.finished_at
        else [],
        "unpaid": describe_unpaid(session) if runs and not session.closed else "",
        "money": _money(tournament, dues, results, currency) if runs else [],
        "keeps_the_book": may(actor, RUN, session.club),
    }


def _due_line(due: Due, cash: set[UUID], currency: str) -> DueLine:
    in_cash = due.line is not None and cash_key(due.line.key) in cash
    amount = written(due.amount, currency)
    return DueLine(player=due.player, amount=amount, key=due.key, line=due.line, cash=in_cash)


def _cards(
    results: dict,
    known: values.Tournament | None,
    dues: Iterable[Due],
    cash: set[UUID],
    currency: str,
) -> list[PrizeCard]:
    names = {row["no"]: row["name"] for row in results["rows"]}
    left, cards = list(dues), []
    for won in results["prizes"]:
        key, cut = key_of_prize(won), won.get("cut", False)
        mine = [] if cut or not won["amount"] else [due for due in left if due.prize == key]
        left = [due for due in left if due not in mine]
        parts = won.get("shares") or []
        shared = [written(part, currency) for part in parts] if len(parts) > 1 and not mine else []
        to = tuple(
            (known.entrant(no), names[no], share)
            for no, share in zip_longest(won["to"], shared, fillvalue="")
        )
        card = PrizeCard(
            key=key,
            title=title_of(won),
            what=" and ".join(
                filter(None, [won["amount"] and written(won["amount"], currency), won.get("gift")])
            ),
            to=to,
            why=won.get("why", ""),
            cut=cut,
            decided=not cut and won["to"] == [results.get("cuts", {}).get(key)],
            dues=[_due_line(due, cash, currency) for due in mine],
        )
        cards.append(card)
    return cards


def title_of(won: dict) -> str:
    """Return what a prize is called for people: "First", "Ladies: most games", the name of a
    pot."""
    title = PRIZES.get(won["prize"], won["prize"])
    if won.get("group"):
        return f"{won['group']}: {title[:1].lower()}{title[1:]}"
    return f"{title[:1].upper()}{title[1:]}"


def _pots(
    tournament: Tournament, pots: Sequence[Pot], currency: str, sent: PotForm | None
) -> list[PotLine]:
    expected = expected_in(tournament)
    lines = {line.note: line.amount_minor for line in pot_lines(tournament)}
    found = []
    for no, pot in enumerate(pots):
        hope = expected.get(pot.name)
        hoped = hope.amount if hope and not hope.silent else None
        initial = {"name": pot.name, "amount": pot.amount or hoped}
        form = PotForm(currency=currency, initial=initial, auto_id=f"pot-{no}-%s")
        if sent is not None and sent.data.get("name") == pot.name:
            form = sent
        found.append(
            PotLine(
                pot=pot,
                to=POT_TO[pot.to],
                amount=written(pot.amount, currency)
                if pot.amount and lines.get(pot.name) == pot.amount
                else "",
                suggested=_suggested(pot, hope, currency) if hope else "",
                form=form,
            )
        )
    return found


def _suggested(pot: Pot, hope: Expected, currency: str) -> str:
    what = counted(hope.times, "lone hand" if pot.for_each == "lone" else "euchre")
    suggestion = f"{what} logged at {spoken(pot.each, currency)}: {written(hope.amount, currency)}."
    if not hope.silent:
        return suggestion
    silent = (
        f"At {counted(hope.silent, 'table')} of the rounds no hand was logged: count what is there."
    )
    return f"{suggestion} {silent}"


def _money(
    tournament: Tournament, dues: Sequence[Due], results: dict, currency: str
) -> list[tuple[str, str, bool]]:
    """Return what the evening's money came to: label, amount, and whether it is a sum."""
    came_in = evening_money(tournament.session.entries.all())
    to_come = entry_fees(tournament).to_come
    won = sum(prize["amount"] or 0 for prize in results["prizes"] if prize["to"])
    paid = sum(due.amount for due in dues if due.line)
    rows = [
        ("Paid at the door", came_in.fees_paid, False),
        ("Not paid at the door", came_in.fees - came_in.fees_paid, False),
        ("To be owed by who is not ticked here", to_come, False),
        ("Counted in pots and received", came_in.received, False),
        ("Won in prizes", -won, False),
        ("Stays with the club", came_in.fees + to_come + came_in.received - won, True),
    ]
    parts = [
        (label, written(amount, currency), total)
        for label, amount, total in rows
        if amount or total
    ]
    return [
        *parts,
        ("Prizes paid so far", f"{written(paid, currency)} of {written(won, currency)}", False),
    ]


@require_safe
@tournament_by_number(WRITE)
def prizes(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Who won what and why, as it stands or as it was announced."""
    return _page(request, tournament, actor)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    message: str = "",
    pot_form: PotForm | None = None,
    short: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Show the prizes; where somebody was told that the box is `short` of one, a second tap pays
    it."""
    context = prizes_context(tournament, actor, pot_form=pot_form)
    context |= {"message": message, "short": short}
    return render(request, "tournament/play/prizes.html", context, status=status)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def finish(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Announce the results."""
    finishing.finish(tournament=tournament, actor=actor)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def open_again(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Let the tournament go on, as if nothing had been announced."""
    finishing.open_again(tournament=tournament)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def cut(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Say who won the cut for a prize, or that it is not decided."""
    finishing.decide_cut(tournament=tournament, **valid(CutForm(request.POST)))


@posted(tournament_by_number(RUN), to="prizes")
def pay(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Pay one prize, or all that are open: out of the box, or onto the winner's account."""
    what = {"tournament": tournament, "actor": actor}
    form = PayForm(request.POST)
    short = form.is_valid() and form.cleaned_data["in_cash"]
    with or_show(partial(_page, request, tournament, actor, short=short)):
        clean = valid(form)
        if clean["key"]:
            prize_giving.pay_prize(**what, **clean)
        else:
            del clean["key"]
            prize_giving.pay_all(**what, **clean)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def take_back(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Take the payment of one prize back, or of all."""
    what = {"tournament": tournament, "actor": actor}
    if key := valid(TakePrizeBackForm(request.POST))["key"]:
        prize_giving.take_prize_back(**what, key=key)
    else:
        prize_giving.take_all_back(**what)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def pot(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Say what was counted in a pot."""
    form = PotForm(request.POST, currency=tournament.session.club.currency)
    with or_show(partial(_page, request, tournament, actor, pot_form=form)):
        clean = valid(form)
    prize_giving.count_pot(tournament=tournament, actor=actor, **clean)


@require_safe
@tournament_by_number(RUN)
def receipts(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A receipt for every prize that was paid in cash, for the winner to sign."""
    club = tournament.session.club
    lines = with_receipts(lines_of_prizes([tournament.session_id])).order_by("at", "pk")
    found = [
        receipt_of(request, line, club)
        for line in lines.select_related("session", "credited", "debited")
    ]
    if not found:
        raise Http404("No prize was paid in cash yet: there is nothing to sign.")
    return pdf_answer(request, receipts_pdf, found, name=("prizes", tournament.session.played_on))
