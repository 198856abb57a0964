"""A backup becomes the site: `manage.py restore FILE --yes`, also while it is served."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.management.streams import in_words
from scoring.site.backup import BadBackup
from scoring.site.backup.archive import Reading
from scoring.site.backup.proving import held_by, held_in, in_utc
from scoring.site.backup.restoring import (
    NOT_OURS,
    Done,
    holds_something,
    is_newer,
    restore,
    where,
)
from scoring.site.backup.scratch import loaded

AS_IT_WAS = "The site was not changed."


class Command(BaseCommand):
    help = "Replace the site’s data with a backup. Without --yes, only show what would change."
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do it")
        parser.add_argument(
            "--from-elsewhere",
            action="store_true",
            help="also restore a backup that this site did not sign. It can hold any accounts",
        )
        parser.add_argument(
            "--with-faults",
            action="store_true",
            help="also restore rows that verify refuses. Some pages may not open then",
        )

    def handle(
        self, *, file: Path, yes: bool, from_elsewhere: bool, with_faults: bool, **options
    ) -> None:
        now = timezone.now()
        try:
            if not yes:
                self.foretell(file, faults=with_faults)
                raise CommandError(
                    "The site was not changed. To restore, type this again with --yes."
                )
            done = restore(file=file, now=now, elsewhere=from_elsewhere, faults=with_faults)
        except BadBackup as wrong:
            raise CommandError(f"{file} {wrong} {AS_IT_WAS}") from wrong
        except Refused as why:
            raise CommandError(str(why)) from why
        except (OSError, DatabaseError) as wrong:
            raise CommandError(
                f"{file} was not restored: {in_words(wrong)}. {AS_IT_WAS}"
            ) from wrong
        for line in describe_restored(done):
            self.stdout.write(line)

    def foretell(self, file: Path, *, faults: bool) -> None:
        """Say what the site holds, and what it would hold. Raise BadBackup if it can't be."""
        backup = Reading(file)
        with loaded(backup, faults=faults):
            pass
        then = f"{held_by(backup).as_text}, as on {in_utc(backup.manifest.made_at)}"
        if is_newer():
            now = "the data of a newer version, which would be kept"
        else:
            now = held_in().as_text if holds_something() else "nothing"
        self.stdout.write(f"Now:  {now}, in {where()}.")
        self.stdout.write(f"Then: {then}.")
        if not backup.is_ours:
            self.stdout.write(f"{file} {NOT_OURS}")


def describe_restored(done: Done) -> list[str]:
    """Describe the result of a restore, and how to undo it."""
    when = in_utc(done.manifest.made_at)
    lines = [f"The site is as it was on {when}: {done.now.as_text}."]
    if done.before:
        undo = f"To undo this, restore {done.before.resolve()}. If that is refused for a row, add"
        lines.append(f"It held {done.was.as_text}. {undo} --with-faults.")
    if done.aside:
        lines.append(f"The newer version’s score book is kept as {done.aside.resolve()}.")
    lines.append("Everyone has to sign in again.")
    return lines
