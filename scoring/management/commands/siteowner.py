"""Make an account an owner of the site: `manage.py siteowner kate`, and no more: `--no-more`."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Let an account own the site: its backups, which hold every club, and a look at all that "
        "is stored."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", help="the name the account signs in with")
        parser.add_argument("--no-more", action="store_true", help="take that away again")

    def handle(self, *, name: str, no_more: bool, **options) -> None:
        user = get_user_model().objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"Nobody here signs in as {name}. Nothing was changed.")
        user.is_superuser = user.is_staff = not no_more
        user.save(update_fields=["is_superuser", "is_staff"])
        if no_more:
            self.stdout.write(f"{user} owns the site no more.")
        else:
            self.stdout.write(f"{user} owns the site: its backups are at /site/backups/.")
