"""Queries for seating plans: players to seat, earlier meetings, and the cut of a plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, F, Max, Q
from django.utils import timezone

from scoring.euchre.books import SHELF, on_shelf
from scoring.euchre.rule_set import RuleSet
from scoring.evening.models import Plan
from scoring.evening.queries.cutting import seats_tonight
from scoring.evening.queries.now import GONE, people_of
from scoring.movement.balance import balanced
from scoring.movement.cutting import HIGHEST, LOWEST
from scoring.movement.mixes import TableOf, kind_of
from scoring.movement.table_cut import (
    ACE_LAST,
    BOOK,
    KNAVE_FIRST,
    TIES,
    Manner,
    TableCut,
    cut_for_tables,
    in_pack,
)
from scoring.people.models import Player
from scoring.table.models import ClubSession, Seat
from scoring.table.queries.evenings import waiting_tonight

A_YEAR = timedelta(days=365)
WITH_PARTNERS = [key for key, rules in SHELF.items() if rules.partners == "fixed"]
ONE_SIDE, OTHER_SIDE = (0, 2, 4), (1, 3, 5)
FACING = Q(no__in=ONE_SIDE, sitting__seats__no__in=ONE_SIDE)
FACING |= Q(no__in=OTHER_SIDE, sitting__seats__no__in=OTHER_SIDE)
BY_SIDES = Q(sitting__rules_key="", sitting__table__rules_key__in=WITH_PARTNERS)
BY_SIDES |= Q(sitting__rules_key__in=WITH_PARTNERS)


@dataclass(frozen=True, kw_only=True)
class Meetings:
    """How often two people sat at one table, and as partners; by their keys, the smaller first."""

    met: dict[tuple[int, int], int] = field(default_factory=dict)
    partnered: dict[tuple[int, int], int] = field(default_factory=dict)


def meetings(session: ClubSession, players: Iterable[int]) -> Meetings:
    """Return how often these people met in the year up to this evening, sitting by sitting: one
    query."""
    since: date = session.played_on - A_YEAR
    here = Seat.objects.not_replaced().filter(
        player__in=list(players),
        sitting__table__session__club=session.club_id,
        sitting__table__session__played_on__range=(since, session.played_on),
        sitting__seats__player__in=list(players),
        sitting__seats__player__gt=F("player"),
    )
    partners = FACING & BY_SIDES
    pairs = here.values_list("player", "sitting__seats__player").order_by()
    counted = pairs.annotate(met=Count("pk"), partnered=Count("pk", filter=partners))
    rows = list(counted)
    return Meetings(
        met={(one, other): met for one, other, met, _ in rows},
        partnered={(one, other): partnered for one, other, _, partnered in rows if partnered},
    )


def in_order(session: ClubSession, players: Iterable[Player]) -> list[Player]:
    """Return the players by their right to a seat: those yet to play tonight first (Leeds & Dwight,
    law 17), then in order of arrival (law 11). Two queries."""
    came = dict(session.attendances.values_list("player_id", "arrived_at"))
    played = set(seats_tonight(session).values_list("player_id", flat=True))
    now = timezone.now()
    return sorted(players, key=lambda one: (one.pk in played, came.get(one.pk, now)))


def bound(session: ClubSession) -> dict[int, str]:
    """Return who cannot sit down at a new table, by key, and why: "sits at Table 3"; two
    queries."""
    found = {}
    for person in people_of(session):
        if person.table:
            found[person.player.pk] = f"sits at {person.table}"
            if person.seat.substitute_id:
                found[person.seat.player_id] = f"has a seat at {person.table}"
        elif person.state == GONE:
            found[person.player.pk] = "has left"
    return found


def waits_elsewhere(session: ClubSession) -> dict[int, str]:
    """Return who waits to come in at a table that is played at, by the player's key: one query."""
    waiting = (
        waiting_tonight(session).filter(table__sittings__ended_at=None).select_related("table")
    )
    return {candidate.player_id: str(candidate.table) for candidate in waiting}


def standing_plan(session: ClubSession) -> Plan | None:
    """Return the plan that is being made: neither opened nor dropped."""
    return session.plans.filter(opened_at=None, dropped_at=None).first()


def next_table_no(session: ClubSession) -> int:
    """Return the number of the next table to be opened."""
    return (session.tables.aggregate(last=Max("no"))["last"] or 0) + 1


def tables_of(plan: Plan) -> list[TableOf]:
    """Return what kinds of table a plan forms."""
    return [
        TableOf(
            kind=kind_of(on_shelf(table["rules_key"]).partners, len(table["seats"])),
            seats=len(table["seats"]),
        )
        for table in plan.tables
    ]


def cut_of(plan: Plan) -> TableCut:
    """Return every card that was cut for a plan; people are their places in `plan.people`, from
    0."""
    return cut_for_tables(
        range(len(plan.people)),
        tables=tables_of(plan),
        seed=plan.seed,
        manners=manners_of(plan),
    )


def manners_of(plan: Plan) -> list[Manner]:
    """Return how each table of a plan cuts, by its own book."""
    return [
        _manner(on_shelf(table["rules_key"]), seats=len(table["seats"])) for table in plan.tables
    ]


def _manner(rules: RuleSet, *, seats: int) -> Manner:
    lowest = rules.lowest[seats]
    ranks = in_pack(ACE_LAST if rules.first_deal == LOWEST else KNAVE_FIRST, lowest)
    if rules.partners != "fixed":
        return Manner(lowest=lowest, ranks=ranks, deals=False)
    law, again = rules.law("partners_cut"), rules.law("cut_again")
    return Manner(
        lowest=lowest,
        ranks=ranks,
        deals=rules.first_deal == HIGHEST,
        law=AS_THE_CLUB if law.ruling else law.short,
        ties=TIES if again.ruling else "" if again.source.startswith(BOOK) else again.short,
    )


AS_THE_CLUB = "our ruling: the book does not say how"


def is_cut(plan: Plan) -> bool:
    """Return whether cards decided who sits where."""
    return plan.way == Plan.Way.BOOKS


def seats_of_chance(plan: Plan) -> list[list[int | None]]:
    """Return the keys in the plan's seats as drawn, before any moves; None is an empty seat."""
    tables = tables_of(plan)
    if plan.way == Plan.Way.HAND:
        return [[None] * table.seats for table in tables]
    if is_cut(plan):
        places = [seated.people for seated in cut_of(plan).tables]
        return [[plan.people[place] for place in group] for group in places]
    past = meetings(plan.session, plan.people)
    groups = balanced(
        plan.people, tables=tables, met=past.met, partnered=past.partnered, seed=plan.seed
    )
    return [list(group) for group in groups]


def dealers_of(plan: Plan) -> list[int | None]:
    """Return the key of who cut the deal of each table, if they still sit at it."""
    if not is_cut(plan):
        return [None] * len(plan.tables)
    cut = [None if one.dealer is None else plan.people[one.dealer] for one in cut_of(plan).tables]
    return [
        key if key in table["seats"] else None for key, table in zip(cut, plan.tables, strict=True)
    ]
