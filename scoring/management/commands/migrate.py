"""Django's `manage.py migrate`, which first makes what a new site has not yet, and a backup of a
site that has data."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DatabaseError, connections
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.management.streams import in_words
from scoring.site.backup.upgrading import back_up_first, refuse_newer
from scoring.site.condition import steps_missing


class Command(migrate.Command):
    """No other command makes a SQLite file; nor is a site begun whose key is damaged."""

    def handle(self, *args, **options) -> None:
        connection = connections[options["database"]]
        if not (options["plan"] or options["check_unapplied"]):
            settings.SECRET_KEY  # noqa: B018 - read, or made
            if connection.vendor == "sqlite":
                connection.make_file()
            if not options["prune"]:
                self.back_up(always=bool(options["app_label"]))
        super().handle(*args, **options)

    def back_up(self, *, always: bool) -> None:
        """Back up the database if it is going to change, and say where the backup is."""
        try:
            refuse_newer()
            if not (always or steps_missing()):
                return
            file = back_up_first(now=timezone.now())
        except Refused as why:
            raise CommandError(str(why)) from why
        except (OSError, DatabaseError) as wrong:
            raise CommandError(
                f"The database was not upgraded, because no backup could be made in "
                f"{settings.BACKUP_DIR} first: {in_words(wrong)}. Make room there, or name another "
                "folder by BACKUP_DIR. Then try again."
            ) from wrong
        if file:
            self.stdout.write(f"Backup from before the upgrade: {file}")
