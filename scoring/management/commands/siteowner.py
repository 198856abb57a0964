"""Make an account an owner of the site: `manage.py siteowner kate`, and no more: `--no-more`."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Make an account an owner of the site, who can see its backups and all stored data."

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", help="the name the account signs in with")
        parser.add_argument("--no-more", action="store_true", help="no longer an owner")

    def handle(self, *, name: str, no_more: bool, **options) -> None:
        user = get_user_model().objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"There is no account called {name}.")
        user.is_superuser = user.is_staff = not no_more
        user.save(update_fields=["is_superuser", "is_staff"])
        if no_more:
            self.stdout.write(f"{user} no longer owns the site.")
        else:
            self.stdout.write(f"{user} owns the site. Its backups are at /site/backups/.")
