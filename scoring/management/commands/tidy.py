"""Tidy up: `manage.py tidy`, as the site itself does in the night; docs/deploy.md."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from scoring.euchre.wording import counted
from scoring.management.streams import in_words
from scoring.site.actions.tidying import tidy


class Command(BaseCommand):
    help = (
        "Put tables away that nobody used for long, as files, and write the book anew where "
        "somebody was forgotten lately."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="as the site itself does: after a month without, put nothing away at once",
        )

    def handle(self, *, nightly: bool, **options) -> None:
        try:
            done = tidy(now=timezone.now(), nightly=nightly)
        except (OSError, DatabaseError) as wrong:
            raise CommandError(
                f"Not everything was tidied up: {in_words(wrong)}. Nothing is lost; type it again."
            ) from wrong
        for file in done.put_away:
            self.stdout.write(f"{file}")
        if done.put_away:
            evenings = counted(len(done.put_away), "evening")
            self.stdout.write(f"{evenings} put away; manage.py club load brings one back.")
        if done.rewritten is not None:
            said = "was written anew" if done.rewritten else "is in use: it is written anew later"
            self.stdout.write(f"The book {said}, since somebody was forgotten.")
