"""The prizes: announce results, decide cuts, count pots, pay winners and undo payments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.amounts import spoken, written
from scoring.common.answers import or_show, posted, valid
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.wording import counted, places_as_text
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
from scoring.tournament.forms.prize_giving import (
    CutForm,
    PayForm,
    PotForm,
    TakePrizeBackForm,
    TicketsForm,
)
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.effect import Effect, Share
from scoring.tournament.pure.formats import POT_TO, PRIZES, Pot
from scoring.tournament.pure.prize_money import describe_prize_money, prize_money
from scoring.tournament.queries.entry_fees import entry_fees
from scoring.tournament.queries.now import (
    PlayedTable,
    entrants_of,
    format_in,
    load_tournament,
    played_tables,
)
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
    results_shown,
    same_figures,
    was_played,
)
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.standings import Open, in_question, open_at


@dataclass(frozen=True, kw_only=True)
class DueLine:
    """A money prize of one person, due or paid."""

    player: Player
    amount: str
    key: UUID
    line: Entry | None
    cash: bool
    """Whether it was paid in cash."""


@dataclass(frozen=True, kw_only=True)
class PrizeCard:
    """A prize, its winners and the reason."""

    key: str
    title: str
    what: str
    """ "£20.00 and a cake". Empty for an honour without a prize."""
    to: tuple[tuple[values.Entrant, str, str], ...]
    """The winners with the names that were announced and, before any payment is due, each winner's
    share of the money."""
    why: str
    cut: bool
    """Whether a cut must still decide it."""
    decided: bool
    """Whether it was decided by a cut, which can be undone."""
    besides: str = ""
    """What the club keeps of a pot, or what is carried over."""
    tickets: Sequence[tuple[int, str, bool]] = ()
    """Each ticket of a pot that is drawn, with its holder and whether it won."""
    dues: Sequence[DueLine] = ()


@dataclass(frozen=True, kw_only=True)
class PotLine:
    """A pot, and the form for its count."""

    pot: Pot
    to: str
    amount: str
    suggested: str
    payout: str
    """What becomes of it, as things are."""
    sells: bool
    """Whether its tickets are sold, and entered here."""
    form: PotForm


def _due_line(due: Due, cash: set[UUID], currency: str) -> DueLine:
    in_cash = due.line is not None and cash_key(due.line.key) in cash
    amount = written(due.amount, currency)
    return DueLine(player=due.player, amount=amount, key=due.key, line=due.line, cash=in_cash)


@dataclass(frozen=True, kw_only=True)
class PrizesPage(TournamentPage):
    """The prizes and their winners, current or announced. It takes a fixed number of queries."""

    pot_form: PotForm | None = None
    """The form for a pot that was refused."""
    short: bool = False
    """Whether the organiser was warned that the cash box is short of a prize. A second tap pays
    it."""

    @property
    def currency(self) -> str:
        return self.session.club.currency

    @property
    def finished(self) -> bool:
        return self.tournament.finished_at is not None

    @cached_property
    def played(self) -> bool:
        return was_played(self.session)

    @cached_property
    def tables(self) -> list[PlayedTable]:
        """The tables of all published rounds."""
        return played_tables(self.tournament.rounds.exclude(published_at=None))

    @cached_property
    def known(self) -> values.Tournament | None:
        return load_tournament(self.tournament, played=self.tables) if self.played else None

    @cached_property
    def now(self) -> dict:
        """The results as they would be announced now."""
        if self.known is None:
            return {"rows": [], "prizes": [], "cuts": {}}
        return results_now(self.tournament, self.known)

    @cached_property
    def results(self) -> dict:
        if self.known is None and not self.finished:
            return self.now
        return results_shown(self.tournament, self.known)

    @property
    def changed(self) -> bool:
        return self.finished and not same_figures(self.now, self.results)

    @cached_property
    def rounds(self) -> int:
        """The number of finished rounds."""
        return self.tournament.rounds.exclude(ended_at=None).count()

    @property
    def early(self) -> bool:
        return self.rounds < self.format.rounds

    @cached_property
    def open(self) -> list[Open]:
        if self.finished:
            return []
        asked = set(in_question(self.tournament).values_list("pk", flat=True))
        over = (table for table in self.tables if table.row.round.ended_at)
        return list(open_at([table for table in over if table.row.pk in asked]))

    @cached_property
    def undecided(self) -> list[tuple[PlayedTable, str]]:
        """The tables of all rounds that have a result but still need a decision, and the reason."""
        return [
            (table, " ".join(table.verdict.problems))
            for table in self.tables
            if table.verdict.state in ("objected", "contradicted", "barred")
        ]

    @cached_property
    def dues(self) -> list[Due]:
        return dues_of(self.tournament)

    @property
    def open_dues(self) -> list[Due]:
        return [due for due in self.dues if due.line is None]

    @property
    def paid_dues(self) -> list[Due]:
        return [due for due in self.dues if due.line]

    @cached_property
    def cards(self) -> list[PrizeCard]:
        """Each prize. Before the end, honours that no one has won so far are left out."""
        names = {row["no"]: row["name"] for row in self.results["rows"]}
        cash, left, cards = keys_of_cash(self.tournament), list(self.dues), []
        for won in self.results["prizes"]:
            key, cut = key_of_prize(won), won.get("cut", False)
            mine = [] if cut or not won["amount"] else [due for due in left if due.prize == key]
            left = [due for due in left if due not in mine]
            parts = won.get("shares") or []
            shared = len(parts) > 1 and not mine
            shares = [written(part, self.currency) for part in parts] if shared else []
            money = won["amount"] and written(won["amount"], self.currency)
            card = PrizeCard(
                key=key,
                title=title_of(won),
                what=" and ".join(filter(None, [money, won.get("gift")])),
                to=tuple(
                    (self.known.entrant(no), names[no], share)
                    for no, share in zip_longest(won["to"], shares, fillvalue="")
                ),
                why=won.get("why", ""),
                cut=cut,
                decided=not cut and won["to"] == [self.results.get("cuts", {}).get(key)],
                besides=_besides(won, self.currency),
                tickets=[
                    (ticket, names[no], ticket == won.get("drawn"))
                    for ticket, no in enumerate(won.get("tickets", ()), start=1)
                ],
                dues=[_due_line(due, cash, self.currency) for due in mine],
            )
            cards.append(card)
        if self.finished:
            return cards
        return [one for one in cards if one.to or one.tickets or one.what] or cards

    @property
    def prize_money(self) -> list[str]:
        """What percentages and tiers were worked out from, a line for each group that has its own
        prizes."""
        if self.known is None or not self.format.by_fees:
            return []
        words = partial(written, currency=self.currency)
        return [describe_prize_money(money, words) for money in prize_money(self.known)]

    @cached_property
    def rows(self) -> list[tuple[str, dict, values.Entrant]]:
        """Each row with its rank in figures and whose it is."""
        rows = self.results["rows"]
        places = places_as_text(row["rank"] for row in rows)
        return [(places[row["rank"]], row, self.known.entrant(row["no"])) for row in rows]

    @cached_property
    def pots(self) -> list[PotLine]:
        """The pots to count. Empty once the results are announced."""
        if self.finished:
            return []
        expected = expected_in(self.tournament)
        lines = {line.note: line.amount_minor for line in pot_lines(self.tournament)}
        found = []
        for no, pot in enumerate(self.format.pots):
            hope = expected.get(pot.name)
            hoped = hope.amount if hope and not hope.silent else None
            initial = {"name": pot.name, "amount": pot.amount or hoped, "happened": pot.happened}
            about = {"currency": self.currency, "when": pot.when}
            form = PotForm(**about, initial=initial, auto_id=f"pot-{no}-%s")
            if self.pot_form and self.pot_form.data.get("name") == pot.name:
                form = self.pot_form
            found.append(
                PotLine(
                    pot=pot,
                    to=POT_TO[pot.to],
                    amount=written(pot.amount, self.currency)
                    if pot.amount and lines.get(pot.name) == pot.amount
                    else "",
                    suggested=_suggested(pot, hope, self.currency) if hope else "",
                    payout=describe_pot(pot, self.currency),
                    sells=pot.to == "draw" and not pot.for_each,
                    form=form,
                )
            )
        return found

    @property
    def ticket_holders(self) -> list[Entrant]:
        """The entrants, each with their tickets."""
        return list(entrants_of(self.tournament).filter(ghost=False))

    @cached_property
    def unpaid(self) -> str:
        return describe_unpaid(self.session) if self.runs and not self.session.closed else ""

    @cached_property
    def keeps_the_book(self) -> bool:
        return may(self.actor, RUN, self.session.club)

    @cached_property
    def money(self) -> list[tuple[str, str, bool]]:
        """The balance of the event's money, for its organisers: label, amount, and whether the line
        is a sum."""
        if not self.runs:
            return []
        came_in = evening_money(self.session.entries.all())
        to_come = entry_fees(self.tournament).to_come
        prizes = self.results["prizes"]
        won = sum(one["amount"] or 0 for one in prizes if one["to"] or one.get("tickets"))
        carried = sum(one.get("carried", 0) for one in prizes)
        opened = sum(pot.opening for pot in self.format.pots)
        paid = sum(due.amount for due in self.dues if due.line)
        rows = [
            ("Paid at check-in", came_in.fees_paid, False),
            ("Not paid at check-in", came_in.fees - came_in.fees_paid, False),
            ("Owed by players not ticked as here", to_come, False),
            ("Counted in pots", came_in.received, False),
            ("Carried over into pots", opened, False),
            ("Won in prizes", -won, False),
            ("Carried over to the next time", -carried, False),
        ]
        stays = sum(amount for _, amount, _ in rows)
        rows.append(("Stays with the club", stays, True))
        parts = [
            (label, written(amount, self.currency), total)
            for label, amount, total in rows
            if amount or total
        ]
        if not won:
            return parts
        of = f"{written(paid, self.currency)} of {written(won, self.currency)}"
        return [*parts, ("Prizes paid so far", of, False)]


def prizes_moved(effect: Effect, currency: str) -> list[tuple[values.Entrant, str, str]]:
    """Return the entrants with prizes that a correction changes, and their prizes before and after
    in words."""
    return [
        (one.entrant, *(_shares_in_words(shares, currency) for shares in (one.before, one.after)))
        for one in effect.prizes
    ]


def _shares_in_words(shares: Sequence[Share], currency: str) -> str:
    """Return "First £20.00", "First (to cut) £20.00", or "no prize"."""
    words = [
        title_of({"prize": one.prize, "group": one.group})
        + " (to cut)" * one.cut
        + (f" {written(one.amount, currency)}" if one.amount else "")
        for one in shares
    ]
    return ", ".join(words) or "no prize"


def _besides(won: dict, currency: str) -> str:
    if won.get("carried"):
        return f"Carried over to the next time: {written(won['carried'], currency)}."
    if won.get("half"):
        return f"The club keeps {written(won['half'], currency)}."
    return ""


def describe_pot(pot: Pot, currency: str) -> str:
    """Return what is in a pot, and what becomes of it, as in "£11.00 in it, £6.00 from before. The
    winner gets £5.50, the club £5.50."."""
    if not pot.holds:
        return ""
    there, won = written(pot.holds, currency), written(pot.holds - pot.club_keeps, currency)
    before = f", {written(pot.opening, currency)} from before" if pot.opening else ""
    club = f", the club {written(pot.club_keeps, currency)}" if pot.half else ""
    if pot.to == "kept":
        then = "All of it is carried over."
    elif not pot.is_won:
        then = f"If it is won, the winner gets {won}{club}. Otherwise all of it is carried over."
    else:
        then = f"The winner gets {won}{club}. Without a winner, all of it is carried over."
    return f"{there} in it{before}. {then}"


