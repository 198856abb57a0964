"""Tidy up: `manage.py tidy`, as the site itself does in the night; docs/deploy.md."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from scoring.euchre.wording import counted
from scoring.management.streams import in_words
from scoring.site.actions.tidying import tidy


class Command(BaseCommand):
    help = "Archive unused tables as files, and rewrite the database if someone’s data was erased."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="as the site does each night (after a month without, archives nothing at first)",
        )

    def handle(self, *, nightly: bool, **options) -> None:
        try:
            done = tidy(now=timezone.now(), nightly=nightly)
        except (OSError, DatabaseError) as wrong:
            raise CommandError(
                f"Tidying stopped: {in_words(wrong)}. Nothing is lost. Try again."
            ) from wrong
        for file in done.put_away:
            self.stdout.write(f"{file}")
        if done.put_away:
            evenings = counted(len(done.put_away), "evening")
            self.stdout.write(f"{evenings} archived. To bring one back, type manage.py club load.")
        if done.rewritten is not None:
            said = "was rewritten" if done.rewritten else "is in use and will be rewritten later"
            self.stdout.write(f"The database {said}, because someone’s data was erased.")
