"""Plans of seats: drawn, drawn again, changed by hand, dropped, and opened as tables."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import cycle

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import AlreadyDone, Refused
from scoring.euchre.books import on_shelf
from scoring.euchre.rules_pages.page import for_how_many
from scoring.euchre.wording import listed
from scoring.evening.models import Plan
from scoring.evening.queries.cutting import free_people
from scoring.evening.queries.plans import (
    bound,
    dealers_of,
    in_order,
    next_table_no,
    seats_of_chance,
    standing_plan,
    waits_elsewhere,
)
from scoring.people.actions.people import add_players
from scoring.people.models import Player
from scoring.table.actions.lock import for_changes
from scoring.table.actions.tables import open_table
from scoring.table.models import Candidate, ClubSession, HouseRules, Table


class AnotherPlan(AlreadyDone):
    """Another plan was made after this page was shown; `plan` is the current one."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(f"{plan.made_by} has just made this seating plan. Use it or discard it.")
        self.plan = plan


@transaction.atomic
def make_plan(
    *,
    session: ClubSession,
    way: str,
    players: Sequence[int],
    names: Sequence[str] = (),
    tables: Sequence[dict],
    seen: int | None = None,
    actor: Actor,
) -> Plan:
    """Return a new plan of these tables, drawn or still empty; the plan that was `seen` (its key)
    is discarded.

    `players` are keys. `names` are further people; unknown ones are added to the club. Each of
    `tables` is as in Plan.tables, with None in all seats. Raise AnotherPlan if the current plan is
    not the one seen, so that a double tap makes one plan. Raise Refused if a player cannot sit
    down.
    """
    session = for_changes(session)
    standing = standing_plan(session)
    if standing and standing.pk != seen:
        raise AnotherPlan(standing)
    added = add_players(club=session.club, names=list(names), guest=not session.club.casual)
    known = session.club.players.filter(forgotten_at=None).in_bulk([*players])
    chosen = [known[player] for player in players if player in known]
    people = in_order(session, dict.fromkeys([*chosen, *added]))
    return _drawn(
        session, way=way, people=[player.pk for player in people], tables=tables, actor=actor
    )


@transaction.atomic
def draw_again(*, plan: Plan, actor: Actor) -> Plan:
    """Return a new draw of the same people and tables; the old plan is discarded but still
    readable.

    Raise AnotherPlan if the plan was replaced, and Refused if a player can no longer sit down.
    """
    session, plan = locked(plan)
    standing = standing_plan(session)
    if standing and standing.pk != plan.pk:
        raise AnotherPlan(standing)
    refuse_settled(plan)
    tables = [table | {"seats": [None] * len(table["seats"])} for table in plan.tables]
    people = [player for player in plan.people if player is not None]
    return _drawn(session, way=plan.way, people=people, tables=tables, actor=actor)


def _drawn(
    session: ClubSession, *, way: str, people: list[int], tables: Sequence[dict], actor: Actor
) -> Plan:
    """Return the new plan, drawn, in place of the current one."""
    if sum(len(table["seats"]) for table in tables) > len(people):
        raise Refused(f"There are more seats than the {len(people)} people. Choose other tables.")
    refuse_bound(session, people, "Choose the players again.")
    session.plans.filter(opened_at=None, dropped_at=None).update(dropped_at=timezone.now())
    plan = Plan(
        session=session,
        way=way,
        seed=secrets.randbelow(2**31),
        people=people,
        tables=list(tables),
        made_by=actor.name,
    )
    drawn = zip(tables, seats_of_chance(plan), strict=True)
    plan.tables = [table | {"seats": seats} for table, seats in drawn]
    plan.save()
    return plan


@transaction.atomic
def drop_plan(*, plan: Plan) -> None:
    """Discard a plan; it is still readable. Idempotent; raise Refused if its tables are open."""
    _, plan = locked(plan)
    if plan.opened_at:
        raise Refused("These tables are already open.")
    Plan.objects.filter(pk=plan.pk, dropped_at=None).update(dropped_at=timezone.now())


def seated(plan: Plan) -> list[int]:
    """Return the keys of all players with a seat."""
    return [player for table in plan.tables for player in table["seats"] if player is not None]


def locked(plan: Plan) -> tuple[ClubSession, Plan]:
    """Return the plan and its session, locked and current. Raise Refused if the session is
    closed."""
    session = for_changes(plan.session)
    found = Plan.objects.select_for_update().get(pk=plan.pk)
    found.session = session
    return session, found


def refuse_settled(plan: Plan) -> None:
    """Raise Refused when the plan is one no longer."""
    if plan.opened_at:
        raise Refused("The tables of this plan are open. Change seats at the table now.")
    if plan.dropped_at:
        raise Refused("This plan was discarded. Make another one.")


def refuse_changed(plan: Plan, seen: int) -> None:
    """Raise Refused when another edition of the plan was looked at."""
    if plan.edition != seen:
        last = f" ({plan.moved[-1].rstrip('.')})" if plan.moved else ""
        raise Refused(f"This plan has been changed{last}. Check it and try again.")


def refuse_bound(session: ClubSession, people: Sequence[int], then: str) -> None:
    """Raise Refused when one of these people (keys) cannot sit down at a new table."""
    why = {player: reason for player, reason in bound(session).items() if player in people}
    if why:
        names = dict(Player.objects.filter(pk__in=why).values_list("pk", "name"))
        raise Refused(
            f"{listed([f'{names[player]} {reason}' for player, reason in why.items()])}. {then}"
        )


Place = tuple[int, int] | None
"""A table and a seat, both counted from 0; or WAITING."""
WAITING = None


