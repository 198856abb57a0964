"""A club out of its file (docs/club-file.md), whole or not at all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from scoring.club.actions.count import count_tallies
from scoring.club.queries.tallies import closed_sessions
from scoring.common.models.secret_links import new_token
from scoring.common.refused import Refused
from scoring.money.models import Entry
from scoring.people.models import Club, Officer
from scoring.public.models import PersonalLink
from scoring.public.models.personal_links import new_code
from scoring.site.club_file.checking import UnsoundClub, refuse_unsound_clubs
from scoring.site.club_file.kinds import Kind
from scoring.site.club_file.reading import BadClubFile, ClubFile, FileRow
from scoring.site.club_file.references import refuse_bad_references
from scoring.table.models import HandRecord, Link, Table
from scoring.tournament.models import Report


def store(rows: list[FileRow], things: list[models.Model]) -> None:
    """Store these things, each of its row; raise BadClubFile for the first that the database
    refuses."""
    model = rows[0].kind.model
    try:
        with transaction.atomic():
            model._base_manager.bulk_create(things)
    except IntegrityError:
        for row, thing in zip(rows, things, strict=True):
            _store_one(row, thing)
        raise


def store_again(row: FileRow, thing: models.Model, field: str) -> None:
    """Store one field again. Raise BadClubFile if the database refuses it."""
    try:
        with transaction.atomic():
            thing.save(update_fields=[field])
    except IntegrityError:
        row.refuse(f"{field} {row.says[field]} is meant by another")


def _store_one(row: FileRow, thing: models.Model) -> None:
    if "id" not in row.says:
        thing.pk = None  # the first of many may have got one before the others were refused
    thing._state.adding = True
    try:
        with transaction.atomic():
            type(thing)._base_manager.bulk_create([thing])
    except IntegrityError:
        row.refuse(_broken_rule(thing))


def _broken_rule(thing: models.Model) -> str:
    """Return the rule of the database that this breaks, in its words."""
    for constraint in thing._meta.constraints:
        try:
            constraint.validate(type(thing), thing)
        except ValidationError:
            return constraint.name.replace("_", " ")
    return "it stands there twice"


class Builder:
    """Builds objects from rows, and remembers the objects for their numbers.

    `accounts` are the keys of the accounts that rows may refer to, by name. Other accounts become
    None. Every method raises BadClubFile for an invalid row.
    """

    def __init__(self, accounts: Mapping[str, int]) -> None:
        self.accounts = accounts
        self.club: Club | None = None
        self.here: dict[str, dict[int, int]] = defaultdict(dict)
        self.later: list[tuple[models.Model, str, FileRow]] = []

    def built(self, rows: list[FileRow]) -> list[models.Model]:
        """Return the objects of rows of one kind, to be stored. Objects that they refer to must be
        stored before."""
        self._refuse_strays(rows)
        return [self._built(row) for row in rows]

    def stored(self, rows: list[FileRow], things: list[models.Model]) -> None:
        """Remember that these were stored, and under which keys."""
        for row, thing in zip(rows, things, strict=True):
            if row.kind.model is Club:
                self.club = thing
            if row.number is not None:
                if row.number in self.here[row.kind.name]:
                    row.refuse(f"its number {row.number} is another’s")
                self.here[row.kind.name][row.number] = thing.pk
            self.later += [
                (thing, name, row) for name in row.kind.own if row.says[name] is not None
            ]

    def completed(self):
        """Yield (thing, field, row) where one means another of its kind, set now that all are
        stored."""
        for kind, name in {
            (row.kind, name) for _, name, row in self.later if not row.kind.numbered
        }:
            self._refuse_unknown(
                [row for _, of, row in self.later if of == name and row.kind is kind], name, kind
            )
        for thing, name, row in self.later:
            setattr(thing, f"{name}_id", self._key(row, name, row.kind))
            yield thing, name, row

    def _built(self, row: FileRow) -> models.Model:
        kind, said = row.kind, dict(row.says)
        for name in (*kind.refers, *kind.accounts):
            del said[name]
        for name, other in kind.refers.items():
            said[f"{name}_id"] = None if name in kind.own else self._key(row, name, other)
        for name in kind.accounts:
            said[f"{name}_id"] = self.accounts.get(row.says[name])
        said |= {name: self._inside(row, name, read) for name, read in kind.inside.items()}
        said |= {name: compute(said) for name, compute in kind.computed.items()}
        if kind.of_club == "club":
            said["club"] = self.club
        thing = kind.model(**said)
        try:
            kind.sound(thing)
        except ValueError as wrong:
            row.refuse(wrong)
        return thing

    def _key(self, row: FileRow, name: str, other: Kind) -> object:
        """Return the key of the row that this one means."""
        number = row.says[name]
        if number is None or not other.numbered:
            return number
        if number not in self.here[other.name]:
            row.refuse(f"{name} {number} is no {other.name} above it")
        return self.here[other.name][number]

    def _inside(self, row: FileRow, name: str, read: Callable) -> object:
        def of(kind: str, number: int | None) -> int | None:
            return None if number is None else self.here[kind][number]

        try:
            return read(row.says[name], of)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            row.refuse(f"{name} is wrong, or refers to something not listed above it")

    def _refuse_strays(self, rows: list[FileRow]) -> None:
        """Refuse a row that means one without a number, a hand, when it is not of this club."""
        kind = rows[0].kind
        for name, other in kind.refers.items():
            if not other.numbered and name not in kind.own:
                self._refuse_unknown(rows, name, other)

    def _refuse_unknown(self, rows: list[FileRow], name: str, other: Kind) -> None:
        wanted = {row.says[name] for row in rows}
        known = {*other.rows(self.club).filter(pk__in=wanted).values_list("pk", flat=True)}
        for row in rows:
            if row.says[name] not in known:
                row.refuse(f"{name} {row.says[name]} is no {other.name} above it")


AT_ONCE = 2000
HERE_ALREADY = "This club is already here, with {} of it."
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
    """The number of codes that had to be replaced."""


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
        clubs = Club.objects.filter(pk=done.club.pk)
        refuse_bad_references(clubs)
        refuse_unsound_clubs(clubs)
    except UnsoundClub as wrong:
        line = ClubFile(file).line_of(wrong.hand) if wrong.hand else None
        raise _refused(BadClubFile(str(wrong), line)) from wrong
    except BadClubFile as wrong:
        raise _refused(wrong) from wrong
    done.new_codes += _make_missing_codes(done.club)
    for session in closed_sessions(club=done.club.pk, uncounted=True):
        count_tallies(session=session)
    _appoint(done.club, owner)
    return done


def _refused(wrong: BadClubFile) -> Refused:
    return Refused(f"{str(wrong).rstrip('.')}.")


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


def _chunks(rows: Iterable[FileRow]) -> Iterator[tuple[Kind, list[FileRow]]]:
    for kind, same in groupby(rows, key=lambda row: row.kind):
        while chunk := list(islice(same, AT_ONCE)):
            yield kind, chunk


def _refuse_what_is_here(kind: Kind, things: list[models.Model], club: Club | None) -> None:
    """Raise Refused for rows that another club in this database already has, such as a hand, an
    entry in the accounts, or a report."""
    if kind.model not in KNOWN_EVERYWHERE:
        return
    name, called = KNOWN_EVERYWHERE[kind.model]
    found = kind.model.objects.filter(**{f"{name}__in": [getattr(thing, name) for thing in things]})
    if found.exclude(**{kind.of_club: club.pk}).exists():
        raise Refused(HERE_ALREADY.format(called))


def _renew_taken_codes(kind: Kind, things: list[models.Model]) -> int:
    """Give those another token, or code, whose own lets in somewhere else already; return how
    many."""
    if not kind.codes:
        return 0
    renewed = _renew_taken(things, "token", new_token)
    if kind.model is PersonalLink:
        renewed |= _renew_taken(things, "code", new_code)
    return len(renewed)


def _renew_taken(things: list[models.Model], name: str, make: Callable[[], str]) -> set[int]:
    """Replace values of this field that the database already has. Return the objects with new
    ones."""
    rows = type(things[0]).objects.filter(**{f"{name}__in": [getattr(one, name) for one in things]})
    taken = {*rows.values_list(name, flat=True)}
    renewed = {no for no, thing in enumerate(things) if getattr(thing, name) in taken}
    for no in renewed:
        setattr(things[no], name, make())
    return renewed


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
        raise Refused("No account here would own this club. Name an owner with --owner NAME.")
