"""The people of these tests, and short ways to make a club, an evening, a table and its hands.

Kate organises The Right Bower Club. Mallory organises another club and must be kept out.
"""

from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client
from django.test.client import ClientHandler

from scoring.common.permissions import Actor
from scoring.euchre import notation
from scoring.euchre.hand import Hand, Irregularity
from scoring.evening.actions import sessions
from scoring.models import Club, ClubSession, HandRecord, Link, Officer, Table
from scoring.table.actions import hands, tables
from scoring.table.forms.hands import values_of_form
from tests.made_once import beside, made_once
from tests.pages import Reader

FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"]
ANN, BEN, CAT, DAN, EVE, FAY, GUS = range(7)

PHONE = Actor()
BEN_WITH_DAN = Hand(maker=BEN, partner=DAN, tricks=3)
ANN_MARCHES_WITH_CAT = Hand(maker=ANN, partner=CAT, tricks=5)
EVE_ALONE = Hand(maker=EVE, alone=EVE, tricks=5)
CAT_IS_EUCHRED = Hand(maker=CAT, partner=ANN, tricks=2)
DAN_REVOKES = Hand(maker=BEN, partner=ANN, irregularities=(Irregularity(kind="revoke", by=DAN),))
PASSED_OUT = Hand(void="passed-out")
NEW_DEAL = Hand(void="new-deal")


@made_once
def an_organiser(name: str = "kate"):
    """Return the account of this name; its password is its name."""
    users = get_user_model().objects
    return users.filter(username=name).first() or users.create_user(name, password=name)


@made_once
def a_club(
    name: str = "The Right Bower Club", *, organiser: str = "kate", currency: str = "GBP"
) -> Club:
    club = Club.objects.create(name=name, currency=currency)
    an_officer(club, organiser)
    return club


def an_officer(club: Club, name: str, role: str = "owner"):
    """Return the account of this name, which holds this office in the club."""
    user = an_organiser(name)
    Officer.objects.create(club=club, user=user, role=role)
    return user


@made_once
def an_evening(club: Club | None = None, **what) -> ClubSession:
    return sessions.open_session(club=club or a_club(), **what)


@made_once
def a_table(*hands: Hand | str, session: ClubSession | None = None, **what) -> Table:
    """Return a table of the five at 25p a point, Ann the first dealer, with these hands logged."""
    what = {"names": FIVE, "stake_minor": 25, "first_dealer": ANN} | what
    table = tables.open_table(session=session or an_evening(), **what)
    log_all(table, *hands)
    return again(table)


def a_casual_table(*hands: Hand | str, **what) -> Table:
    """Return a visitor's table, which has a host link."""
    what = {"currency": "GBP", "names": FIVE, "stake_minor": 25, "first_dealer": ANN} | what
    table = tables.start_casual_table(**what)
    log_all(table, *hands)
    return again(table)


def again(thing):
    """Return the thing read again from the database."""
    return type(thing).objects.get(pk=thing.pk)


def log(
    table: Table, hand: Hand | str = BEN_WITH_DAN, *, actor: Actor = PHONE, **what
) -> HandRecord:
    """Log a hand as a phone that has seen everything would; "Ben+Dan 3" is short for it."""
    table = again(table)
    if isinstance(hand, str):
        hand = notation.read(hand, tuple(table.sitting.names))
    if hand.dealer is None and "after" not in what:
        hand = replace(hand, dealer=table.sitting.mark)
    what = {"id": uuid4(), "sitting": table.sitting.pk, "after": table.sitting.latest} | what
    return hands.log_hand(table=table, hand=hand, actor=actor, **what).record


def log_all(table: Table, *told: Hand | str) -> list[HandRecord]:
    return [log(table, hand) for hand in told]


def log_unseen(table: Table, hand: Hand | str = EVE_ALONE, **what) -> HandRecord:
    """Log a hand as a phone would that has not seen the latest: it waits."""
    return log(table, hand, after=uuid4(), **what)


def totals(table: Table) -> dict[str, int]:
    """What each has scored in the sitting in progress."""
    sitting = again(table).sitting
    return dict(zip(sitting.names, sitting.totals, strict=True))


def told_hands(table: Table) -> list[Hand]:
    """The hands that count in the sitting in progress."""
    return [told.hand for told in again(table).sitting.counted]


def dealers(table: Table) -> list[int]:
    """Return the dealer of each hand that counts, and the next dealer."""
    sitting = again(table).sitting
    return [played.dealer for played in sitting.played] + [sitting.dealer]


def link(table: Table, right: str = "write") -> Link:
    return table.links.get(right=right, revoked_at=None)


def address(table: Table, rest: str = "", *, right: str = "write") -> str:
    """The address of a page under a table's secret link."""
    return f"/t/{link(table, right).token}/{rest}"


def place_on_score(table: Table, record: HandRecord) -> str:
    """The address of a hand on the score page."""
    return f"{address(table, 'score')}?hand={record.pk}#hand-{record.pk}"


def form_of(table: Table, hand: Hand | str = BEN_WITH_DAN, **more) -> dict:
    """What a pad that has seen everything sends for a hand; None takes a field out."""
    sitting = again(table).sitting
    if isinstance(hand, str):
        hand = notation.read(hand, tuple(sitting.names))
    fields = {"hand_id": uuid4(), "sitting": sitting.pk, "after": sitting.latest or ""}
    fields |= {} if sitting.next_dealer is None else {"deals": sitting.next_dealer}
    sent = (
        fields
        | {key: value for key, value in values_of_form(hand).items() if value is not None}
        | more
    )
    return {key: value for key, value in sent.items() if value is not None and value is not False}


@cache
def the_site(strict: bool) -> ClientHandler:
    """Return the site for a test's browsers. It is made once, as whitenoise checks every static
    file."""
    return ClientHandler(enforce_csrf_checks=strict)


def a_phone(*, strict: bool = False) -> Client:
    """A browser without an account, that says 500 like a real one instead of raising.

    If `strict`, its forms need their tokens.
    """
    client = Reader()
    client.handler, client.raise_request_exception = the_site(strict), False
    return client


A_FORM = "application/x-www-form-urlencoded"


def send(
    client: Client, path: str, fields: dict | bytes | str, *, content_type: str = A_FORM, **how
):
    """Post a form as a browser does. This is quicker than the client's multipart, and allows any
    bytes."""
    body = urlencode(fields, doseq=True) if isinstance(fields, dict) else fields
    return client.generic("POST", path, body, content_type=content_type, **how)


def signed_in(name: str = "kate") -> Client:
    client = a_phone()
    account = an_organiser(name)
    with beside():
        client.force_login(account)
    return client


@made_once
def close(session: ClubSession, actor: Actor = PHONE):
    return sessions.close_session(session=session, actor=actor)


def reopen(session: ClubSession, actor: Actor = PHONE) -> None:
    sessions.reopen_session(session=session, why="a hand is missing", actor=actor)


@contextmanager
def undone():
    """Whatever is stored inside is gone afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def everything() -> dict[str, list[tuple]]:
    """Every row that is stored, by its model, to compare before and after."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("scoring").get_models():
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY id")
            found[model.__name__] = cursor.fetchall()
    return found


def versions(table: Table) -> tuple[int, int]:
    """The version of a table and of its session."""
    return Table.objects.values_list("version", "session__version").get(pk=table.pk)


def some_id(number: int) -> UUID:
    return UUID(int=number)
