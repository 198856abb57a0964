"""A club out of its file (docs/club-file.md), whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import models, transaction

from scoring.actions import Refused
from scoring.models import Club, Entry, HandRecord, Link, Officer, Report, Table
from scoring.models.club_file.building import Builder
from scoring.models.club_file.checking import UnsoundClub, refuse_an_unsound_club
from scoring.models.club_file.kinds import Kind
from scoring.models.club_file.reading import BadClubFile, ClubFile, Row
from scoring.models.club_file.storing import store, store_again
from scoring.models.tokens import new_token

AT_ONCE = 2000
HERE_ALREADY = "This club is here already: {} of it stands in this book. Nothing was stored."
KNOWN_EVERYWHERE = {
    HandRecord: ("pk", "a hand"),
    Entry: ("key", "a line"),
    Report: ("key", "a report"),
}
"""By which field a row is one and the same in every club, and what it is called."""


@dataclass(kw_only=True)
class Loaded:
    """A club as it was loaded."""

    club: Club | None = None
    counts: Counter = field(default_factory=Counter)
    """How many rows of each kind."""
    strangers: list[str] = field(default_factory=list)
    """Officers who were asked for, and have no account here."""
    new_codes: int = 0
    """Codes that had to be made anew."""


@transaction.atomic
def load_club(*, file: Path, owner=None, officers: bool = False) -> Loaded:
    """Store the club of this file and return it as Loaded.

    Its owner is this account; with `officers`, those of its officers serve it too who have an
    account of the same name. Raises Refused, and stores nothing, when the file is broken or the
    club is here already.
    """
    done = Loaded()
    accounts = dict(get_user_model().objects.values_list("username", "pk")) if officers else {}
    try:
        _store_all(ClubFile(file), Builder(accounts), done, officers=officers)
        refuse_an_unsound_club(done.club)
    except UnsoundClub as wrong:
        line = ClubFile(file).line_of(wrong.hand) if wrong.hand else None
        raise _refused(BadClubFile(str(wrong), line)) from wrong
    except BadClubFile as wrong:
        raise _refused(wrong) from wrong
    done.new_codes += _make_missing_codes(done.club)
    _appoint(done.club, owner)
    return done


def _refused(wrong: BadClubFile) -> Refused:
    return Refused(f"{str(wrong).rstrip('.')}. Nothing was stored.")


def _store_all(file: ClubFile, builder: Builder, done: Loaded, *, officers: bool) -> None:
    for kind, rows in _chunks(file.rows()):
        if kind.model is Officer:
            strangers = [
                row.says["user"] for row in rows if row.says["user"] not in builder.accounts
            ]
            done.strangers += strangers if officers else []
            rows = [row for row in rows if row.says["user"] in builder.accounts]
        if rows:
            things = builder.built(rows)
            _refuse_what_is_here(kind, things, builder.club)
            done.new_codes += _renew_taken_codes(kind, things)
            store(rows, things)
            builder.stored(rows, things)
            done.counts[kind.name] += len(rows)
    for thing, name, row in builder.completed():
        store_again(row, thing, name)
    done.club = builder.club


def _chunks(rows: Iterable[Row]) -> Iterator[tuple[Kind, list[Row]]]:
    for kind, same in groupby(rows, key=lambda row: row.kind):
        while chunk := list(islice(same, AT_ONCE)):
            yield kind, chunk


def _refuse_what_is_here(kind: Kind, things: list[models.Model], club: Club | None) -> None:
    """Raise Refused for what another club in this database has: a hand, a line of the book, a
    report."""
    if kind.model not in KNOWN_EVERYWHERE:
        return
    name, called = KNOWN_EVERYWHERE[kind.model]
    found = kind.model.objects.filter(**{f"{name}__in": [getattr(thing, name) for thing in things]})
    if found.exclude(**{kind.of_club: club.pk}).exists():
        raise Refused(HERE_ALREADY.format(called))


def _renew_taken_codes(kind: Kind, things: list[models.Model]) -> int:
    """Give those another token whose own lets in somewhere else already; return how many."""
    if not kind.codes:
        return 0
    found = kind.model.objects.filter(token__in=[thing.token for thing in things])
    taken = {*found.values_list("token", flat=True)}
    renewed = [thing for thing in things if thing.token in taken]
    for thing in renewed:
        thing.token = new_token()
    return len(renewed)


def _make_missing_codes(club: Club) -> int:
    """Make the links that a table cannot be without; return how many."""
    made = []
    for right in (Link.Right.WRITE, Link.Right.WATCH):
        live = Link.objects.filter(right=right, revoked_at=None)
        without = Table.objects.filter(session__club=club).exclude(links__in=live)
        made += [Link(table=table, right=right) for table in without]
    Link.objects.bulk_create(made)
    return len(made)


def _appoint(club: Club, owner) -> None:
    """Make this account the club's owner; Refused when the club would have none."""
    if owner is not None:
        Officer.objects.update_or_create(
            club=club, user=owner, defaults={"role": Officer.Role.OWNER}
        )
    elif not club.casual and not club.officers.filter(role=Officer.Role.OWNER).exists():
        raise Refused(
            "Nobody here would own this club. Nothing was stored: say who shall (--owner NAME)."
        )
