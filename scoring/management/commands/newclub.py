"""Make a club and its owner: `manage.py newclub "The Right Bower Club" --owner kate`."""

from __future__ import annotations

import getpass
import sys

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from scoring.models import Club, Officer
from scoring.rules.money import DECIMALS


class Command(BaseCommand):
    help = "Make a club and its owner, who signs in for it; asks for a password."

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", help="what the club is called")
        parser.add_argument("--owner", required=True, help="the name the owner signs in with")
        parser.add_argument("--currency", default="GBP", help="a code such as GBP, EUR, USD")

    def handle(self, *, name: str, owner: str, currency: str, **options) -> None:
        if currency not in DECIMALS:
            raise CommandError(f'"{currency}" is not a currency code such as GBP.')
        users = get_user_model().objects
        with transaction.atomic():
            user = users.filter(username=owner).first()
            if user is None:
                user = users.create_user(owner, password=self._password())
            club = Club.objects.create(name=name, currency=currency)
            Officer.objects.create(club=club, user=user, role=Officer.Role.OWNER)
        self.stdout.write(f"{club} is ready. {owner} signs in at /sign-in and opens the first session.")

    def _password(self) -> str:
        password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
        try:
            validate_password(password)
        except ValidationError as wrong:
            raise CommandError(" ".join(wrong.messages)) from wrong
        return password
