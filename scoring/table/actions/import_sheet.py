"""A sheet that was kept elsewhere, on paper or on another site, becomes a table of an evening."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.idempotent import key_in, made_before
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.sheet import BadSheet, Entry, Sheet, play
from scoring.people.models import Club
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.limits import MOST_HANDS, refuse_full_evening, refuse_irregular
from scoring.table.actions.lock import for_changes
from scoring.table.actions.tables import break_up, open_table
from scoring.table.models import Candidate, ClubSession, HandRecord, HouseRules, Table
from scoring.table.queries.evenings import sittings_now, waiting_tonight
from scoring.table.queries.sheet_files import house_rules_of, ids_of, table_that_has


@transaction.atomic
def take_in(*, session: ClubSession, sheet: Sheet, actor: Actor, key: UUID | None = None) -> Table:
    """Return a new table of the evening with the sheet's people, rules, stake and hands. The same
    form (`key`) gives the same table.

    Hands keep their ids, times and notes. House rules that are new to the club are added to its
    list. The table goes on from there, unless its players have a seat or wait elsewhere by now, in
    which case it is over. Raise Refused if a hand is here already, if its rules do not allow one,
    or if no table can be opened.
    """
    session = for_changes(session)
    if made := made_before(Table, key_in(session, key)):
        return made
    waiting = dict(waiting_tonight(session).values_list("pk", "player"))
    table = open_table(
        session=session,
        names=list(sheet.players),
        rules_key=sheet.rules.shelf_key,
        house=house_rules_for(session.club, sheet),
        options=dict(sheet.options),
        stake_minor=sheet.stake.minor if sheet.stake else 0,
        first_dealer=sheet.dealer,
        key=key,
    )
    if len(sheet.hands) > MOST_HANDS:
        raise Refused(f"A table can hold {MOST_HANDS} hands, and this sheet has more.")
    _refuse_too_many(sheet, table)
    _refuse_impossible(sheet)
    ids = ids_of(sheet, session)
    refuse_if_here(table_that_has(ids, session.club))
    HandRecord.objects.bulk_create(
        _record(entry, id=id, place=place, table=table, actor=actor)
        for place, (entry, id) in enumerate(zip(sheet.hands, ids, strict=True), start=1)
    )
    if {player.pk for player in table.sitting.players} & {
        *waiting.values(),
        *_seated_beside(table),
    }:
        break_up(table=table, sitting=table.sitting.pk)
        Candidate.objects.filter(pk__in=waiting).update(withdrawn_at=None)
    return Table.objects.get(pk=table.pk)


def _seated_beside(table: Table) -> Iterator[int]:
    """Yield the keys of who sits at another table of the evening."""
    for sitting in sittings_now(table.session):
        if sitting.table_id != table.pk:
            yield from (player.pk for player in sitting.players)


def refuse_if_here(table: Table | None) -> None:
    """Raise Refused for the table that has the sheet's hands already."""
    if table:
        raise Refused(f"Hands of this sheet are here already: {table} of {table.session} has them.")


def house_rules_for(club: Club, sheet: Sheet) -> HouseRules | None:
    """Return the house rules of a sheet, added to the club's list if they are new."""
    if sheet.house is None:
        return None
    rules = dict(sheet.house)
    return house_rules_of(sheet, club) or make_house_rules(
        club=club, base=rules.pop("base"), name=rules.pop("name"), changes=rules
    )


def _refuse_too_many(sheet: Sheet, table: Table) -> None:
    """Raise Refused if the table, or its evening, would be full. The version rises as if each hand
    had been logged."""
    refuse_full_evening(table.session, new=len(sheet.hands))
    if irregular := sum(bool(entry.hand.irregularities) for entry in sheet.hands):
        refuse_irregular(table, new=irregular)
    evening = ClubSession.objects.filter(pk=table.session_id)
    evening.update(version=F("version") + len(sheet.hands))


def _refuse_impossible(sheet: Sheet) -> None:
    try:
        play(sheet)
    except BadSheet as wrong:
        raise Refused(str(wrong)) from wrong


def _record(entry: Entry, *, id, place: int, table: Table, actor: Actor) -> HandRecord:
    record = HandRecord(id=id, sitting=table.sitting, place=place, logged_by=actor.name)
    record.logged_at = when(entry) or timezone.now()
    record.note = entry.note or ""
    record.hand = entry.hand
    return record


def when(entry: Entry) -> datetime | None:
    """Return when the hand was logged by the sheet; a time without a zone is one of this site's."""
    if entry.at is None:
        return None
    found = datetime.fromisoformat(entry.at)
    return found if timezone.is_aware(found) else timezone.make_aware(found)
