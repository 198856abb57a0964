"""The rich club (tests/rich_club.py) with its leagues and rounds, and what the placeholders of the
addresses can stand for in it."""

import re
from collections.abc import Iterator
from itertools import product
from uuid import UUID

from django.apps import apps
from django.db import connection, models

from scoring.models import (
    Club,
    Invitation,
    League,
    Link,
    Pass,
    PersonalLink,
    SignUp,
    SignUpList,
    Subscription,
    TeamLink,
)
from tests import test_rights as rights
from tests.api import a_token
from tests.cast import a_club, a_phone, an_evening
from tests.frozen import still
from tests.rich_club import a_rich_club

FORGED = "A" * 16
WORDS = {
    "code": ["T22-23Q"],
    "backup": ["bowerbook.zip"],
    "rest": ["else"],
    "no": [1, 2, 3, 9],
    "table": [1, 2],
    "format": [0, 1],
    "what": ["table", "fixtures", "results", "averages"],
    "right": ["watch", "write", "wall", "door", "players"],
}
"""What is no row."""
ROWS = {
    "call": "HelpCall",
    "evening": "ClubSession",
    "player": "Player",
    "payment": "Payment",
    "member": "SquadMember",
    "asked": "TransferRequest",
    "house": "HouseRules",
    "plan": "Plan",
    "program": "ApiToken",
    "brought": "EarlierList",
    "season": "Season",
    "officer": "Officer",
    "invitation": "Invitation",
    "entry": "Entry",
    "name": "SignUp",
    "league": "League",
    "team": "Team",
    "match": "LeagueMatch",
    "id": "HandRecord",
    "session": "ClubSession",
}
"""What is a row, and its model."""
MOST = 6
"""Of a model so many rows are tried: the first and the last of them."""


class World:
    """The rich club, with everything open that can be."""

    def __init__(self) -> None:
        still.begin("world")
        self.club = a_rich_club()
        other = a_club("Another club", organiser="mallory")
        elsewhere = an_evening(other)
        parts = {"open_parts": rights.Part.values, "own_parts": rights.OwnPart.values}
        Club.objects.filter(pk=self.club.pk).update(**parts, self_check_in=True)
        League.objects.filter(pk=League.objects.latest("pk").pk).update(open_to_all=True)
        self.secrets = {
            "a program that tells": a_token(self.club, right="tell").secret,
            "a program that reads": a_token(self.club, right="read", name="Reader").secret,
            "another club's program": a_token(other, right="read").secret,
            "a program without a token": "",
        }
        self.hall = {
            "session": self.club.sessions.filter(closed_at=None).earliest("pk"),
            "other session": elsewhere,
        }
        self.together = UUID(int=2)
        subscription = {"kind": "charge", "debited": self.club.players.first(), "by": "kate"}
        self.club.entries.create(**subscription, amount_minor=100, together=self.together)
        self.keys = {
            "key": _linked("/rules/", r"/rules/([\w-]+)/"),
            "page": _linked("/help/", r"/help/([\w-]+)/"),
        }
        self.names = _names_of_secrets()

    def paths(self, name: str) -> Iterator[str]:
        """Yield the paths of an address, for everything that it can be about."""
        template, wanted = rights.addresses()[name]
        given = {key: self._choices(key, name, template) for key in wanted}
        for chosen in product(*given.values()):
            named = dict(zip(given, chosen, strict=True))
            yield "/" + template % {key: str(value) for key, value in named.items()}

    def _choices(self, key: str, name: str, template: str) -> list:
        if key == "token":
            return [*_tokens(name), FORGED]
        if key == "pk":
            key = rights.ABOUT.get(template.split("/")[0], "session")
            if key == "club":
                return [self.club.pk]
        if key == "together":
            return [self.together]
        return self.keys.get(key) or WORDS.get(key) or _some(ROWS[key])


def _some(model: str) -> list:
    """Return the keys of the first rows of a model and of the last, in the order that they were
    made."""
    table = apps.get_model("scoring", model)._meta
    every = _column(table.db_table, table.pk.column)
    if isinstance(table.pk, models.UUIDField):
        every = [UUID(one) for one in every]
    return [*dict.fromkeys([*every[: MOST // 2], *every[-(MOST // 2) :]])]


def _column(table: str, column: str) -> list:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{column}" FROM "{table}" ORDER BY rowid')
        return [value for (value,) in cursor.fetchall()]


def _tokens(name: str) -> list[str]:
    """Return the secrets that an address can be asked with."""
    if name in rights.BY_LINK:
        links = Link.objects.order_by("pk")
        live = links.filter(revoked_at=None)
        rest = [live.filter(right=right).first() for right in ("watch", "host")]
        rest.append(links.exclude(revoked_at=None).first())
        return [link.token for link in [*live.filter(right="write"), *rest] if link]
    if name in rights.BY_PASS:
        right, _ = rights.BY_PASS[name]
        rows = Pass.objects.filter(right=right)
    elif name in rights.BY_LIST:
        rows = (SignUpList if name == "put-down" else SignUp).objects.all()
    else:
        rows = next(model for names, model in SECRETS if name in names).objects.all()
    return [row.token for row in rows.order_by("pk")]


SECRETS = (
    (rights.BY_CAPTAIN, TeamLink),
    (rights.BY_PERSONAL_LINK, PersonalLink),
    (rights.BY_INVITATION, Invitation),
    (rights.BY_MAIL, Subscription),
)


def _linked(page: str, to: str) -> list[str]:
    """Return what a page has links to."""
    return [*dict.fromkeys(re.findall(to, a_phone().get(page).content.decode()))]


def _names_of_secrets() -> dict[str, str]:
    """Return what was drawn by chance, and a name for each that stays when others are drawn."""
    found = {}
    for model in apps.get_app_config("scoring").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.UUIDField) or field.column.endswith("token"):
                column = _column(model._meta.db_table, field.column)
                for no, value in enumerate(column, 1):
                    if value and len(value) >= len(FORGED):
                        text = str(UUID(value)) if isinstance(field, models.UUIDField) else value
                        found.setdefault(text, f"<{model.__name__} {no}>")
    return found
