"""The whole site into one file: `manage.py backup`, elsewhere `--to FOLDER`; docs/deploy.md."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from scoring.actions import Refused
from scoring.backup.making import make_backup
from scoring.backup.shelf import HAND, put_down
from scoring.management.streams import in_words

APART = (
    "Not in it: the signing key (secret_key in DATA_DIR, or the variable SECRET_KEY). Keep that "
    "apart. In it: everything else, with passwords and secret links; keep it where nobody else "
    "comes."
)


class Command(BaseCommand):
    help = "Write the whole site into one new file, while people write; the last line says where."
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--to", type=Path, metavar="FOLDER", help="where to; otherwise BACKUP_DIR"
        )

    def handle(self, *, to: Path | None, **options) -> None:
        folder = to or settings.BACKUP_DIR
        now = timezone.now()
        try:
            file = make_backup(folder=folder, now=now)
            put_down(file, why=HAND, made_at=now)
        except Refused as why:
            raise CommandError(str(why)) from why
        except (OSError, DatabaseError) as wrong:
            raise CommandError(f"No backup was made: {in_words(wrong)}.") from wrong
        self.stdout.write(APART)
        self.stdout.write(str(file.resolve()))
