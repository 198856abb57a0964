"""The usual rules and stake of a club, with which a new table starts everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.euchre.books import SHELF
from scoring.people.models import Club
from scoring.table.models import HouseRules, Table

LATELY = 30


def tables_lately(club: Club) -> list[Table]:
    """Return the tables that the club opened last, the latest first, without those of a tournament.
    Before them is one with its usual rules, if it chose some; three queries.

    Rules that were replaced are their replacements, as they are in the club's list now.
    """
    tables = Table.objects.filter(session__club=club).exclude(house__for_rounds=True)
    found = list(tables.select_related("house").order_by("-pk")[:LATELY])
    houses = HouseRules.objects.filter(club=club).in_bulk() if any(t.house for t in found) else {}
    for table in found:
        while table.house and table.house.replaced_by_id:
            table.house, table.options = houses[table.house.replaced_by_id], {}
    usual = by_usual_rules(club, found)
    return [usual, *found] if usual else found


def by_usual_rules(club: Club, lately: Sequence[Table] = ()) -> Table | None:
    """Return the last of these tables by the club's usual rules; where there is none, such a table
    without a stake. None where the club did not say which they are."""
    key = club.usual_rules
    house = club.house_rules.standing().filter(name=key).first() if key not in SHELF else None
    if house is None and key not in SHELF:
        return None
    wanted = (house and house.pk, house.base if house else key)
    known = next((one for one in lately if (one.house_id, one.rules_key) == wanted), None)
    return known or Table(house=house, rules_key=wanted[1])


def usual_terms(club: Club) -> Table | None:
    """Return the table whose rules and stake come first when another is opened; None at first."""
    return next(iter(tables_lately(club)), None)
