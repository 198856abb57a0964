"""Whether a plan of seats can be shown: one that comes from a file may say anything."""

from __future__ import annotations

from scoring.models.evening import Plan
from scoring.models.house import HouseRules
from scoring.models.planning import cut_of
from scoring.rules.rule_sets import on_shelf
from scoring.rules.sheet_values import expect

TOLD_OF_A_TABLE = {"rules_key", "house", "options", "stake_minor", "seats"}
STAKES = range(2**31)


def refuse_plan(plan: Plan) -> None:
    """Raise ValueError when a plan could not be shown, or not become tables."""
    _refuse_keys(plan.people, "people")
    for told in expect(list, plan.moved, "moved"):
        expect(str, told, "moved")
    for table in expect(list, plan.tables, "tables"):
        _refuse_table(expect(dict, table, "a table of the plan"))
    if plan.way == Plan.Way.CUT and plan.tables:
        cut_of(plan)


def _refuse_table(table: dict) -> None:
    if {*table} - {"no"} != TOLD_OF_A_TABLE:
        raise ValueError("a table of the plan does not say what a table needs")
    _refuse_keys(table["seats"], "seats")
    rules = on_shelf(expect(str, table["rules_key"], "rules_key"))
    if len(table["seats"]) not in rules.pack:
        raise ValueError("a table of the plan has more seats, or fewer, than its rules are for")
    rules.refuse_options(expect(dict, table["options"], "options"))
    if expect(int, table["stake_minor"], "stake_minor") not in STAKES:
        raise ValueError("a table of the plan has a stake that cannot be")
    if expect(int, table.get("no", 1), "no") < 1:
        raise ValueError("a table of the plan has a number that cannot be")
    if table["house"] is not None:
        _refuse_house(expect(int, table["house"], "house"), rules.key)


def _refuse_house(house: int, base: str) -> None:
    if not HouseRules.objects.filter(pk=house, base=base).exists():
        raise ValueError("a table of the plan has house rules after another set")


def _refuse_keys(found: object, name: str) -> None:
    """Raise ValueError unless this is a list of keys of players, or None for nobody."""
    for key in expect(list, found, name):
        if key is not None:
            expect(int, key, name)
