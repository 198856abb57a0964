"""A new site makes its tables at once; one of an older version comes up with everything it kept."""

from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime

import dj_database_url
import pytest
from django.apps import apps
from django.conf import settings
from django.db import ConnectionHandler, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from scoring.models import (
    Closing,
    Club,
    Correction,
    Entry,
    HandRecord,
    Officer,
    Payment,
    Table,
)
from scoring.rules.hand import Hand, Irregularity
from tests import proof
from tests.cast import ANN, BEN, CAT, DAN, EVE, FIVE, some_id
from tests.conftest import a_database

SQUASHED = "0001_squashed_0047"
VERSIONS = {
    "0.1": "0001_first_evening",
    "0.2": "0002_every_rule_system",
    "0.3": "0004_balances_from_an_index",
    "0.4": "0007_late_places",
    "0.5": "0010_told_on",
    "0.6": "0011_a_restored_book",
}
"""The last migration of each."""

HANDS = {
    some_id(1): ("counted", 1, {"maker": BEN, "partner": DAN, "tricks": 3, "trump": "H"}),
    some_id(2): ("counted", 2, {"maker": EVE, "alone": EVE, "tricks": 5, "note": "“at last”"}),
    some_id(3): ("counted", 3, {"void": "new-deal"}),
    some_id(4): ("taken-back", 4, {"maker": CAT, "partner": ANN, "tricks": 2}),
    some_id(5): (
        "counted",
        5,
        {"maker": BEN, "partner": ANN, "irregularities": [["revoke", 3, 1]]},
    ),
    some_id(6): ("waiting", None, {"maker": ANN, "partner": CAT, "tricks": 5, "revision": 2}),
    some_id(7): ("begun", None, {"maker": DAN, "call": "S"}),
}
BY_A_PHONE = {"logged_by": "phone K7"}


@contextmanager
def another_database(url):
    """Let everything speak to this database instead of that of the tests."""
    ours = connections["default"]
    leave(ours)
    other = settings.DATABASES["default"] | dj_database_url.parse(url)
    other["OPTIONS"] = dict(settings.DATABASES["default"]["OPTIONS"])
    connections["default"] = ConnectionHandler({"default": other})["default"]
    try:
        yield
    finally:
        leave(connections["default"])
        connections["default"] = ours


def leave(connection):
    """Close a connection and, on PostgreSQL, its pool: Django keeps one for all of a name."""
    connection.close()
    if getattr(connection, "pool", None):
        connection.close_pool()


@pytest.fixture(scope="module")
def new_site(tmp_path_factory, django_db_blocker):
    """What was done to the database of a new site, all that counts as done, and its tables."""
    database = a_database(tmp_path_factory.mktemp("new"), tables=False)
    with database as url, django_db_blocker.unblock(), another_database(url):
        done = migrated_as_now()
        counted = MigrationRecorder(connections["default"]).migration_qs.filter(app="scoring")
        return done, set(counted.values_list("name", flat=True)), tables_of_the_site()


def migrated_as_then(to):
    """Migrate one by one, as the older version did, and return its models."""
    executor = MigrationExecutor(connections["default"])
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    executor.migrate([("scoring", to)])
    return executor.loader.project_state([("scoring", to)]).apps


def migrated_as_now():
    """Migrate to the newest, and return the names of what was done."""
    executor = MigrationExecutor(connections["default"])
    newest = executor.loader.graph.leaf_nodes("scoring")
    plan = executor.migration_plan(newest)
    executor.migrate(newest, plan)
    return [migration.name for migration, _ in plan if migration.app_label == "scoring"]


@pytest.fixture(scope="module", params=proof.every(len(VERSIONS), VERSIONS))
def older_database(request, tmp_path_factory, django_db_blocker):
    """The URL of a database that grew up with the site from this version to the newest, with what
    was kept on its way."""
    with ExitStack() as stack:
        url = stack.enter_context(a_database(tmp_path_factory.mktemp("older"), tables=False))
        with django_db_blocker.unblock(), another_database(url):
            an_evening_kept_by(migrated_as_then(VERSIONS[request.param]))
            evenings_before_the_rulings(migrated_as_then("0017_bids"))
            lines_without_a_day(migrated_as_then("0019_banker"))
            assert SQUASHED not in migrated_as_now()
        yield url


@pytest.fixture
def older_site(older_database, django_db_blocker):
    """That database in place of that of the tests."""
    with django_db_blocker.unblock(), another_database(older_database):
        yield


def an_evening_kept_by(old):
    """Keep an evening with hands of every kind, as the models of that version could."""
    kate = old.get_model("auth", "User").objects.create(username="kate")
    club = old.get_model("scoring", "Club").objects.create(name="The Right Bower Club")
    if hasattr(club, "organisers"):
        club.organisers.add(kate)
    else:
        old.get_model("scoring", "Officer").objects.create(club=club, user=kate, role="owner")
    session = club.sessions.create(title="First evening", played_on=date(2026, 3, 6))
    table = session.tables.create(no=1, stake_minor=25)
    table.links.create(token="of-the-pad", right="write")
    sitting = table.sittings.create(no=1)
    people = [club.players.create(name=name, key=name.casefold()) for name in FIVE]
    for no, player in enumerate(people):
        sitting.seats.create(no=no, player=player)
    for id, (state, place, facts) in HANDS.items():
        what = {"state": state, "place": place, **facts, **BY_A_PHONE}
        sitting.hands.create(id=id, **what)
    old.get_model("scoring", "Correction").objects.create(
        record_id=some_id(6), kind="corrected", before={"tricks": 4}, after={"tricks": 5}, by="kate"
    )
    closing = session.closings.create(no=1, document={"signed": FIVE}, closed_by="kate")
    closing.payments.create(payer=people[ANN], payee=people[EVE], amount=175)


