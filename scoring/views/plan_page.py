"""What a plan's page shows: its tables drawn clockwise, and who waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.forms.plan_moves import WAITING, MoveForm
from scoring.models import HouseRules, Plan, Player
from scoring.models.partners import meetings
from scoring.models.planning import bound, dealers_of, next_table_no, tables_of
from scoring.models.turns import free_people
from scoring.movements.mixes import SEAT_RULES
from scoring.permissions import RUN, Actor, may
from scoring.rules.money import Stake
from scoring.rules.rule_set import RuleSet
from scoring.rules.rule_sets import on_shelf
from scoring.rules.rules_pages.lines import Line, pack
from scoring.rules.wording import counted, side_names
from scoring.views.cuts import cuts_of

COMPASS = ("North", "East", "South", "West")


@dataclass(frozen=True, kw_only=True)
class SeatShown:
    """A seat of a plan, or the place of one who waits."""

    place: str
    """What a form sends for it: table and seat, counted from 0 ("0.3"), or WAITING."""
    label: str
    """ "North", "Seat 5"; why he waits."""
    player: Player | None
    trouble: str = ""
    """Why he cannot sit down now: "has left", "sits at Table 3"."""
    deals: bool = False
    at: str = ""
    """Where it is drawn: a side of the table and a row."""


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """A table of a plan."""

    no: int
    rules: RuleSet
    stake: str
    pack: Line
    seat_rules: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    sides: str
    """Who plays against whom, where partners face each other."""
    met: str
    """How often its people met in the last year, where seats were balanced."""
    rows: int
    """How many seats are drawn one below the other on its right."""


def plan_context(plan: Plan, actor: Actor, *, picked: str = "") -> dict:
    """Return everything templates/seats/plan.html shows; a fixed number of queries.

    `picked` is the key of who is to move, as the address tells it.
    """
    stands = not plan.opened_at and not plan.dropped_at and not plan.session.closed
    late = _late(plan) if stands else []
    people = _people(plan) | {player.pk: player for player in late}
    trouble = bound(plan.session) if stands else {}
    tables = _tables(plan, people, trouble)
    waiting = _waiting(plan, people, trouble, [player.pk for player in late])
    taken = [seat for table in tables for seat in table.seats if seat.player]
    return {
        "plan": plan,
        "session": plan.session,
        "stands": stands,
        "runs": may(actor, RUN, plan.session),
        "tables": tables,
        "waiting": waiting,
        "cuts": cuts_of(plan, people, [table.no for table in tables]),
        "order": [people.get(key) for key in plan.people],
        "form": MoveForm(
            people=[(seat.player.pk, seat.player.name) for seat in (*taken, *waiting)],
            seats=[(seat.place, _called(table, seat)) for table in tables for seat in table.seats],
            initial={"who": picked, "seen": plan.edition},
        ),
        "trouble": [seat for seat in taken if seat.trouble],
    }


def _people(plan: Plan) -> dict[int, Player]:
    seated = [key for table in plan.tables for key in table["seats"]]
    return Player.objects.in_bulk([key for key in {*plan.people, *seated} if key is not None])


def _late(plan: Plan) -> list[Player]:
    """Return who came since the plan was made."""
    return [player for player in free_people(plan.session) if player.pk not in plan.people]


def _tables(
    plan: Plan, people: Mapping[int, Player], trouble: Mapping[int, str]
) -> list[TableShown]:
    houses = HouseRules.objects.in_bulk([table["house"] for table in plan.tables if table["house"]])
    first, kinds = next_table_no(plan.session), tables_of(plan)
    past = meetings(plan.session, plan.people).met if plan.way == Plan.Way.BALANCED else None
    found = []
    for no, (table, kind, dealer) in enumerate(
        zip(plan.tables, kinds, dealers_of(plan), strict=True)
    ):
        house = houses.get(table["house"])
        rules = house.rules if house else on_shelf(table["rules_key"])
        seats = _seats(no, table["seats"], people, trouble, dealer)
        stake = (
            Stake(plan.session.club.currency, table["stake_minor"])
            if table["stake_minor"]
            else None
        )
        found.append(
            TableShown(
                no=table.get("no") or first + no,
                rules=rules,
                stake=stake.told(rules.unit) if stake else "",
                pack=pack(rules)[rules.players.index(kind.seats)],
                seat_rules=SEAT_RULES[kind.kind],
                seats=seats,
                sides=_sides(rules, seats),
                met="" if past is None else _met(table["seats"], past),
                rows=max(1, (kind.seats - 1) // 2),
            )
        )
    return found


def _seats(
    no: int,
    keys: list[int | None],
    people: Mapping[int, Player],
    trouble: Mapping[int, str],
    dealer: int | None,
) -> tuple[SeatShown, ...]:
    drawn = ring(len(keys))
    return tuple(
        SeatShown(
            place=f"{no}.{seat}",
            label=COMPASS[seat] if len(keys) == 4 else f"Seat {seat + 1}",
            player=people.get(key),
            trouble=trouble.get(key, ""),
            deals=key is not None and key == dealer,
            at=drawn[seat],
        )
        for seat, key in enumerate(keys)
    )


def ring(seats: int) -> list[str]:
    """Return where each seat is drawn, clockwise from the top: "top", "right row-2", "bottom
    row-3", …"""
    side = max(1, (seats - 1) // 2)
    right = [f"right row-{row}" for row in range(2, side + 2)]
    left = [f"left row-{row}" for row in range(side + 1, 1, -1)]
    bottom = [] if seats % 2 else [f"bottom row-{side + 2}"]
    return ["top", *bottom] if seats == 2 else ["top", *right, *bottom, *left]


def _sides(rules: RuleSet, seats: tuple[SeatShown, ...]) -> str:
    if rules.partners != "fixed" or not all(seat.player for seat in seats):
        return ""
    return " against ".join(side_names(rules, [seat.player.name for seat in seats]))


def _met(keys: list[int | None], past: Mapping[tuple[int, int], int]) -> str:
    pairs = list(combinations(sorted(filter(None, keys)), 2))
    new, often = sum(pair not in past for pair in pairs), sum(past.get(pair, 0) for pair in pairs)
    told = (
        f"{counted(len(pairs), 'pair')}: {new} not met in the last year, the others "
        f"{counted(often, 'time')}."
    )
    return told if pairs else ""


def _waiting(
    plan: Plan, people: Mapping[int, Player], trouble: Mapping[int, str], late: list[int]
) -> list[SeatShown]:
    seated = {key for table in plan.tables for key in table["seats"]}
    keys = [
        key for key in dict.fromkeys([*plan.people, *late]) if key in people and key not in seated
    ]
    return [
        SeatShown(
            place=WAITING,
            label="came since" if key in late else "",
            player=people[key],
            trouble=trouble.get(key, ""),
        )
        for key in keys
    ]


def _called(table: TableShown, seat: SeatShown) -> str:
    """Return what a list calls a seat: "Table 2, North: Ann"."""
    return f"Table {table.no}, {seat.label}: {seat.player or 'empty'}"
