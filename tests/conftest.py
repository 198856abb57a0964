"""Setup shared by all tests: the amount of testing, quick settings, databases and markers."""

import os
import shutil
from dataclasses import is_dataclass
from zlib import crc32

import pytest
from _pytest import runner
from django.db import connections
from django.template.base import Variable, VariableDoesNotExist
from django.test import override_settings
from django.utils import timezone

from clubsite.garbage import collect_seldom
from clubsite.stack import with_room
from scoring.movement.rotation import plan, search
from scoring.table.actions.corrections import correct_hand
from scoring.table.actions.tables import move_deal
from scoring.table.views import drawn
from tests import postgres, proof, template
from tests.cast import PHONE, again, signed_in

collect_seldom()  # as the site does

QUICK = {
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    # The manifest of hashed names exists only after collectstatic.
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}
ON_BOTH = {"transactional_db", "live_server", "database_url"}
DATABASE_FIXTURES = {"db", *ON_BOTH}
SAMPLE = {"quick": 30, "usual": 30, "thorough": 3}
"""By level, about one in this many of the other database tests runs on PostgreSQL too, to try its
SQL. The choice changes with every commit."""
QUICK_SAMPLE = 32
"""A quick run takes the first database test of every module, and about one in this many of the
others, always the same."""

DEAR = 10
"""A usual run takes one in this many of the tests marked thorough. The choice changes with every
commit, so that none fails unnoticed for long."""
SEEN = 5
"""Of the other tests in Chromium ./test takes one in this many, in turn likewise: they take half
of the time. Asked for by their name, all of them run."""


def pytest_addoption(parser):
    parser.addoption("--proof", choices=proof.LEVELS, help="how much is proven, as ./test asks")
    parser.addoption("--explore", action="store_true", help="try other examples of properties")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Run a test as the site answers a request; without room it may take a quarter more time."""
    return with_room(runner.pytest_runtest_protocol, item, nextitem)


def pytest_configure(config):
    proof.choose(config.getoption("proof") or proof.level, explore=config.getoption("explore"))
    if folder := template.keep_in_common():
        config.add_cleanup(lambda: shutil.rmtree(folder))
        config.add_cleanup(lambda: os.environ.pop("PROOF_FOLDER"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the tests that need the database or Chromium, so that ./test can choose. Leave out
    the tests too slow for a quick run. Start tests with their own server first, since they take
    long."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames):
            item.add_marker("database")
            if goes_to_postgres(item):
                item.add_marker("postgres")
        if "browser" in item.path.parent.parts:
            item.add_marker("browser")
    keep(config, items, due(items, all_seen=not config.getoption("proof")))
    if proof.level == "quick":
        keep(config, items, list(for_a_quick_run(items)))
    chosen = yield
    if not any(item.get_closest_marker("browser") for item in items):  # they see to it themselves
        workers = getattr(config, "workerinput", {}).get("workercount", 1)
        items[:] = slow_first(items, workers)
    return chosen


def due(items, *, all_seen):
    """Return the tests that run now: of the expensive ones, and of those in Chromium unless all
    shall be seen, only their share."""
    dear = [item for item in items if item.get_closest_marker("thorough")]
    seen = [item for item in items if item.get_closest_marker("browser") and item not in dear]
    taken = {*in_turn(DEAR, dear), *(seen if all_seen else in_turn(SEEN, seen))}
    not_due = {*dear, *seen} - taken
    return [item for item in items if item not in not_due]


def in_turn(of, items):
    """Return the share of these tests that runs now. Neighbours take equally long, so they run at
    different commits."""
    if proof.level == "quick":
        return []
    return proof.turn(of, sorted(items, key=lambda item: item.nodeid))


def slow_first(items, workers):
    """Return the tests in an order in which each worker begins with its share of the slow ones.
    Otherwise all would wait for the last of them. Each worker gets its part of the row, and steals
    from the ends of the others' (xdist's worksteal)."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    ordered = []
    for no in range(workers):
        first = slow[no::workers]
        part = (len(items) - len(ordered)) // (workers - no)
        then = max(0, part - len(first))
        ordered += first + quick[:then]
        del quick[:then]
    return ordered


def keep(config, items, kept):
    """Leave out all other items."""
    taken = set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item not in taken])
    items[:] = kept


def one_of(number, item):
    """Return whether this test, of `number` like it, runs at this commit."""
    return crc32(item.name.encode()) % number == proof.current_turn % number


