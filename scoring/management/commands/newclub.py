"""Make a club and its owner: `manage.py newclub "The Right Bower Club" --owner kate`."""

from __future__ import annotations

import getpass
import sys

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, transaction

from scoring.common.amounts import DECIMALS
from scoring.people.actions.new_club import make_club
from scoring.people.models import Club

DEMO = "demo"
"""The organiser of the demo club, which loses its rights on a real site."""
NO_MORE = " The demo club’s organiser no longer owns it."
NO_TABLES = (
    f"There is no score book here yet. Start {settings.RUN_COMMAND} once, with the same DATA_DIR "
    "or DATABASE_URL if you set one. Then try again."
)


class Command(BaseCommand):
    help = (
        "Create a club and the account of its owner. Asks for a password unless the account exists."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", help="the name of the club")
        parser.add_argument("--owner", required=True, help="the name the owner signs in with")
        parser.add_argument("--currency", default="GBP", help="a code such as GBP, EUR, USD")

    def handle(self, *, name: str, owner: str, currency: str, **options) -> None:
        if currency not in DECIMALS:
            raise CommandError(f'"{currency}" is not a currency code such as GBP.')
        try:
            Club(name=name, currency=currency).full_clean()
            user = account_of(owner)
        except ValidationError as wrong:
            raise CommandError(" ".join(wrong.messages)) from wrong
        except (OperationalError, ProgrammingError) as wrong:
            if "no such table" in str(wrong) or isinstance(wrong, ProgrammingError):
                raise CommandError(NO_TABLES) from wrong
            raise
        with transaction.atomic():
            first = user.pk is None and is_first_account()
            if user.pk is None:
                user.is_superuser = user.is_staff = first
                user.save()
            if first:
                accounts = get_user_model().objects.filter(username=DEMO)
                demo = accounts.update(is_superuser=False, is_staff=False)
            club = make_club(name=name, currency=currency, owner=user)
        self.stdout.write(
            f"{club} is ready. {user} can sign in at /sign-in and create the first club night."
        )
        if first:
            # Beside what programs read, which is one line.
            self.stderr.write(
                f"As the first account, {user} also owns the site, with its backups and the stored "
                f"data (/admin/).{NO_MORE if demo else ''}",
                str,
            )


def is_first_account() -> bool:
    """Return whether this is the first account, apart from the demo club's organiser. It gets to
    run the site."""
    return not get_user_model().objects.exclude(username=DEMO).exists()


def account_of(name: str):
    """Return the account of this name. A new one asks for its password, and is not stored yet.

    Raises ValidationError when its name or its password cannot be.
    """
    found = get_user_model().objects.filter(username__iexact=name).first()
    return found or _new_account(name)


def _new_account(name: str):
    user = get_user_model()(username=name)
    user.full_clean(exclude=["password"])
    password = _typed_twice() if sys.stdin.isatty() else sys.stdin.readline().strip()
    validate_password(password, user)
    user.set_password(password)
    return user


def _typed_twice() -> str:
    password = getpass.getpass("Password: ")
    if getpass.getpass("Password again: ") != password:
        raise ValidationError("The two passwords differ. Start again.")
    return password
