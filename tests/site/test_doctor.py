"""`manage.py doctor`: what is wrong with a set-up, a sentence each, with what to type."""

import os
import time
from datetime import UTC, datetime, timedelta
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from clubsite.server import requests
from scoring.models import HandRecord
from scoring.site import doctor
from scoring.site.condition import newer_steps
from scoring.site.doctor import disk, stored, web
from tests.cast import a_table
from tests.postgres import ON_SQLITE

initial = import_module("scoring.migrations.0001_initial")


def said(check, *arguments):
    return list(check(*arguments))


@pytest.fixture
def site(settings, tmp_path):
    """A set-up in which all is well."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_DIR = settings.DATA_DIR / "backups"
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "staticfiles.json").touch()
    settings.ALLOWED_HOSTS, settings.PUBLIC_URL = ["club.example"], "https://club.example"
    settings.HTTPS = settings.BEHIND_PROXY = True
    settings.DEBUG = False
    return settings


def asked():
    out, status = StringIO(), 0
    try:
        call_command("doctor", stdout=out)
    except SystemExit as end:
        status = end.code
    return status, out.getvalue().splitlines()[3:]


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_healthy_site_has_no_problems_and_exit_status_0(site):
    assert asked() == (0, ["No problems found."])


@pytest.mark.django_db
def test_problems_are_numbered_and_the_exit_status_is_1(site):
    site.DATA_DIR = site.DATA_DIR / "nowhere"
    site.ALLOWED_HOSTS = ["other.example"]
    status, (first, second, end) = asked()
    assert (status, first[:3], second, end) == (
        1,
        "1. ",
        "2. The codes lead to club.example (PUBLIC_URL), and the site does not answer to that "
        "name. Set "
        "ALLOWED_HOSTS=other.example,club.example",
        "2 problems found.",
    )


def test_a_data_folder_that_is_missing_a_file_or_foreign_is_reported(site, monkeypatch):
    there = site.DATA_DIR
    assert said(disk.data_folder) == []
    site.DATA_DIR = there / "nowhere"
    assert said(disk.data_folder) == [
        f"The data folder {there}/nowhere is not there. Is DATA_DIR the one that the site is "
        "started with? If it is, start the site once: it makes it."
    ]
    site.DATA_DIR = site.STATIC_ROOT / "staticfiles.json"
    assert said(disk.data_folder) == [
        f"DATA_DIR names {site.DATA_DIR}, which is a file. Name a folder."
    ]
    site.DATA_DIR = there
    monkeypatch.setattr(disk.machine, "own_account", lambda: 4_000_123)
    monkeypatch.setattr(disk.os, "access", lambda *_: False)
    owner = disk.account(there.stat().st_uid)
    assert said(disk.data_folder) == [
        f"4000123 may not write into the data folder {there}, which is {owner}'s. Type this as "
        f"{owner}, with sudo -u {owner}. If it is 4000123 that the site runs as, type: sudo chown "
        f"-R 4000123 {there}"
    ]


@pytest.mark.django_db
@ON_SQLITE
def test_another_database_with_newer_writes_is_reported(site, tmp_path):
    ours = disk.file_of_the_database()
    other = tmp_path / "bowerbook.sqlite3"
    assert said(disk.another_book, [tmp_path, ours.parent]) == []
    other.touch()
    os.utime(other, (946_684_800, 946_684_800))
    assert said(disk.another_book, [tmp_path]) == []
    log = other.with_name("bowerbook.sqlite3-wal")
    log.touch()
    later = time.time() + 3 * 24 * 3600
    os.utime(log, (later, later))
    assert said(disk.another_book, [tmp_path]) == [
        f"There is a newer score book: {other} was written to on {disk.day(later)}, and this one, "
        f"{ours}, on {disk.day(disk.written(ours))}. If you mean the newer one, set "
        f"DATA_DIR={tmp_path}"
    ]


@ON_SQLITE
def test_a_database_on_a_network_share_is_reported():
    file = disk.file_of_the_database().resolve()
    mounts = "/dev/sda1 / ext4 rw 0 0\n{} {} {} rw 0 0\n"
    assert said(disk.network_share, mounts.format("disk", file.parent, "ext4")) == []
    assert said(disk.network_share, mounts.format("nas:/club", file.parent, "nfs4")) == [
        f"The database {file} lies on a network share (nfs4), where it can be damaged. Set "
        "DATA_DIR to a folder on a disk of this machine, or use PostgreSQL."
    ]


def test_the_kind_of_a_disk_is_that_of_the_nearest_mount_point(tmp_path):
    folder = tmp_path.resolve() / "the share"
    mounts = f"a / ext4 rw 0 0\nb {folder.as_posix().replace(' ', chr(92) + '040')} cifs rw 0 0\n"
    kinds = [disk.kind_of_disk(place / "x", mounts) for place in (tmp_path, folder, folder / "y")]
    assert kinds == ["ext4", "cifs", "cifs"]


def test_a_nearly_full_disk_is_reported(site, monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda folder: 345_678_901)
    assert said(disk.room) == [
        f"Only 345 MB are free where {site.DATA_DIR} is. Make room: when the disk is full, no hand "
        "can be stored."
    ]


def test_a_signing_key_that_others_can_read_is_reported(site):
    key = site.DATA_DIR / "secret_key"
    assert said(disk.secret_key) == []
    key.touch(mode=0o600)
    assert said(disk.secret_key) == []
    key.chmod(0o640)
    assert said(disk.secret_key) == [
        f"Other accounts of this machine can read {key}, the key that sign-ins rest on. Type: "
        "chmod 600 "
        f"{key}"
    ]
    site.DATA_DIR.chmod(0o700)
    assert said(disk.secret_key) == []


def test_a_database_that_others_can_read_is_reported(site, monkeypatch):
    book = site.DATA_DIR / "bowerbook.sqlite3"
    monkeypatch.setattr(disk, "file_of_the_database", lambda: book)
    book.touch(mode=0o644)
    assert said(disk.secret_key) == [
        f"Other accounts of this machine can read {book}, which holds names, hashes of passwords "
        f"and the secret links. Type: chmod 600 {book}"
    ]


def test_a_bad_public_address_is_reported(site):
    assert said(web.names) == []
    site.PUBLIC_URL = "scores.example.org"
    assert said(web.names) == [
        "PUBLIC_URL is scores.example.org, which is no address. Set it to one such as "
        "https://scores.example.org"
    ]


HTTPS_ALONE = (
    "With HTTPS=yes and without BEHIND_PROXY=yes every page sends the browser back to itself, for "
    "ever. If a proxy does the HTTPS, set BEHIND_PROXY=yes; if none does, set HTTPS=no"
)
PROXY_ALONE = (
    "With BEHIND_PROXY=yes and without HTTPS=yes passwords may travel where others can read them. "
    "If the proxy does the HTTPS, set HTTPS=yes; if there is no proxy, set BEHIND_PROXY=no, or "
    "anybody can pretend to come from anywhere."
)
PLAIN_CODES = (
    "The site does HTTPS, and its codes lead to an address with http://. Set "
    "PUBLIC_URL=https://club.example:8000"
)
PLAIN_SITE = (
    "The codes lead to an address with https://, and HTTPS is not set: passwords may travel where "
    "others can read them. Set HTTPS=yes and BEHIND_PROXY=yes"
)


@pytest.mark.parametrize(
    ("https", "proxy", "address", "found"),
    [
        (True, True, "https://club.example", []),
        (False, False, "", []),
        (False, False, "http://club.example", []),
        (True, False, "", [HTTPS_ALONE]),
        (False, True, "", [PROXY_ALONE]),
        (True, True, "http://club.example:8000", [PLAIN_CODES]),
        (False, False, "https://club.example", [PLAIN_SITE]),
    ],
)
def test_https_the_proxy_and_the_public_address_must_agree(site, https, proxy, address, found):
    site.HTTPS, site.BEHIND_PROXY, site.PUBLIC_URL = https, proxy, address
    assert said(web.https) == found


def test_debug_pages_shown_to_strangers_are_reported(site):
    site.DEBUG = True
    assert said(web.debugging) == [
        "The site answers to club.example with DEBUG=yes: its error pages show strangers what is "
        "inside. Set "
        "DEBUG=no"
    ]
    site.ALLOWED_HOSTS = ["localhost"]
    assert said(web.debugging) == []


def test_static_files_that_were_not_collected_are_reported(site):
    (Path(site.STATIC_ROOT) / "staticfiles.json").unlink()
    assert said(web.static_files) == [
        f"The site’s styles, scripts and letters are not in {site.STATIC_ROOT}. Start it once, or "
        "type: manage.py collectstatic"
    ]


def test_a_security_contact_without_its_scheme_is_reported(site):
    site.SECURITY_CONTACT = ["mailto:kate@example.org", "kate@example.org", "example.org/report"]
    assert said(web.contacts) == [
        "SECURITY_CONTACT is kate@example.org, which programs take for no address. Set "
        "SECURITY_CONTACT=mailto:kate@example.org",
        "SECURITY_CONTACT is example.org/report, which programs take for no address. Set "
        "SECURITY_CONTACT=https://example.org/report",
    ]


@ON_SQLITE
@pytest.mark.parametrize(
    ("system", "machine", "remedy"),
    [
        ("Linux", "x86_64", "pip install pysqlite3"),
        ("Linux", "aarch64", "sudo apt install postgresql"),
        ("Linux", "armv7l", "sudo apt install postgresql"),
        ("Windows", "AMD64", "Use a newer Python from python.org"),
        ("Darwin", "arm64", "Use a newer Python from python.org"),
    ],
)
def test_an_old_sqlite_is_reported_with_a_remedy_for_this_machine(
    system, machine, remedy, monkeypatch
):
    assert said(stored.old_sqlite) == []
    monkeypatch.setattr(connections["default"].Database, "sqlite_version_info", (3, 46, 1))
    monkeypatch.setattr(connections["default"].Database, "sqlite_version", "3.46.1")
    monkeypatch.setattr(stored.platform, "system", lambda: system)
    monkeypatch.setattr(stored.platform, "machine", lambda: machine)
    (sentence,) = said(stored.old_sqlite)
    assert ("SQLite 3.46.1" in sentence, "3.51.3" in sentence, remedy in sentence) == (True,) * 3


@ON_SQLITE
def test_an_old_sqlite_in_a_single_file_is_reported_without_naming_pip(monkeypatch, settings):
    settings.ONE_FILE = True
    monkeypatch.setattr(connections["default"].Database, "sqlite_version_info", (3, 46, 1))
    (sentence,) = said(stored.old_sqlite)
    assert ("newer release" in sentence, "pip" in sentence) == (True, False)


def test_of_several_hosts_each_one_s_answer_is_told_in_a_line():
    of_one = 'connection failed: connection to server at "h1" failed: refused\n\tIs it running?'
    assert stored._in_a_line(of_one) == of_one.splitlines()[0]
    of_two = f"All failures were:\n- host: 'h1', port: '1': {of_one}\n- host: 'h2': timed out."
    assert stored._in_a_line(of_two) == (
        f"host: 'h1', port: '1': {of_one.splitlines()[0]}; host: 'h2': timed out"
    )


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_reported_and_not_asked_again(site, monkeypatch):
    def refuse():
        raise DatabaseError('connection to "db" failed.\nIs it running?')

    monkeypatch.setattr(connections["default"], "cursor", refuse)
    why = 'connection to "db" failed.'
    on_postgres = f"PostgreSQL does not answer: {why} Does it run, and is DATABASE_URL right?"
    on_sqlite = f"The score book cannot be opened: {why}"
    expected = on_postgres if connection.vendor == "postgresql" else on_sqlite
    assert doctor.complaints() == [expected]


@pytest.mark.django_db
def test_a_database_of_an_older_or_newer_version_is_reported(settings):
    assert said(stored.migrations) == []
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'axes'")
    (older,) = said(stored.migrations)
    assert older.endswith(
        "behind this version. Start the site, which brings it up to date; or type: manage.py "
        "migrate"
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('scoring', '0099_flying', CURRENT_TIMESTAMP)"
        )
    assert said(stored.migrations) == [
        f"A newer version of Bowerbook than this one, {settings.VERSION}, has upgraded the score "
        "book. Install the newer version again, and nothing is lost. Or go back without what was "
        "entered since the upgrade: restore a backup from before the upgrade."
    ]


@pytest.mark.django_db
def test_migrations_of_before_a_squash_and_of_removed_apps_are_not_taken_for_newer(monkeypatch):
    former = [("scoring", "0001_former"), ("scoring", "0002_former")]
    recorder = MigrationRecorder(connection)
    for app, name in [*former, ("polls", "0001_initial")]:
        recorder.record_applied(app, name)
    assert newer_steps() == former
    monkeypatch.setattr(initial.Migration, "replaces", former)
    assert (newer_steps(), said(stored.migrations)) == ([], [])


@pytest.mark.django_db
@pytest.mark.postgres
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="a pool of PostgreSQL's")
def test_a_connection_pool_that_is_too_small_or_too_large_is_reported(monkeypatch):
    assert stored.THREADS == requests.READERS + requests.AT_TABLES + requests.ELSEWHERE
    pool = connection.settings_dict["OPTIONS"]["pool"]
    assert said(stored.pool) == []
    monkeypatch.setitem(pool, "max_size", 4)
    assert said(stored.pool) == [
        "DATABASE_POOL is 4, and each process has 10 threads that may each need a connection. Set "
        "DATABASE_POOL=10"
    ]
    monkeypatch.setitem(pool, "max_size", 100)
    monkeypatch.setattr(stored.settings, "PROCESSES", 3)
    assert said(stored.pool) == [
        "3 processes may open 100 connections each, 300 in all, and PostgreSQL allows 200. Set "
        "DATABASE_POOL=65, or in postgresql.conf max_connections = 310"
    ]


@pytest.mark.django_db
def test_a_clock_behind_recorded_events_is_reported(monkeypatch):
    table = a_table("Eve! 5")
    assert said(stored.clock) == []
    HandRecord.objects.filter(sitting__table=table).update(
        logged_at=datetime(2099, 5, 6, 20, 15, tzinfo=UTC)
    )
    now = timezone.now()
    monkeypatch.setattr(stored.timezone, "now", lambda: now)
    assert said(stored.clock) == [
        f"This machine’s clock is wrong: it says {now:%-d %B %Y, %H:%M} UTC, and a hand was "
        "logged later than that, on 6 May 2099, 20:15 UTC. Set the clock."
    ]
    monkeypatch.setattr(stored.timezone, "now", lambda: datetime(2001, 1, 1, tzinfo=UTC))
    (sentence,) = said(stored.clock)
    assert sentence.startswith(
        "This machine’s clock is wrong: it says 1 January 2001, 00:00 UTC, and this version was "
    )


@pytest.mark.django_db
def test_hands_that_are_in_no_verified_backup_are_reported(site, monkeypatch):
    table = a_table("Eve! 5", "Ben+Dan 3")
    assert said(stored.backups) == []
    first, second = HandRecord.objects.filter(sitting__table=table).order_by("place")
    now = timezone.now()
    for hand, days in ((first, 9), (second, 3)):
        HandRecord.objects.filter(pk=hand.pk).update(logged_at=now - timedelta(days=days))
    assert said(stored.backups) == [], "the site is new, and so is what it holds"
    MigrationRecorder(connection).migration_qs.update(applied=now - timedelta(days=10))

    def sentence(days):
        return (
            f"No backup in {site.BACKUP_DIR} that was verified holds the hands logged since "
            f"{now - timedelta(days=days):%-d %B %Y}. The site makes one every night while it "
            "runs; to make one now, type: manage.py backup --verify"
        )

    found = []
    for age in (None, 30, 4, 1):
        verified = None if age is None else now - timedelta(days=age)
        monkeypatch.setattr(stored, "last_verified", lambda when=verified: when)
        found.append(said(stored.backups))
    assert found == [[sentence(9)], [sentence(9)], [sentence(3)], []]
