"""The whole site into one file: `manage.py backup`, elsewhere `--to FOLDER`; docs/deploy.md."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from scoring.common.machine import give_way
from scoring.common.refused import Refused
from scoring.management.streams import in_words
from scoring.site.backup import BadBackup
from scoring.site.backup.making import make_backup
from scoring.site.backup.nightly import make_the_nightly
from scoring.site.backup.proving import prove
from scoring.site.backup.shelf import HAND, put_down, put_down_proven

APART = (
    "The backup contains everything except the signing key, including passwords and secret links. "
    "Keep it in a safe place. Keep the signing key (secret_key in DATA_DIR, or the variable "
    "SECRET_KEY) somewhere else."
)


class Command(BaseCommand):
    help = "Back up the whole site to a new file while it runs. The last line is the path."
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--to", type=Path, metavar="FOLDER", help="the folder for it (default: BACKUP_DIR)"
        )
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="as the site does each night: make and verify tonight’s backup if it is missing, "
            "and delete old ones",
        )
        parser.add_argument("--verify", action="store_true", help="also check that it is complete")

    def handle(self, *, to: Path | None, nightly: bool, verify: bool, **options) -> None:
        now = timezone.now()
        try:
            if nightly:
                give_way()  # nobody's page waits for it
                file = make_the_nightly(now=now)
            else:
                file = make_backup(folder=to or settings.BACKUP_DIR, now=now)
                put_down(file, why=HAND, made_at=now)
                if verify:
                    put_down_proven(prove(file), now=timezone.now())
        except Refused as why:
            raise CommandError(str(why)) from why
        except BadBackup as wrong:
            raise CommandError(f"The new backup {wrong}") from wrong
        except (OSError, DatabaseError) as wrong:
            raise CommandError(f"No backup was made: {in_words(wrong)}.") from wrong
        if file:
            self.stdout.write(APART)
            self.stdout.write(str(file.resolve()))
        if file and nightly:
            call_command("tidy", nightly=True, stdout=self.stdout)
