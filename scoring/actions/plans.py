"""Plans of seats: drawn, drawn again, dropped. A session has one standing plan at most."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.players import add_players
from scoring.actions.sessions import for_changes
from scoring.models import ClubSession, Plan, Player
from scoring.models.planning import bound, in_order, seats_of_chance, standing_plan
from scoring.permissions import Actor
from scoring.rules.wording import listed


class AnotherPlan(Refused):
    """Somebody else has made a plan since this page was shown; `plan` is the one that stands."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(
            f"A plan stands by now, made by {plan.made_by}. It is shown here; none was made "
            "besides."
        )
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
    """Return a new plan of these tables, drawn or still empty; the one that was `seen` (its key) is
    dropped.

    `players` are keys; `names` come besides, and are added to the club when it does not know them.
    Each of
    `tables` is as Plan.tables has it, its seats all None. Raises AnotherPlan when another plan
    stands than the one that was seen: so a tap told twice makes one. Raises Refused when somebody
    cannot sit down.
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
    """Return a new plan of the same people and tables, drawn anew; the old one is dropped and stays
    readable.

    Raises AnotherPlan when another took its place, Refused when somebody cannot sit down any more.
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
    """Return the new plan, drawn, in the place of the one that stood."""
    if sum(len(table["seats"]) for table in tables) > len(people):
        raise Refused(
            f"There are more seats than the {len(people)} people. No plan was made: choose again."
        )
    refuse_bound(session, people, "No plan was made: choose again who plays.")
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
    """Put a plan aside; it stays readable. Told twice, it happens once; Refused when its tables are
    open."""
    _, plan = locked(plan)
    if plan.opened_at:
        raise Refused("These tables are open already. The plan stays as it is.")
    Plan.objects.filter(pk=plan.pk, dropped_at=None).update(dropped_at=timezone.now())


def seated(plan: Plan) -> list[int]:
    """Return the keys of all who have a seat."""
    return [player for table in plan.tables for player in table["seats"] if player is not None]


def locked(plan: Plan) -> tuple[ClubSession, Plan]:
    """Return the plan and its session as they stand, locked; Refused when the session is closed."""
    session = for_changes(plan.session)
    found = Plan.objects.select_for_update().get(pk=plan.pk)
    found.session = session
    return session, found


def refuse_settled(plan: Plan) -> None:
    """Raise Refused when the plan is one no longer."""
    if plan.opened_at:
        raise Refused(
            "The tables of this plan are open. Nothing was changed: people move at their table now."
        )
    if plan.dropped_at:
        raise Refused("This plan was dropped. Nothing was changed: make another.")


def refuse_changed(plan: Plan, seen: int, kept: str) -> None:
    """Raise Refused when another edition of the plan was looked at."""
    if plan.edition != seen:
        last = f" ({plan.moved[-1]})" if plan.moved else ""
        raise Refused(
            f"Somebody else changed this plan in the meantime{last}. {kept}: look at it again."
        )


def refuse_bound(session: ClubSession, people: Sequence[int], kept: str) -> None:
    """Raise Refused when one of these people (keys) cannot sit down at a new table."""
    why = {player: reason for player, reason in bound(session).items() if player in people}
    if why:
        names = dict(Player.objects.filter(pk__in=why).values_list("pk", "name"))
        raise Refused(
            f"{listed([f'{names[player]} {reason}' for player, reason in why.items()])}. {kept}"
        )
