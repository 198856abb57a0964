"""A full disk, a missing database, a lock held elsewhere: the real server says so, and every
acknowledged hand is stored afterwards."""

import json
import re
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from html import unescape
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, connections
from psycopg_pool import ConnectionPool

from scoring.common import trouble
from tests import postgres
from tests import server as servers
from tests.cast import FIVE, a_phone, a_table, address, form_of, send, signed_in
from tests.postgres import ON_SQLITE
from tests.test_concurrency import Phone, a_hand, start_tables

KEPT = (
    "Everything saved before is safe. Not saved. This page keeps what you sent. Send it again from "
    "here. Hands entered on the pad stay on the phone and are sent again automatically. Send again"
)


@contextmanager
def small_disk(folder):
    """A small disk mounted there: true if there is one, which only root can make."""
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "bowerbook-test", folder]
    mounted = subprocess.run(command, capture_output=True).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", folder], check=True)


def sentences(page):
    """Return the text of a page below its head."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition('<main id="content">')[2]).split())


class Evening:
    """A table on a real server whose book is in one file, and a phone that keeps its score."""

    def __init__(self, server, *, small=False):
        self.server, self.small = server, small
        ((pad, self.sitting),) = start_tables(server)
        self.phone, self.random = Phone(server, pad), Random(1)
        self.acknowledged = []
        self.send(self.hand())

    def hand(self):
        return a_hand(self.phone, self.sitting, self.random)

    def send(self, hand):
        """Send a hand as the pad does that kept it: the status, and what the answer says of it."""
        form = {**hand, "key": hand["hand_id"], "do": "hand", "ago": 0}
        status, said, _ = self.phone.ask("POST", f"{self.phone.pad}hands/send", form)
        told = json.loads(said)
        assert told["key"] == hand["hand_id"]
        if status == 200:
            self.acknowledged.append(hand["hand_id"])
            self.phone.after = hand["hand_id"]
        return status, told["state"], told.get("reason", "")

    def start_another(self):
        """Start another table: the status, and the sentences of the page."""
        form = {"names": ", ".join(FIVE), "currency": "GBP"}
        status, page, _ = self.phone.ask("POST", "/start", form)
        return status, sentences(page)

    def look(self):
        return Phone(self.server).get(self.phone.pad)[0]

    def stored(self):
        return [hand["id"] for hand in self.phone.sheet()["hands"]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("disk")
    with small_disk(folder) as small, servers.start(f"sqlite:///{folder}/book.sqlite3") as server:
        yield Evening(server, small=small)


def file_of(evening):
    return Path(evening.server.database_url.removeprefix("sqlite:///"))


FULL = (
    "The server has no space left, so nothing can be saved. Contact the person who runs the site."
)


@pytest.mark.slow
def test_on_a_full_disk_pages_are_shown_and_a_hand_stays_on_the_phone(evening):
    if not evening.small:
        pytest.skip("a small disk of its own is mounted by root alone")
    filler, hand = file_of(evening).with_name("filler"), evening.hand()
    with filler.open("wb", buffering=0) as out, suppress(OSError):
        while True:
            out.write(bytes(4096))
    found = [evening.send(hand), evening.look()]
    status, page = evening.start_another()
    filler.write_bytes(b"")
    assert found == [(507, "kept", FULL), 200]
    assert (status, page.partition(" Front page")[0]) == (
        507,
        f"The disk is full {FULL} {KEPT}",
    )
    assert evening.send(hand)[:2] == (200, "counted")
    assert evening.stored() == evening.acknowledged


@pytest.mark.slow
def test_without_its_file_the_site_says_so_until_the_file_is_back(evening):
    file, hand = file_of(evening), evening.hand()
    away = file.rename(file.with_name("away.sqlite3"))
    found = [evening.send(hand)[:2], evening.start_another()[0], evening.look(), file.exists()]
    away.rename(file)
    assert found == [(503, "kept"), 503, 503, False]
    assert evening.send(hand)[:2] == (200, "counted")
    assert evening.stored() == evening.acknowledged


@pytest.mark.slow
def test_a_long_write_lets_pages_be_read_and_asks_writers_to_try_again(evening):
    hand = evening.hand()
    with closing(sqlite3.connect(file_of(evening), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as writer:
            sent = writer.submit(evening.send, hand)
            looked = [evening.look(), sent.done(), evening.look(), evening.look()]
            answer = sent.result()[:2]
        other.execute("ROLLBACK")
    assert (looked, answer) == ([200, False, 200, 200], (503, "kept"))
    assert evening.send(hand)[:2] == (200, "counted")
    assert evening.stored() == evening.acknowledged


@pytest.mark.thorough
def test_when_postgresql_stops_the_site_says_so_and_continues_when_it_is_back(tmp_path):
    with postgres.Cluster() as cluster:
        cluster.start()
        with servers.start(cluster.url) as server:
            evening = Evening(server)
            hand = evening.hand()
            begun = time.monotonic()
            cluster.stop()
            found = [evening.send(hand)[:2], evening.start_another()[0], evening.look()]
            found += [evening.send(hand)[:2] for _ in range(6)]
            cluster.start()
            end = time.monotonic() + servers.PATIENCE
            while (answer := evening.send(hand)[:2]) != (200, "counted"):
                assert answer == (503, "kept")
                assert time.monotonic() < end
            assert found == [(503, "kept"), 503, 503, *[(503, "kept")] * 6]
            assert [evening.look() for _ in range(8)] == [200] * 8
            assert evening.stored() == evening.acknowledged
            lines = server.log.splitlines()
            away = [line for line in lines if "The database is out of reach" in line]
            minutes = int(time.monotonic() - begun) // 60 + 1
            assert "Traceback" not in server.log
            assert 1 <= len(away) <= 2 * minutes, "a line a minute for each of two processes"


# -- without a server ---------------------------------------------------------------------------


@contextmanager
def away(why):
    """Let the database answer nothing but this."""

    def refuse(*_):
        raise why

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.django_db
def test_the_page_about_a_missing_database_sends_no_queries():
    kate, paths = signed_in(), [address(a_table()), "/password", "/clubs/1/", "/nowhere"]
    with away(OperationalError("unable to open database file")):
        answers = [kate.get(path) for path in paths]
    found = [(one.status_code, one.get("Retry-After")) for one in answers]
    assert found == [(503, "10")] * 3 + [(404, None)]
    assert f'href="{paths[0]}">Try again' in answers[0].content.decode()


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_read_only_database_is_read_and_a_write_is_refused_with_a_sentence():
    table, phone = a_table(), a_phone()
    sent = form_of(table)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        try:
            answer, page = send(phone, address(table, "hands/log"), sent), phone.get(address(table))
        finally:
            cursor.execute("PRAGMA query_only = 0")
    assert (answer.status_code, page.status_code) == (503, 200)
    assert sentences(answer.content.decode()).startswith(
        "Nothing can be saved The database is read-only. "
        f"Contact the person who runs the site. {KEPT}"
    )


@pytest.mark.django_db
def test_the_error_page_keeps_what_was_typed_and_one_tap_sends_it_again():
    phone = a_phone(strict=True)
    phone.get("/start")
    typed = {
        "names": "Ann O'Neil, Ben & Bob, Cat, Zoë",
        "stake": "",
        "currency": "GBP",
        "key": uuid4(),
    }
    typed["csrfmiddlewaretoken"] = phone.cookies["csrftoken"].value
    with away(OperationalError("database is locked")):
        answer = send(phone, "/start", typed)
    fields = re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', answer.content.decode())
    kept = {name: unescape(value) for name, value in fields}
    assert (answer.status_code, kept) == (503, {name: str(value) for name, value in typed.items()})
    assert send(phone, "/start", kept).status_code == 302


@pytest.mark.django_db
def test_no_page_contains_a_typed_password():
    with away(OperationalError("database is locked")):
        answer = send(a_phone(), "/sign-in", {"username": "kate", "password": "a secret one"})
    assert (answer.status_code, "a secret one" in answer.content.decode()) == (503, False)


def test_a_database_that_was_away_from_the_start_has_no_connections_to_forget(monkeypatch):
    pool = ConnectionPool(min_size=0, max_size=2, open=False)
    monkeypatch.setattr(type(connections["default"]), "pool", pool, raising=False)
    trouble.forget_broken_connections()
    assert pool.closed


@ON_SQLITE
@pytest.mark.django_db
def test_a_programming_error_is_still_our_mistake():
    path = address(a_table())
    with away(OperationalError("no such column: trump")):
        answer = a_phone().get(path)
    assert answer.status_code == 500
    assert sentences(answer.content.decode()).startswith("Our mistake")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_database_lock_is_waited_for_at_most_five_seconds():
    with connection.cursor() as cursor:
        sqlite = connection.vendor == "sqlite"
        cursor.execute("PRAGMA busy_timeout" if sqlite else "SHOW lock_timeout")
        assert cursor.fetchone() == ((5000,) if sqlite else ("5s",))