def for_a_quick_run(items):
    """Yield the tests that a quick run takes."""
    modules = set()
    for item in items:
        asks = item.get_closest_marker("database")
        if not asks or item.path not in modules or one_of(QUICK_SAMPLE, item):
            yield item
        if asks:
            modules.add(item.path)


def goes_to_postgres(item):
    """Whether it is tried on PostgreSQL too."""
    alike = item.get_closest_marker("sqlite")
    return not alike and (differs(item) or one_of(SAMPLE[proof.level], item))


def differs(item):
    """Return whether a test is about differences between the databases. They lock and commit in
    their own way, enforce constraints, and serve several connections or a server.

    A test of another difference, such as an order or a sum, has the marker postgres.
    """
    marker = item.get_closest_marker("django_db")
    commits = bool(marker and marker.kwargs.get("transaction"))
    return commits or bool(ON_BOTH & set(item.fixturenames)) or "constraints" in item.path.stem


@pytest.fixture(scope="session", autouse=True)
def quick_settings():
    with override_settings(**QUICK):
        yield


@pytest.fixture(autouse=True)
def pages_have_what_templates_ask_for(monkeypatch):
    """Fail if a template uses an attribute that a dataclass lacks. Django shows nothing there."""
    look_up, lacking = Variable._resolve_lookup, set()

    def noted(variable, context):
        try:
            return look_up(variable, context)
        except VariableDoesNotExist as missing:
            name, asked = missing.params
            if is_dataclass(asked):
                lacking.add(f"{variable.var}: no {name} in {type(asked).__name__}")
            raise

    monkeypatch.setattr(Variable, "_resolve_lookup", noted)
    yield
    assert lacking == set()


@pytest.fixture(autouse=True)
def nothing_drawn_before():
    """Forget the screens that another test drew of a table made once."""
    drawn._places.clear()


@pytest.fixture(scope="session", autouse=True)
def quick_flush():
    """Empty only PostgreSQL's tables with rows after a test that commits. Most have none, and
    TRUNCATE makes new files for each."""

    def delete(operations, style, tables, *, reset_sequences=False, allow_cascade=False):
        names = map(operations.quote_name, tables)
        return [
            "SET session_replication_role = replica",  # foreign keys look away
            *(f"DELETE FROM {name}" for name in names),
            "SET session_replication_role = DEFAULT",
        ]

    with pytest.MonkeyPatch.context() as patch:
        if connections["default"].vendor == "postgresql":
            patch.setattr(type(connections["default"].ops), "sql_flush", delete)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """Copy the test database instead of creating it for each worker.

    SQLite's is in a file, because one in memory is visible to one thread only.
    """
    settings = connections["default"].settings_dict["TEST"]
    if connections["default"].vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        template.copy_sqlite(file)
        settings["NAME"] = str(file)
    else:
        settings["NAME"] = f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
        settings["TEMPLATE"] = os.environ.get("DATABASE_TEMPLATE")


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Return whether the test database exists already. SQLite's is a copy."""
    return connections["default"].vendor == "sqlite"


@pytest.fixture
def database_url(tmp_path):
    """The URL of a new site's database: for tests.server.start()."""
    if connections["default"].vendor == "sqlite":
        file = tmp_path / "new_site.sqlite3"
        template.copy_sqlite(file)
        yield f"sqlite:///{file}"
        return
    source = os.environ.get("DATABASE_TEMPLATE", "")
    with postgres.new_database(os.environ["DATABASE_URL"], source) as url:
        if not source:
            template.migrate(url)
        yield url


@pytest.fixture
def kate():
    """The browser of the club's owner."""
    return signed_in("kate")


@pytest.fixture
def correct():
    """A function that corrects a hand, having seen all its corrections."""

    def correct(record, hand, *, why="", actor=PHONE, **what):
        what = {"revision": again(record).revision} | what
        return correct_hand(record=record, hand=hand, why=why, actor=actor, **what)

    return correct


@pytest.fixture
def move_the_deal():
    return lambda table, seat: move_deal(table=table, seat=seat)


@pytest.fixture
def still_clock(monkeypatch):
    """Stop the clock, for tests that count seconds or ask twice within one minute."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture(scope="module")
def short_search():
    """Shorten the search for rotations. Their quality is tested in tests/movement."""
    with pytest.MonkeyPatch.context() as patch:
        for room in (search, plan):
            patch.setattr(room, "STEPS", 300)
        yield
