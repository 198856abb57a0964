"""Whether a backup can be restored: `manage.py verify FILE`."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from scoring.management.streams import in_words
from scoring.site.backup import BadBackup
from scoring.site.backup.proving import describe, prove
from scoring.site.backup.shelf import put_down_proven


class Command(BaseCommand):
    help = (
        "Load a backup into a temporary database to check that it can be restored. Exits with 1 "
        "and the reason if it can’t."
    )
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options) -> None:
        try:
            found = prove(file)
        except BadBackup as wrong:
            raise CommandError(f"{file} {wrong}") from wrong
        except (OSError, DatabaseError) as wrong:
            raise CommandError(f"{file} could not be verified: {in_words(wrong)}.") from wrong
        try:
            put_down_proven(found, now=timezone.now())
        except OSError as wrong:
            self.stderr.write(f"The result of this check could not be saved: {in_words(wrong)}.")
        self.stdout.write(describe(found))