def title_of(won: dict) -> str:
    """Return the title of a prize, as in "First", "Ladies: most games", or the name of a pot."""
    title = PRIZES.get(won["prize"], won["prize"])
    if won.get("group"):
        return f"{won['group']}: {title[:1].lower()}{title[1:]}"
    return f"{title[:1].upper()}{title[1:]}"


TIMES = {
    "lone": ("lone hand", " made"),
    "tried": ("lone hand", " tried"),
    "euchre": ("euchre", ""),
}


def _suggested(pot: Pot, hope: Expected, currency: str) -> str:
    unit, how = TIMES[pot.for_each]
    what = f"{counted(hope.times, unit)}{how}"
    suggestion = f"{what}, at {spoken(pot.each, currency)}: {written(hope.amount, currency)}."
    if not hope.silent:
        return suggestion
    silent = f"At {counted(hope.silent, 'table')} no hands were recorded, so count the money."
    return f"{suggestion} {silent}"


@require_safe
@tournament_by_number(WRITE)
def prizes(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The prizes, their winners and the reasons, current or announced."""
    return _page(request, tournament, actor)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    *,
    status: int = 200,
    **about,
) -> HttpResponse:
    page = PrizesPage(tournament=tournament, actor=actor, **about)
    return render(request, "tournament/play/prizes.html", page.context, status=status)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def finish(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Announce the results."""
    finishing.finish(tournament=tournament, actor=actor)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def open_again(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Reopen the tournament and withdraw the announced results."""
    finishing.open_again(tournament=tournament, actor=actor)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def cut(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Enter the winner of the cut for a prize, or that it is not decided."""
    finishing.decide_cut(tournament=tournament, **valid(CutForm(request.POST)))


@posted(tournament_by_number(RUN), to="prizes")
def pay(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Pay one prize, or all open ones, from the cash box or to the winner's account."""
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
    """Undo the payment of one prize, or of all."""
    what = {"tournament": tournament, "actor": actor}
    if key := valid(TakePrizeBackForm(request.POST))["key"]:
        prize_giving.take_prize_back(**what, key=key)
    else:
        prize_giving.take_all_back(**what)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def pot(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Enter the money counted in a pot."""
    pots = {pot.name: pot for pot in format_in(tournament).pots}
    asked = pots.get(request.POST.get("name", ""))
    about = {"currency": tournament.session.club.currency, "when": asked.when if asked else ""}
    form = PotForm(request.POST, **about)
    with or_show(partial(_page, request, tournament, actor, pot_form=form)):
        clean = valid(form)
    prize_giving.count_pot(tournament=tournament, actor=actor, **clean)


@posted(tournament_by_number(RUN), page=_page, to="prizes")
def tickets(request: HttpRequest, tournament: Tournament, actor: Actor) -> None:
    """Enter how many tickets an entrant holds."""
    prize_giving.hold_tickets(tournament=tournament, **valid(TicketsForm(request.POST)))


@require_safe
@tournament_by_number(RUN)
def receipts(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """A receipt for each prize paid in cash, for the winner to sign."""
    club = tournament.session.club
    lines = with_receipts(lines_of_prizes([tournament.session_id])).order_by("at", "pk")
    found = [
        receipt_of(request, line, club)
        for line in lines.select_related("session", "credited", "debited")
    ]
    if not found:
        raise Http404("Pay a prize in cash first. There is nothing to sign yet.")
    return pdf_answer(request, receipts_pdf, found, name=("prizes", tournament.session.played_on))
