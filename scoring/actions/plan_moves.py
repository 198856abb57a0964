"""People of a plan change seats by hand; what was drawn stays to be read."""

from __future__ import annotations

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.plans import locked, refuse_changed, refuse_settled, seated
from scoring.models import Plan, Player
from scoring.models.turns import free_people
from scoring.permissions import Actor

Place = tuple[int, int] | None
"""A table and a seat, both counted from 0; or WAITING."""
WAITING = None


@transaction.atomic
def move(*, plan: Plan, player: int, to: Place, seen: int, actor: Actor) -> Plan:
    """Return the plan with somebody (his key) at a place; whoever had it takes the place that he
    leaves.

    `seen` is the edition that was looked at. Told twice, it happens once. Raises Refused when
    somebody else changed the plan meanwhile, and when there is no such person or seat in it.
    """
    session, plan = locked(plan)
    refuse_settled(plan)
    if to is not WAITING and not _is_seat(plan, to):
        raise Refused("There is no such seat in this plan. Nobody was moved.")
    if _place_of(plan, player) == to:
        return plan
    refuse_changed(plan, seen, "Nobody was moved")
    known = {one.pk for one in free_people(session)} | {*plan.people} | {*seated(plan)}
    if player not in known:
        raise Refused("Whoever that is cannot sit down now. Nobody was moved.")
    other = None if to is WAITING else plan.tables[to[0]]["seats"][to[1]]
    left = _place_of(plan, player)
    _put(plan, left, other)
    _put(plan, to, player)
    plan.moved = [*plan.moved, f"{actor.name}: {_told(player, other, to, left)}"]
    plan.edition += 1
    plan.save(update_fields=["tables", "moved", "edition"])
    return plan


def _told(player: int, other: int | None, to: Place, left: Place) -> str:
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