def evenings_before_the_rulings(old):
    """Keep evenings of every kind, each with a table, under what their tables become."""
    club = old.get_model("scoring", "Club").objects.create(name="The Left Bower Club")
    then, nothing = datetime(2026, 3, 6, 23, tzinfo=UTC), {"rows": [], "prizes": []}
    evenings = {
        "closed": ({"closed_at": then}, None, 1),
        "closed, nobody sat down": ({"closed_at": then}, None, 0),
        "a finished tournament": ({}, {"finished_at": then, "results": nothing}, 1),
        "a tournament in play": ({}, {}, 1),
        "open": ({}, None, 2),
        "open, nobody sat down": ({}, None, 0),
    }
    for title, (session, tournament, sittings) in evenings.items():
        session = club.sessions.create(title=title, played_on=date(2026, 3, 6), **session)
        if tournament is not None:
            old.get_model("scoring", "Tournament").objects.create(
                session=session, style="club", seed=1, **tournament
            )
        table = session.tables.create(no=1, rules_key="keller")
        for no in range(1, sittings + 1):
            table.sittings.create(no=no)


def lines_without_a_day(old):
    """Keep an evening's book as it was kept before lines had days: a fee that was paid, ticked by
    mistake and again, and something that was taken back much later."""
    club = old.get_model("scoring", "Club").objects.create(name="The Book Keepers")
    ann = club.players.create(name="Ann", key="ann")
    session = club.sessions.create(played_on=date(2026, 3, 6))
    midnight = datetime(2026, 3, 7, 1, tzinfo=UTC)
    fee = {"session": session, "kind": "fee", "amount_minor": 200, "by": "kate", "at": midnight}
    club.entries.create(debited=ann, **fee)
    paid = club.entries.create(credited=ann, cash_minor=200, **fee)
    club.entries.create(debited=ann, cash_minor=-200, reverses=paid, **fee)
    club.entries.create(credited=ann, cash_minor=200, **fee)
    sold = {"kind": "received", "amount_minor": 50, "by": "kate"}
    line = club.entries.create(cash_minor=50, at=midnight, **sold)
    later = datetime(2026, 9, 1, 12, tzinfo=UTC)
    club.entries.create(cash_minor=-50, at=later, reverses=line, **sold)


def tables_of_the_site():
    """Return every column, and every constraint and index but for their names."""
    connection, found = connections["default"], {}
    look = connection.introspection
    with connection.cursor() as cursor:
        for model in apps.get_app_config("scoring").get_models(include_auto_created=True):
            name = model._meta.db_table
            columns = look.get_table_description(cursor, name)
            constraints = look.get_constraints(cursor, name).values()
            found[name] = (
                sorted((one.name, str(one.type_code), one.null_ok) for one in columns),
                sorted(str(sorted(one.items(), key=str)) for one in constraints),
            )
    return found


def test_a_new_site_makes_all_tables_at_once(new_site):
    done, counted, _ = new_site
    assert done[:1] == [SQUASHED]
    assert {*VERSIONS.values(), SQUASHED} <= counted


def test_a_site_of_an_older_version_comes_up_with_every_hand(older_site):
    club = Club.objects.get(name="The Right Bower Club")
    (table,) = Table.objects.filter(session__club=club)
    (sitting,) = table.sittings.all()
    kept = {record.pk: record for record in HandRecord.objects.all()}
    assert {
        id: (record.state, record.place, {fact: getattr(record, fact) for fact in HANDS[id][2]})
        for id, record in kept.items()
    } == HANDS
    assert {record.logged_by for record in kept.values()} == {"phone K7"}
    assert [one.hand for one in sitting.counted] == [
        Hand(maker=BEN, partner=DAN, tricks=3, trump="H"),
        Hand(maker=EVE, alone=EVE, tricks=5),
        Hand(void="new-deal"),
        Hand(maker=BEN, partner=ANN, irregularities=(Irregularity(kind="revoke", by=DAN),)),
    ]
    assert (sitting.names, sitting.totals) == (FIVE, (3, 4, 0, 1, 5))
    assert table.links.get().token == "of-the-pad"
    assert [(one.user.username, one.role) for one in Officer.objects.all()] == [("kate", "owner")]
    (correction,) = Correction.objects.all()
    assert (correction.record_id, correction.after) == (some_id(6), {"tricks": 5})
    assert Closing.objects.get().document == {"signed": FIVE}
    (payment,) = Payment.objects.all()
    assert (payment.payer.name, payment.payee.name, payment.amount) == ("Ann", "Eve", 175)
    assert (club.door_fee_minor, payment.carried_at) == (0, None)


def test_tables_that_were_signed_or_announced_keep_the_rulings_of_their_day(older_site):
    tables = Table.objects.filter(session__club__name="The Left Bower Club")
    assert dict(tables.values_list("session__title", "rulings")) == {
        "closed": "before",
        "closed, nobody sat down": "before",
        "a finished tournament": "before",
        "a tournament in play": "anew",
        "open": "anew",
        "open, nobody sat down": "",
    }


def test_lines_of_the_book_get_their_day_and_what_they_pay(older_site):
    lines = Entry.objects.filter(club__name="The Book Keepers").order_by("pk")
    owed, evening, day_after = lines[0].pk, date(2026, 3, 6), date(2026, 3, 7)
    fees = [("fee", evening, pays) for pays in (None, owed, None, owed)]
    assert list(lines.values_list("kind", "dated", "settles")) == [
        *fees,
        *[("received", day_after, None)] * 2,
    ]


def test_a_site_that_grew_up_has_the_tables_of_a_new_one(new_site, older_site):
    *_, tables = new_site
    assert tables_of_the_site() == tables
