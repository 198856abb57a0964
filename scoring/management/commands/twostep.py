"""Turn off the two-step sign-in of a person who lost phone and recovery codes, and remove their
passkeys: `manage.py twostep kate --off`."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from scoring.people.actions.passkeys import remove_passkeys
from scoring.people.actions.second_factor import turn_off


class Command(BaseCommand):
    help = "Turn off the two-step sign-in of an account, and remove its passkeys."

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", help="the name the account signs in with")
        parser.add_argument("--off", action="store_true", required=True, help="turn it off")

    @transaction.atomic
    def handle(self, *, name: str, **options) -> None:
        user = get_user_model().objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"There is no account called {name}.")
        remove_passkeys(user=user)
        turn_off(user=user)
        self.stdout.write(f"{user} signs in with the password alone.")
