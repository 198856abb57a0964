"""Plumbing every test shares: quick settings, a database in a file, Hypothesis profiles,
markers."""

import os

import hypothesis
import pytest
from django.db import connections
from django.test import override_settings

from tests import postgres

hypothesis.settings.register_profile("here", deadline=2000)
hypothesis.settings.register_profile("ci", deadline=None, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

QUICK = {
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    # The manifest of hashed names exists only after collectstatic.
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "empty_database_url"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what needs the database and what needs Chromium, so that ./test can choose."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames):
            item.add_marker("database")
        if "browser" in item.path.parent.parts:
            item.add_marker("browser")


@pytest.fixture(scope="session", autouse=True)
def quick_settings():
    with override_settings(**QUICK):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """Keep SQLite's test database in a file: one in memory is seen by one thread only."""
    if connections["default"].vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connections["default"].settings_dict["TEST"]["NAME"] = str(file)


@pytest.fixture
def empty_database_url(tmp_path):
    """The URL of a new database without tables, of the kind the tests run on: for
    tests.server.start()."""
    if connections["default"].vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    else:
        with postgres.new_database(os.environ["DATABASE_URL"]) as url:
            yield url
