"""Clubs as files (docs/club-file.md): `manage.py club list`, `club save CLUB FILE`, `club load
FILE`."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Count, QuerySet

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.wording import counted, listed
from scoring.management.commands.newclub import account_of
from scoring.people.actions.activity_log import note_down
from scoring.people.models import Club
from scoring.site.club_file.load import Loaded, load_club
from scoring.site.club_file.writing import counts, save


class Command(BaseCommand):
    help = "List the clubs of this site, save one as a file, or load one from its file."

    def add_arguments(self, parser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        what.add_parser("list", help="the clubs of this site, with their numbers")
        saving = what.add_parser("save", help="write a whole club into a file")
        saving.add_argument("club", help="its name, or its number in the list")
        saving.add_argument("file", type=Path, help="compressed if its name ends in .gz")
        saving.add_argument(
            "--without-codes",
            action="store_true",
            help="leave out secret codes and links, such as those of tables",
        )
        loading = what.add_parser("load", help="create a club from its file")
        loading.add_argument("file", type=Path)
        loading.add_argument(
            "--owner", help="the name its owner signs in with; a new account needs a password"
        )
        loading.add_argument(
            "--officers",
            action="store_true",
            help="keep the roles of people who have an account here under the same name",
        )

    def handle(self, *, what: str, **options) -> None:
        verbs = {"list": self._list, "save": self._save, "load": self._load}
        verbs[what](**options)

    def _list(self, **options) -> None:
        for club in _listed():
            about = f"{counted(club.people, 'player')}, {counted(club.evenings, 'session')}"
            self.stdout.write(f"{club.pk:>6}  {club}  ({about})")

    def _save(self, *, club: str, file: Path, without_codes: bool, **options) -> None:
        found = _club(club)
        if file.exists():
            raise CommandError(f"{file} already exists. Choose another name.")
        try:
            save(found, file=file, codes=not without_codes)
        except OSError as wrong:
            raise CommandError(f"{file} could not be written: {wrong.strerror}.") from wrong
        number = counts(found)
        held = f"{counted(number['session'], 'session')} and {counted(number['hand'], 'hand')}"
        self.stdout.write(f"{found} is in {file}: {held}, {_size(file)}.")

    def _load(self, *, file: Path, owner: str | None, officers: bool, **options) -> None:
        try:
            with transaction.atomic():
                user = owner and account_of(owner)
                if user and user.pk is None:
                    user.save()
                done = load_club(file=file, owner=user or None, officers=officers)
                if done.club.casual:
                    # Otherwise the night would put it away again.
                    note_down(club=done.club, actor=Actor(), said="Brought back from its file.")
        except ValidationError as wrong:
            raise CommandError(" ".join(wrong.messages)) from wrong
        except OSError as wrong:
            raise CommandError(f"{file} could not be read: {wrong.strerror}.") from wrong
        except Refused as why:
            raise CommandError(f"{file}: {why}") from why
        for line in _describe_loaded(done):
            self.stdout.write(line)


def _listed() -> QuerySet[Club]:
    """Return the clubs with their `people` and `evenings`, without visitors' tables."""
    clubs = Club.objects.filter(casual=False).order_by("name", "pk")
    return clubs.annotate(
        people=Count("players", distinct=True),
        evenings=Count("sessions", distinct=True),
    )


def _club(named: str) -> Club:
    """Return the club of this number or name; CommandError when there is none, or several."""
    numbered = (
        Club.objects.filter(pk=int(named))
        if named.isascii() and named.isdigit()
        else Club.objects.none()
    )
    found = list(numbered or Club.objects.filter(name__iexact=named, casual=False))
    if not found:
        raise CommandError(
            f"There is no club called {named}. To list them, type: "
            f"{settings.MANAGE_COMMAND} club list"
        )
    if len(found) > 1:
        numbers = listed([str(club.pk) for club in found])
        raise CommandError(f"Several clubs are called {named}. Type the number of one: {numbers}.")
    return found[0]


def _size(file: Path) -> str:
    size = file.stat().st_size
    return f"{size // 1000:,} kB" if size >= 1000 else f"{size} bytes"


def _describe_loaded(done: Loaded) -> list[str]:
    held = (
        f"{counted(done.counts['session'], 'session')} and {counted(done.counts['hand'], 'hand')}"
    )
    owners = listed(
        [officer.user.get_username() for officer in done.club.officers.filter(role="owner")]
    )
    lines = [f"Loaded {done.club}, number {done.club.pk}: {held}. Owner: {owners or 'none'}."]
    if done.strangers:
        lines.append(f"Left out, as they have no account here: {listed(done.strangers)}.")
    if done.new_codes:
        lines.append(
            f"{counted(done.new_codes, 'table code')} had to change. Print the codes again."
        )
    return lines
