"""House rules: a set of the shelf with some provisions changed, under a name of the club's own."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from scoring.actions import Refused
from scoring.models import Club, HandRecord, HouseRules, Table
from scoring.rules.names import name_key
from scoring.rules.rule_set import UnknownRule
from scoring.rules.rule_sets import SHELF, find_house


@transaction.atomic
def make_house_rules(*, club: Club, base: str, name: str, changes: Mapping[str, object]) -> HouseRules:
    """Return the club's house rules: the set `base` with these provisions changed, under this name.

    Told twice, it makes them once. Raises Refused when they cannot be, or when the name is taken.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    told = _told(base, name, changes)
    named = _standing(club, name)
    if named and named.told == told:
        return named
    _refuse_name(name, named)
    return HouseRules.objects.create(club=club, base=base, name=name, changes=dict(changes))


@transaction.atomic
def change_house_rules(*, house: HouseRules, name: str, changes: Mapping[str, object]) -> HouseRules:
    """Change house rules, and return those that stand from now on.

    Rules under which a hand was logged are frozen: they stay with the tables that play by them, and new
    ones take their place on the club's shelf. Rules that nobody has played by are changed themselves.
    Told twice, it changes them once. Raises Refused when the rules were replaced before, or cannot be so.
    """
    club = Club.objects.select_for_update().get(pk=house.club_id)
    tables = list(Table.objects.for_writing().filter(house=house).order_by("pk"))
    house = HouseRules.objects.select_for_update(of=("self",)).select_related("replaced_by").get(pk=house.pk)
    told = _told(house.base, name, changes)
    standing = house.replaced_by or house
    if standing.told == told:
        return standing
    if house.replaced_by:
        raise Refused("These rules were replaced before. Change those that took their place.")
    _refuse_name(name, _standing(club, name, but=house))
    if is_frozen(house):
        return _replace(house, name, changes)
    house.name, house.changes = name, dict(changes)
    house.save(update_fields=["name", "changes"])
    for table in tables:
        table.raise_version()
    return house


def is_frozen(house: HouseRules) -> bool:
    """Return whether a hand was logged under these rules: what it scored must not change."""
    return HandRecord.objects.filter(sitting__table__house=house).exists()


def _replace(house: HouseRules, name: str, changes: Mapping[str, object]) -> HouseRules:
    made = HouseRules.objects.create(club_id=house.club_id, base=house.base, name=name, changes=dict(changes))
    HouseRules.objects.filter(pk=house.pk).update(replaced_by=made)
    return made


def _told(base: str, name: str, changes: Mapping[str, object]) -> dict:
    """Return the rules as they are told; Refused when no such rules can be."""
    told = {"base": base, "name": name, **changes}
    try:
        find_house(told)
    except UnknownRule as wrong:
        raise Refused(f"{wrong} Nothing was stored.") from wrong
    if not changes:
        raise Refused("Nothing differs from the rules of the book. Change a number; nothing was stored.")
    return told


def _standing(club: Club, name: str, *, but: HouseRules | None = None) -> HouseRules | None:
    """Return the club's standing rules of this name, upper and lower case alike."""
    standing = club.house_rules.filter(replaced_by=None)
    return next((one for one in standing if name_key(one.name) == name_key(name) and one != but), None)


def _refuse_name(name: str, taken: HouseRules | None) -> None:
    if taken:
        raise Refused(f"The club has rules called {taken.name}. Give these a name of their own.")
    if name_key(name) in {name_key(rules.name) for rules in SHELF.values()}:
        raise Refused(f"{name} is a set of the shelf. Give yours a name of their own.")
