"""A plan becomes tables."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.plans import locked, refuse_bound, refuse_changed, refuse_settled, seated
from scoring.actions.tables import open_table
from scoring.models import HouseRules, Plan, Player, Table
from scoring.models.planning import dealers_of, next_table_no
from scoring.rules.rule_sets import on_shelf
from scoring.rules.rules_pages.page import for_how_many


@transaction.atomic
def open_plan(*, plan: Plan, seen: int) -> Plan:
    """Open the plan's tables, all or none, each with its links, and return the plan; empty ones are
    left out.

    `seen` is the edition that was looked at. Told twice, it happens once. Raises Refused when the
    plan was changed meanwhile, when somebody sits elsewhere by now or has left, and when a table
    has too few people.
    """
    houses = _houses(plan)
    session, plan = locked(plan)
    if plan.opened_at:
        return plan
    refuse_settled(plan)
    refuse_changed(plan, seen, "No table was opened")
    if not seated(plan):
        raise Refused("Nobody has a seat yet. No table was opened: seat people first.")
    refuse_bound(
        session, seated(plan), "No table was opened, and the plan is kept: change the seats."
    )
    names = {player.pk: player.name for player in Player.objects.filter(pk__in=seated(plan))}
    first = next_table_no(session)
    for no, table in enumerate(plan.tables):
        if any(table["seats"]):
            house = houses.get(table["house"])
            _refuse_number(table, house, f"Table {first + no}")
            table["no"] = _opened(plan, no, names, house).no
    plan.opened_at = timezone.now()
    plan.save(update_fields=["tables", "opened_at"])
    return plan


def _houses(plan: Plan) -> dict[int, HouseRules]:
    """Return the house rules of the plan's tables, locked: before the session, as for a change of
    them."""
    chosen = {table["house"] for table in plan.tables if table["house"]}
    locked_ones = HouseRules.objects.for_writing().filter(pk__in=chosen).order_by("pk")
    return {house.pk: house for house in locked_ones}


def _opened(plan: Plan, no: int, names: dict[int, str], house: HouseRules | None) -> Table:
    """Open one table of the plan (counted from 0) and return it; whoever cut its deal deals."""
    told = plan.tables[no]
    people = [player for player in told["seats"] if player is not None]
    dealer = dealers_of(plan)[no]
    return open_table(
        session=plan.session,
        names=[names[player] for player in people],
        rules_key=told["rules_key"],
        house=house,
        options=told["options"],
        stake_minor=told["stake_minor"],
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
            f"{for_how_many(rules)}. No table was opened: fill its seats, or empty them all."
        )
