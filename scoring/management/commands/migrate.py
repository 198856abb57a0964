"""Django's `manage.py migrate`, which also makes what a new site has not yet."""

from __future__ import annotations

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    """No other command makes a SQLite file; nor is a site begun whose key is damaged."""

    def handle(self, *args, **options) -> None:
        connection = connections[options["database"]]
        if not (options["plan"] or options["check_unapplied"]):
            settings.SECRET_KEY  # noqa: B018 - read, or made
            if connection.vendor == "sqlite":
                connection.make_file()
        super().handle(*args, **options)
