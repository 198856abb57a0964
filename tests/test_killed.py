"""Kill the server while four phones write at one table. Each acknowledged hand is there once, also
in the automatic backup. A server that is stopped leaves one file, and no process that serves."""

import os
import shutil
import signal
import sqlite3
import threading
import time
from random import Random

import pytest

from clubsite.running import error_at
from scoring.site.backup.shelf import NIGHT, shelf
from tests import proof
from tests import server as servers
from tests.postgres import ON_POSTGRES, ON_SQLITE
from tests.soak import history
from tests.soak.opening import sit_down
from tests.soak.table import Table
from tests.soak.tally import compare
from tests.soak.truth import any_deal

WRITERS, HANDS = 4, proof.size(6, thorough=15)  # no more than may wait for approval
KILLED_AFTER = [WRITERS * HANDS * share // 100 for share in proof.share(1, (20, 45, 70))]


@pytest.fixture
def server(database_url):
    with servers.start(database_url, NIGHTLY_BACKUP="") as server:
        yield server


def tell(phones, random):
    """Let every phone send hands of its own, in turns."""
    record = phones[0].record
    for no in range(WRITERS * HANDS):
        deal = any_deal(random)
        record.deals.append(deal.hand)
        phones[no % WRITERS].hand(no, deal)


def write(phone, ended):
    while phone.queue and not ended.wait(0.01):
        try:
            phone.flush()
        except OSError:
            continue  # the server was killed: again


def tally(server, captain):
    return compare(
        captain.record, history.read(server, {captain.path: captain.sheet()})[captain.path]
    )


def decided(table):
    """Decide about the hands that wait, until none does."""
    for _ in range(2 * WRITERS * HANDS):
        if table.tidy():
            return True
        table.decide(table.captain)
    return False


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_server_killed_during_four_writers_keeps_each_acknowledged_hand_once(server, settings):
    random, ended = Random(7), threading.Event()
    captain, *phones = sit_down(server.port, lambda answer: None, random, WRITERS + 1)
    told = captain.record.acknowledged
    tell(phones, random)
    threads = [threading.Thread(target=write, args=(phone, ended)) for phone in phones]
    try:
        for thread in threads:
            thread.start()
        for number in KILLED_AFTER:
            while len(told) < number:
                assert any(thread.is_alive() for thread in threads), captain.record.refused
                ended.wait(0.001)
            server.kill()
            sure = dict(told)
            server.restart()
            there = [row.id for row in rows(server, captain)]
            assert ({id for _, id in sure.values()} - {*there}, len(there)) == (
                set(),
                len({*there}),
            )
        for thread in threads:
            thread.join(60)
    finally:
        ended.set()
    captain.net.end()
    table = Table(captain=captain, phones=phones, writers=WRITERS, hands=0, pace=0, random=random)
    table.come_home()
    assert decided(table)
    found = tally(server, captain)
    assert (found.acknowledged, found.stored, found.faults) == (
        WRITERS * HANDS,
        WRITERS * HANDS,
        (),
    )
    settings.BACKUP_DIR, end = server.data_dir / "backups", time.monotonic() + servers.PATIENCE
    while [(one.why, bool(one.proven_at)) for one in shelf()] != [(NIGHT, True)]:
        assert time.monotonic() < end, server.log
        time.sleep(0.05)
    assert (captain.record.refused, "Traceback" in server.log) == ([], False)


def rows(server, captain):
    """Return the hands in the server's database."""
    captain.net.end()
    return history.read(server, {captain.path: captain.sheet()})[captain.path].rows


@ON_SQLITE
def test_a_stopped_server_leaves_everything_in_one_file(server, tmp_path):
    sit_down(server.port, lambda answer: None, Random(7), 1)
    server.end()
    copy = shutil.copy(server.database_url.removeprefix("sqlite:///"), tmp_path / "copy.sqlite3")
    asked = sqlite3.connect(copy).execute("SELECT count(*) FROM scoring_table")
    assert asked.fetchone() == (1,)


@ON_POSTGRES
def test_killing_the_first_process_of_several_frees_the_port(database_url):
    with servers.start(database_url, WEB_CONCURRENCY="3") as server:
        os.kill(server.pid, signal.SIGKILL)
        end = time.monotonic() + servers.PATIENCE
        while error_at("127.0.0.1", server.port):
            assert time.monotonic() < end, "a process without its first one goes on serving"
            time.sleep(0.05)
        server.restart()
        assert "Traceback" not in server.log
