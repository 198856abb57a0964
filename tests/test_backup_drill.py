"""The drill: a backup while eight write, restored elsewhere; and restores that are killed."""

import json
import os
import subprocess
import sys
import threading
from contextlib import ExitStack
from random import Random

import pytest

from tests import proof
from tests import server as servers
from tests.site.backup.site import ASK
from tests.soak.opening import sit_down
from tests.soak.truth import any_deal
from tests.warm import Manage

WRITERS = 8
HANDS = proof.size(3, thorough=40)
KILLS = proof.size(5, thorough=10)


@pytest.fixture
def server(database_url):
    with servers.start(database_url) as server:
        yield server


def site_at(url, folder):
    """A site of its own, at this database: its manage.py."""
    own = {"DATABASE_URL": url, "DATA_DIR": str(folder), "NIGHTLY_BACKUP": "no"}
    return Manage({**os.environ, **own, "DJANGO_SETTINGS_MODULE": "clubsite.settings"})


def asked(manage):
    return json.loads(manage("shell", "--no-imports", "-c", ASK))


def write(phone, stop):
    """Log hands until asked to stop, but some at least. It slows down, so that a long backup does
    not hold ever more. Each acknowledged hand is in the record."""
    random, no = Random(phone.path), 0
    phone.net.good = True
    while no < HANDS or not stop.is_set():
        phone.hand(no, any_deal(random))
        phone.flush()
        no += 1
        stop.wait(no / 50)
    phone.net.end()


def hands_in(sheets, phone):
    return [hand["id"] for hand in sheets[f"{phone.path}sheet-1.json"]["hands"]]


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.thorough
def test_a_backup_during_eight_writers_restores_as_the_same_site(server, tmp_path):
    phones = [sit_down(server.port, lambda answer: None, Random(no), 1)[0] for no in range(WRITERS)]
    server.manage("version")  # its process starts now, not while they write more and more
    stop, before = threading.Event(), {}
    threads = [threading.Thread(target=write, args=(phone, stop)) for phone in phones]
    try:
        for thread in threads:
            thread.start()
        while min(len(phone.record.acknowledged) for phone in phones) < HANDS // 2 + 1:
            stop.wait(0.001)
        before = {
            phone.path: {id for _, id in list(phone.record.acknowledged.values())}
            for phone in phones
        }
        first = server.manage("backup").splitlines()[-1]
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    assert [phone.record.refused for phone in phones] == [[]] * WRITERS
    last = server.manage("backup").splitlines()[-1]
    here = asked(server.manage)
    with ExitStack() as stack:
        elsewhere = site_at(f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}", tmp_path / "elsewhere")
        stack.callback(elsewhere.end)
        elsewhere("restore", last, "--yes", "--from-elsewhere")
        assert asked(elsewhere) == here
        elsewhere("restore", first, "--yes", "--from-elsewhere")
        # What was answered before it began is in it, and of what came meanwhile a beginning.
        early = asked(elsewhere)
        for phone in phones:
            told, all_told = (hands_in(of["sheets"], phone) for of in (early, here))
            assert before[phone.path] <= set(told)
            assert told == all_told[: len(told)]
        # And back, from SQLite into the database that serves, while it does.
        phone, back = phones[0], elsewhere("backup").splitlines()[-1]
        assert phone.look() or phone.tag
        server.manage("restore", back, "--yes", "--from-elsewhere")
        assert asked(server.manage) == early
        assert [hand["id"] for hand in phone.sheet()["hands"]] == hands_in(early["sheets"], phone)
        # Its screen is told to look again, whatever version the table has now.
        pause = threading.Event()
        assert any(phone.look() or pause.wait(0.05) for _ in range(1200))
    assert "Traceback" not in server.log


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_restore_that_is_killed_leaves_the_old_site_or_the_new(database_url, tmp_path):
    own = {"DATABASE_URL": database_url, "DATA_DIR": str(tmp_path / "site")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.backup.killed", str(KILLS)],
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert (found["old"] != found["new"], found["ends"]) == (True, [-9] * KILLS)
    # It is the old one up to the last commit, and the new one from then on.
    assert set(found["states"]) <= {found["old"], found["new"]}
    assert (found["states"][0], found["states"][-1]) == (found["old"], found["new"])
    assert found["last"] == found["new"]
