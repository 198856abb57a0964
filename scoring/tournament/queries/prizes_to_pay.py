"""Prizes of a club that were announced and not paid yet. They are in no account until they are
paid."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import F, QuerySet

from scoring.money.models import Entry
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.prizes import Due, all_paid, dues_among, lines_of_prizes, winners_of


@dataclass(frozen=True, kw_only=True)
class Unpaid:
    """The unpaid prizes of one tournament, both those due to players and those still to be cut for.
    Amounts are in minor units."""

    session: ClubSession
    dues: tuple[Due, ...]
    cuts: int
    amount: int

    @property
    def number(self) -> int:
        """Return the number of payments."""
        return len(self.dues) + self.cuts

    def due_to(self, player: Player) -> int:
        """Return the amount due to one player."""
        return sum(due.amount for due in self.dues if due.player == player)


def prizes_to_pay(club: Club, by: date | None = None) -> list[Unpaid]:
    """Return the announced and unpaid prizes of a club's tournaments, the latest first, as they
    were at the end of the day `by`. Makes at most three queries."""
    found = Tournament.objects.filter(session__club=club).order_by("-session__played_on", "-pk")
    return _unpaid(found.filter(session__played_on__lte=by) if by else found, by=by)


def prizes_to_pay_of(session: ClubSession) -> Unpaid | None:
    """Return the unpaid prizes of the evening's tournament, or None if all are paid."""
    return next(iter(_unpaid(Tournament.objects.filter(session=session))), None)


def _unpaid(tournaments: QuerySet[Tournament], *, by: date | None = None) -> list[Unpaid]:
    made = _with_money(tournaments)
    lines: dict[int, list[Entry]] = defaultdict(list)
    paid = lines_of_prizes(one.session_id for one in made)
    for line in paid.filter(dated__lte=by) if by else paid:
        lines[line.session_id].append(line)
    open = [one for one in made if not all_paid(one, lines[one.session_id])]
    entrants: dict[int, dict[int, Entrant]] = defaultdict(dict)
    numbers = set().union(*map(winners_of, open))
    winners = Entrant.objects.filter(tournament__in=open, no__in=numbers)
    for entrant in winners.select_related("player", "partner"):
        entrants[entrant.tournament_id][entrant.no] = entrant
    found = (_of(one, entrants[one.pk], lines[one.session_id]) for one in open)
    return [one for one in found if one.amount]


def _with_money(tournaments: QuerySet[Tournament]) -> list[Tournament]:
    """Return the finished tournaments with prizes in money. Only the prizes of their results are
    loaded, because the rows of a large hall are long."""
    finished = tournaments.exclude(finished_at=None).select_related("session")
    found = list(finished.defer("results", "plan").annotate(won=F("results__prizes")))
    for one in found:
        one.results = {"prizes": one.won or []}
    return [one for one in found if any(won["amount"] for won in one.results["prizes"])]


def _of(tournament: Tournament, entrants: dict[int, Entrant], lines: list[Entry]) -> Unpaid:
    dues = tuple(due for due in dues_among(tournament, entrants, lines) if due.line is None)
    prizes = tournament.results["prizes"]
    cuts = [won["amount"] for won in prizes if won.get("cut") and won["amount"]]
    return Unpaid(
        session=tournament.session,
        dues=dues,
        cuts=len(cuts),
        amount=sum(due.amount for due in dues) + sum(cuts),
    )
