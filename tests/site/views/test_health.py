"""Whether the site is alive and ready: anybody may ask, by address, and is told in words."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from django.utils import timezone

from scoring.site import condition
from scoring.site.views import health

pytestmark = pytest.mark.django_db

READY = {
    "ready": True,
    "database": True,
    "migrations": True,
    "disk": True,
    "reasons": [],
    "backup_age_hours": None,
}


def asked(address, **how):
    answer = Client().get(address, **how)
    return answer.status_code, answer.json()


def not_ready(*lacking, why):
    lacks = dict.fromkeys(lacking, False)
    return 503, {**READY, "ready": False, "reasons": [why], **lacks}


def test_a_healthy_site_is_alive_and_ready():
    assert asked("/healthz") == (200, {"alive": True, "version": settings.VERSION})
    assert asked("/readyz") == (200, READY)


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_a_load_balancer_can_ask_by_address_and_without_https(address):
    with override_settings(ALLOWED_HOSTS=["club.example"], SECURE_SSL_REDIRECT=True):
        answer = Client().get(address, headers={"host": "10.1.2.3:8000"})
    assert (answer.status_code, answer.cookies, "no-store" in answer["Cache-Control"]) == (
        200,
        {},
        True,
    )


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_a_probe_says_how_long_its_answer_is(address):
    answer = Client().get(address)
    assert answer["Content-Length"] == str(len(answer.content))


def test_the_age_of_the_last_verified_backup_is_given_in_hours(monkeypatch):
    monkeypatch.setattr(health, "last_verified", lambda: timezone.now() - timedelta(hours=31.5))
    assert asked("/readyz") == (200, {**READY, "backup_age_hours": 31})


def test_other_pages_still_require_a_known_host_name():
    assert Client().get("/", headers={"host": "10.1.2.3"}).status_code == 400


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_a_probe_refuses_post(address):
    assert Client().post(address).status_code == 405


def test_without_a_database_the_site_is_alive_and_not_ready(monkeypatch, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert asked("/healthz")[0] == 200

    def refuse(*_):
        raise DatabaseError("connection refused: password kept secret")

    monkeypatch.setattr(connections["default"], "cursor", refuse)
    assert asked("/readyz") == not_ready(
        "database", "migrations", why="The database doesn’t answer."
    )


def test_a_site_that_lacks_migrations_is_not_ready():
    MigrationRecorder(connection).migration_qs.filter(app="scoring").delete()
    assert condition.steps_missing() > 0
    assert asked("/readyz") == not_ready(
        "migrations",
        why="The database must be upgraded to this version. Start the site again.",
    )


def test_a_site_whose_database_a_newer_version_upgraded_is_not_ready():
    MigrationRecorder(connection).record_applied("scoring", "0099_of_next_year")
    assert asked("/readyz") == not_ready(
        "migrations",
        why="A newer version of Bowerbook has upgraded the database. Install the newer version "
        "again, or restore the backup that was made before the upgrade.",
    )


def test_a_site_with_a_full_disk_is_not_ready(monkeypatch):
    monkeypatch.setattr(health, "LEAST_FREE", 10**18)
    assert asked("/readyz") == not_ready("disk", why="The disk is nearly full. Make room.")


def test_free_space_is_measured_where_a_folder_would_be_made(tmp_path):
    assert abs(condition.free_bytes(tmp_path / "a" / "b") - condition.free_bytes(tmp_path)) < 10**9
