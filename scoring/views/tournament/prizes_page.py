"""What the page of prizes shows: what was won and why, who is paid, and what the money came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.actions.accounts import cash_key
from scoring.figures.evening_money import evening_money
from scoring.forms.tournament.prize_giving import PotForm
from scoring.models import Entry, Player, Tournament
from scoring.models.accounts import lines_of_evening
from scoring.models.entry_fees import entry_fees
from scoring.models.pots import Expected, expected_in, pot_lines
from scoring.models.prize_giving import (
    Due,
    dues_of,
    key_of_prize,
    keys_of_cash,
    results_now,
    same_figures,
    was_played,
)
from scoring.models.tournament_now import PlayedTable, format_in, played_tables
from scoring.movements.tournament.formats import POT_TO, PRIZES, Pot
from scoring.permissions import RUN, Actor, may
from scoring.rules.money import spoken, written
from scoring.rules.wording import counted
from scoring.views.evening_page import unpaid_told
from scoring.views.tournament.open_results import open_results


@dataclass(frozen=True, kw_only=True)
class DueLine:
    """Money that one person won: to be paid, or paid."""

    player: Player
    told: str
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
    to: tuple[tuple[int, str], ...]
    """Who won it: numbers and names."""
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
    """Return everything templates/tournament/prizes.html shows; a fixed number of queries."""
    session = tournament.session
    currency, format = session.club.currency, format_in(tournament)
    played = was_played(session)
    now = results_now(tournament) if played else {"rows": [], "prizes": [], "cuts": {}}
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
        "cards": _cards(results, dues, keys_of_cash(tournament), currency),
        "rows": results["rows"],
        "open_dues": [due for due in dues if due.line is None],
        "paid_dues": [due for due in dues if due.line],
        "pots": _pots(tournament, format.pots, currency, pot_form)
        if not tournament.finished_at
        else [],
        "unpaid": unpaid_told(session) if runs and not session.closed else "",
        "money": _money(tournament, dues, results, currency) if runs else [],
        "keeps_the_book": may(actor, RUN, session.club),
    }


def _due_line(due: Due, cash: set[UUID], currency: str) -> DueLine:
    in_cash = due.line is not None and cash_key(due.line.key) in cash
    told = written(due.amount, currency)
    return DueLine(player=due.player, told=told, key=due.key, line=due.line, cash=in_cash)


def _cards(results: dict, dues: Iterable[Due], cash: set[UUID], currency: str) -> list[PrizeCard]:
    names = {row["no"]: row["name"] for row in results["rows"]}
    left, cards = list(dues), []
    for won in results["prizes"]:
        key, cut = key_of_prize(won), won.get("cut", False)
        mine = [] if cut or not won["amount"] else [due for due in left if due.prize == key]
        left = [due for due in left if due not in mine]
        to = tuple((no, names[no]) for no in won["to"])
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
    told = f"{what} logged at {spoken(pot.each, currency)}: {written(hope.amount, currency)}."
    if not hope.silent:
        return told
    silent = (
        f"At {counted(hope.silent, 'table')} of the rounds no hand was logged: count what is there."
    )
    return f"{told} {silent}"


def _money(
    tournament: Tournament, dues: Sequence[Due], results: dict, currency: str
) -> list[tuple[str, str, bool]]:
    """Return what the evening's money came to: label, amount, and whether it is a sum."""
    came_in = evening_money(lines_of_evening(tournament.session))
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
    told = [
        (label, written(amount, currency), total)
        for label, amount, total in rows
        if amount or total
    ]
    return [
        *told,
        ("Prizes paid so far", f"{written(paid, currency)} of {written(won, currency)}", False),
    ]
