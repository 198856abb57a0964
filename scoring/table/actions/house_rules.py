"""House rules: a set of the shelf with some provisions changed, under a name of the club's own."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q

from scoring.common.names import typed_key
from scoring.common.refused import Refused
from scoring.euchre.books import SHELF, find_house
from scoring.euchre.rule_set import UnknownRule
from scoring.euchre.rules_pages.page import lead_of
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.table.models import HandRecord, HouseRules, Table


class ChangedMeanwhile(Refused):
    """The rules were changed since they were shown; `house` is their current state."""

    def __init__(self, house: HouseRules) -> None:
        super().__init__(
            f"These rules have changed. {house} is now {lead_of(house.rules)} What you typed is "
            "still here. Save again to use it instead."
        )
        self.house = house


@transaction.atomic
def make_house_rules(
    *, club: Club, base: str, name: str, changes: Mapping[str, object]
) -> HouseRules:
    """Return the club's house rules, which are the set `base` with these provisions changed, under
    this name.

    Idempotent. Raise Refused if they are impossible, or if the name is taken.
    """
    club = lock_club(club.pk)
    document = _document(base, name, changes)
    named = _named(club, name)
    if named and named.document == document:
        return named
    _refuse_name(name, named)
    return HouseRules.objects.create(club=club, base=base, name=name, changes=dict(changes))


@transaction.atomic
def change_house_rules(
    *, house: HouseRules, name: str, changes: Mapping[str, object], seen: str | None = None
) -> HouseRules:
    """Change house rules, and return the ones that are valid from now on.

    Rules under which a hand was logged are frozen. They stay with their tables, and new rules
    replace them in the club's list. Rules without a hand are changed themselves. Idempotent. `seen`
    is the `edition` that the person looked at. Raise ChangedMeanwhile if there is another by now.
    Raise Refused if the rules were replaced before or made for a tournament, if they are
    impossible, or if a table that uses them could not have them.
    """
    club = lock_club(house.club_id)
    house = HouseRules.objects.for_writing().get(pk=house.pk)
    usual = Club.objects.filter(pk=club.pk, usual_rules=house.name)
    tables = Table.objects.filter(house=house).lock_all()
    document = _document(house.base, name, changes)
    standing = house.replaced_by or house
    if standing.document == document:
        return standing
    if house.for_rounds:
        raise Refused(
            "These rules were made for tournament tables. Change the tournament’s rules instead."
        )
    if house.replaced_by:
        raise Refused("These rules were replaced. Edit the new ones.")
    if seen not in (None, house.edition):
        raise ChangedMeanwhile(house)
    _refuse_name(name, _named(club, name, but=house))
    usual.update(usual_rules=name)
    if is_frozen(house):
        return _replace(house, name, changes)
    for table in tables:
        _refuse_to_strand(table, document)
        table.raise_version()
    house.name, house.changes = name, dict(changes)
    house.save(update_fields=["name", "changes"])
    return house


def is_frozen(house: HouseRules) -> bool:
    """Return whether a hand was logged under these rules, so that its score must not change."""
    now = Q(sitting__rules_key="", sitting__table__house=house)
    before = Q(sitting__former_terms__house=house)
    return HandRecord.objects.filter(now | Q(sitting__house=house) | before).exists()


def _replace(house: HouseRules, name: str, changes: Mapping[str, object]) -> HouseRules:
    made = HouseRules.objects.create(
        club_id=house.club_id, base=house.base, name=name, changes=dict(changes)
    )
    HouseRules.objects.filter(pk=house.pk).update(replaced_by=made)
    return made


def _document(base: str, name: str, changes: Mapping[str, object]) -> dict:
    """Return the rules as typed. Raise Refused if they are impossible."""
    document = {"base": base, "name": name, **changes}
    try:
        find_house(document)
    except UnknownRule as wrong:
        raise Refused(str(wrong)) from wrong
    if not changes:
        raise Refused("These are the same as the book’s rules. Change at least one number.")
    return document


def _refuse_to_strand(table: Table, document: dict) -> None:
    """Raise Refused when the table chose what these rules would not leave open to it."""
    try:
        find_house(document, **table.options)
    except UnknownRule as wrong:
        where = f"{table} of {table.session}"
        raise Refused(f"{where} uses an option that these rules rule out. {wrong}") from wrong


def _named(club: Club, name: str, *, but: HouseRules | None = None) -> HouseRules | None:
    """Return the club's standing rules of this name, whatever the case and the apostrophe."""
    standing = club.house_rules.standing()
    return next(
        (one for one in standing if typed_key(one.name) == typed_key(name) and one != but), None
    )


def _refuse_name(name: str, taken: HouseRules | None) -> None:
    if taken:
        raise Refused(f"The club has rules called {taken.name}. Choose another name.")
    if typed_key(name) in {typed_key(rules.name) for rules in SHELF.values()}:
        raise Refused(f"{name} is the name of a book’s rules. Choose another name.")
