"""A sitting as a sheet (euchre-sheet/1), and whose hands a sheet from outside holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID, uuid5

from scoring.euchre.sheet import Entry, Sheet, document
from scoring.people.models import Club
from scoring.table.models import ClubSession, HandRecord, HouseRules, Sitting, Table


def sheet_of(sitting: Sitting) -> Sheet:
    """Return the hands of a sitting that count, with ids, times and notes, as a Sheet."""
    table = sitting.terms
    return Sheet(
        rules=table.rules,
        options=table.options,
        house=table.house and table.house.document,
        players=tuple(sitting.names),
        dealer=sitting.first_dealer,
        stake=table.stake,
        title=f"{table.session}, {table}"[:200],
        played=table.session.played_on,
        hands=tuple(
            Entry(
                hand=record.hand,
                id=str(record.pk),
                at=record.logged_at.isoformat(timespec="seconds"),
                note=record.note or None,
            )
            for record in sitting.hands.counted()
        ),
    )


# Hands without an id get one by what their sheet says, so that it is the same when the sheet comes
# again.
WITHOUT_ID = UUID("6a0b3f0e-5b0e-5d6c-9a37-1d5f3f4f8a11")


def ids_of(sheet: Sheet, session: ClubSession) -> list[UUID]:
    """Return the ids that the sheet's hands have in this evening, which are their own if these are
    free."""
    ids = [entry.id and UUID(entry.id) for entry in sheet.hands]
    elsewhere = HandRecord.objects.filter(pk__in=[id for id in ids if id])
    elsewhere = elsewhere.exclude(sitting__table__session__club=session.club_id)
    taken = {None, *elsewhere.values_list("pk", flat=True)}
    digest = sha256(json.dumps(document(sheet), sort_keys=True).encode()).hexdigest()
    return [
        uuid5(WITHOUT_ID, f"{session.pk} {digest} {no}") if id in taken else id
        for no, id in enumerate(ids)
    ]


def table_that_has(ids: Sequence[UUID], club: Club) -> Table | None:
    """Return a table of the club where one of these hands was played."""
    found = Table.objects.filter(session__club=club, sittings__hands__in=ids)
    return found.select_related("session").order_by("pk").first()


def house_rules_of(sheet: Sheet, club: Club) -> HouseRules | None:
    """Return the club's house rules that say what the sheet's say, if it has them."""
    standing = club.house_rules.standing().filter(base=sheet.house["base"])
    return next((house for house in standing if house.document == sheet.house), None)
