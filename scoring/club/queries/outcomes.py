"""Results of a club's evenings, a row each: the game, the winner, the number of people, the pot.

Each query covers all evenings of a page, however many they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.db.models import Q, Sum

from scoring.club.models import Tally
from scoring.euchre.books import SHELF
from scoring.evening.models import Attendance
from scoring.money.models import Entry
from scoring.people.models import Player
from scoring.table.models import ClubSession, Seat, Table
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.now import format_in


@dataclass(frozen=True, kw_only=True)
class Won:
    """The winner of an evening, with the amount, in minor units if played for money, otherwise in
    points."""

    players: tuple[Player, ...]
    amount: int
    money: bool = False
    ranked: bool = False
    """Whether it is by a tournament's ranking. Then the amount is the points scored, and not the
    lead."""


@dataclass(kw_only=True)
class Outcome:
    """The result of an evening, or the result so far."""

    rules: list[str] = field(default_factory=list)
    """The names of the rules of its tables, in the order of the tables."""
    tables: int = 0
    people: int = 0
    pot: int = 0
    """Door fees and what was put into the pot, paid or not; minor units."""
    paid: int = 0
    """What of the pot was paid in cash."""
    rounds: int = 0
    """The number of rounds of its tournament, or 0 without one."""
    won: Won | None = None


def outcomes_of(sessions: Collection[ClubSession]) -> dict[int, Outcome]:
    """Return the result of each of these evenings, by its key, with a fixed number of queries. An
    open evening has no winner."""
    found = {session.pk: Outcome() for session in sessions}
    if not found:
        return {}
    tournaments = {
        one.session_id: one for one in Tournament.objects.filter(session__in=found).order_by("pk")
    }
    for tournament in tournaments.values():
        found[tournament.session_id].rounds = format_in(tournament).rounds
    _tables(found)
    _people(found)
    _pots(found)
    closed = {session.pk for session in sessions if session.closed}
    won = _won_at_tables(closed - tournaments.keys()) | _won_by_rank(
        [one for one in tournaments.values() if one.finished_at]
    )
    for session, who in won.items():
        found[session].won = who
    return found


def _tables(found: dict[int, Outcome]) -> None:
    tables = Table.objects.filter(session__in=found).order_by("session", "no")
    for session, key, house in tables.values_list("session", "rules_key", "house__name"):
        outcome = found[session]
        outcome.tables += 1
        name = house or (SHELF[key].name if key in SHELF else key)
        if name not in outcome.rules:
            outcome.rules.append(name)


def _people(found: dict[int, Outcome]) -> None:
    """Count who came to the door, sat at a table or entered the tournament, everybody once."""
    came = Attendance.objects.filter(session__in=found).order_by()
    sat = Seat.objects.filter(
        sitting__table__session__in=found, sitting__round_table=None
    ).order_by()
    entered = Entrant.objects.filter(tournament__session__in=found, ghost=False).order_by()
    pairs = entered.exclude(partner=None)
    people = came.values_list("session", "player").union(
        sat.values_list("sitting__table__session", "player"),
        entered.values_list("tournament__session", "player"),
        pairs.values_list("tournament__session", "partner"),
    )
    for session, number in Counter(session for session, _ in people).items():
        found[session].people = number


def _pots(found: dict[int, Outcome]) -> None:
    """Add the check-in fees and payments into the pot. Undone entries are cancelled by their
    reversals."""
    fees = Attendance.objects.filter(session__in=found).order_by().values_list("session")
    paid = Sum("fee_minor", filter=Q(fee_paid_at__isnull=False), default=0)
    for session, minor, in_cash in fees.annotate(Sum("fee_minor"), paid=paid):
        found[session].pot += minor
        found[session].paid += in_cash
    put_in = Entry.objects.filter(session__in=found, kind=Entry.Kind.POT)
    charged = Q(cash_minor=0)
    for row in (
        put_in.order_by()
        .values("session")
        .annotate(
            charged=Sum("amount_minor", filter=charged & Q(credited=None), default=0),
            taken_back=Sum("amount_minor", filter=charged & ~Q(credited=None), default=0),
            in_cash=Sum("cash_minor", default=0),
        )
    ):
        found[row["session"]].pot += row["charged"] - row["taken_back"]
        found[row["session"]].paid += row["in_cash"]


def _won_at_tables(sessions: Iterable[int]) -> dict[int, Won]:
    """Return the player with the largest lead by the tallies of each evening, if there is one."""
    rows = Tally.objects.filter(session__in=sessions).order_by()
    sums: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for row in rows.values("session", "player").annotate(
        minor=Sum("net_minor"), points=Sum("net_points")
    ):
        # PostgreSQL adds up large numbers as decimals.
        sums[row["session"]].append((row["player"], int(row["minor"]), int(row["points"])))
    best = {session: _ahead(lines) for session, lines in sums.items()}
    people = Player.objects.in_bulk({who for players, *_ in best.values() for who in players})
    return {
        session: Won(
            players=tuple(sorted((people[who] for who in players), key=lambda one: one.key)),
            amount=amount,
            money=money,
        )
        for session, (players, amount, money) in best.items()
        if players
    }


def _ahead(lines: list[tuple[int, int, int]]) -> tuple[list[int], int, bool]:
    """Return who is furthest ahead, by how much, and whether that is money."""
    money = any(minor for _, minor, _ in lines)
    amounts = {who: minor if money else points for who, minor, points in lines}
    most = max(amounts.values())
    return [who for who, amount in amounts.items() if amount == most > 0], most, money


def _won_by_rank(finished: Iterable[Tournament]) -> dict[int, Won]:
    """Return who came first in these tournaments, as it was announced."""
    first = {
        one.pk: [row for row in one.results["rows"] if row["rank"] == 1]
        for one in finished
        if any(row["rank"] == 1 for row in one.results["rows"])
    }
    asked = Q(pk=None)
    for tournament, rows in first.items():
        asked |= Q(tournament=tournament, no__in=[row["no"] for row in rows])
    people: dict[int, list[Player]] = defaultdict(list)
    for entrant in Entrant.objects.filter(asked).select_related("player", "partner"):
        people[entrant.tournament_id] += entrant.people
    return {
        one.session_id: Won(
            players=tuple(people[one.pk]), amount=first[one.pk][0]["points"], ranked=True
        )
        for one in finished
        if people.get(one.pk)
    }