@transaction.atomic
def move(*, plan: Plan, player: int, to: Place, seen: int, actor: Actor) -> Plan:
    """Move a player (their key) to a place, and return the plan; two players swap.

    `seen` is the edition shown. Idempotent. Raise Refused if the plan was changed since, or if it
    has no such player or seat.
    """
    session, plan = locked(plan)
    refuse_settled(plan)
    if to is not WAITING and not _is_seat(plan, to):
        raise Refused("This plan has no such seat.")
    if _place_of(plan, player) == to:
        return plan
    refuse_changed(plan, seen)
    known = {one.pk for one in free_people(session)} | {*plan.people} | {*seated(plan)}
    if player not in known:
        raise Refused("This player can’t take a seat now.")
    other = None if to is WAITING else plan.tables[to[0]]["seats"][to[1]]
    left = _place_of(plan, player)
    _put(plan, left, other)
    _put(plan, to, player)
    plan.moved = [*plan.moved, f"{actor.name}: {_describe_move(player, other, to, left)}"]
    plan.edition += 1
    plan.save(update_fields=["tables", "moved", "edition"])
    return plan


def _describe_move(player: int, other: int | None, to: Place, left: Place) -> str:
    names = {one.pk: one.name for one in Player.objects.filter(pk__in=[player, other])}
    who, whom = names[player], names.get(other)
    if to is WAITING:
        return f"{who} gave up the seat and waits."
    if whom is None:
        return f"{who} took an empty seat."
    if left is WAITING:
        return f"{who} took the seat of {whom}, who waits."
    return f"{who} and {whom} changed seats."


def _is_seat(plan: Plan, place: tuple[int, int]) -> bool:
    table, seat = place
    return 0 <= table < len(plan.tables) and 0 <= seat < len(plan.tables[table]["seats"])


def _place_of(plan: Plan, player: int) -> Place:
    at = (no for no, table in enumerate(plan.tables) if player in table["seats"])
    return next(((no, plan.tables[no]["seats"].index(player)) for no in at), WAITING)


def _put(plan: Plan, place: Place, player: int | None) -> None:
    if place is not WAITING:
        plan.tables[place[0]]["seats"][place[1]] = player


@transaction.atomic
def open_plan(*, plan: Plan, seen: int) -> Plan:
    """Open the plan's tables, all or none, each with its links, and return the plan. Empty tables
    are left out.

    Players without a seat wait to cut in. `seen` is the edition shown. Idempotent. Raise Refused if
    the plan was changed since, if a player has left or has another seat, or if a table has too few
    people.
    """
    houses = _houses(plan)
    session, plan = locked(plan)
    if plan.opened_at:
        return plan
    refuse_settled(plan)
    refuse_changed(plan, seen)
    if not seated(plan):
        raise Refused("All seats are empty. Seat people first.")
    refuse_bound(session, seated(plan), "The plan is kept. Change the seats.")
    names = {player.pk: player.name for player in Player.objects.filter(pk__in=seated(plan))}
    first = next_table_no(session)
    for no, table in enumerate(plan.tables):
        if any(table["seats"]):
            house = houses.get(table["house"])
            _refuse_number(table, house, f"Table {first + no}")
            table["no"] = _opened(plan, no, names, house).no
    plan.opened_at = timezone.now()
    plan.save(update_fields=["tables", "opened_at"])
    _wait_to_cut_in(plan)
    return plan


def _wait_to_cut_in(plan: Plan) -> None:
    """Put players without a seat, and later arrivals, on the waiting lists of the plan's tables in
    turn, first where one more fits. Players who left, or who sit or wait elsewhere, are skipped."""
    session = plan.session
    taken = {*seated(plan), *bound(session), *waits_elsewhere(session)}
    came = session.attendances.filter(arrived_at__gte=plan.made_at).order_by("arrived_at", "pk")
    asked = dict.fromkeys([*plan.people, *came.values_list("player", flat=True)])
    waiting = [player for player in asked if player is not None and player not in taken]
    opened = session.tables.filter(no__in=[table.get("no") for table in plan.tables])
    if waiting:
        by_room = sorted(opened.select_related("house"), key=_is_full)
        turns = zip(waiting, cycle(by_room), strict=False)
        Candidate.objects.bulk_create(
            Candidate(table=table, player_id=player) for player, table in turns
        )


def _is_full(table: Table) -> bool:
    return len(table.sitting.players) == max(table.rules.pack)


def _houses(plan: Plan) -> dict[int, HouseRules]:
    """Return the house rules of the plan's tables, locked: before the session, as for a change of
    them."""
    chosen = {table["house"] for table in plan.tables if table["house"]}
    locked_ones = HouseRules.objects.for_writing().filter(pk__in=chosen).order_by("pk")
    return {house.pk: house for house in locked_ones}


def _opened(plan: Plan, no: int, names: dict[int, str], house: HouseRules | None) -> Table:
    """Open one table of the plan (counted from 0) and return it; the dealer is the player who cut
    the deal."""
    planned = plan.tables[no]
    people = [player for player in planned["seats"] if player is not None]
    dealer = dealers_of(plan)[no]
    return open_table(
        session=plan.session,
        names=[names[player] for player in people],
        rules_key=planned["rules_key"],
        house=house,
        options=planned["options"],
        stake_minor=planned["stake_minor"],
        first_dealer=None if dealer is None else people.index(dealer),
    )


def _refuse_number(table: dict, house: HouseRules | None, called: str) -> None:
    """Raise Refused when the rules are not for as many as have a seat; `called` is how the page
    named it."""
    rules = house.rules if house else on_shelf(table["rules_key"])
    people = sum(player is not None for player in table["seats"])
    if people not in rules.pack:
        raise Refused(
            f"{called} has {people} of its seats taken, and {rules.name} is for "
            f"{for_how_many(rules)}. Fill or empty its seats."
        )
