"""The power goes while hands are stored. What the disk has by then holds each acknowledged hand."""

import shutil
import sqlite3
from random import Random

import pytest

from tests import power_cut, template
from tests.postgres import ON_SQLITE
from tests.proof import size

HANDS = 12
CUTS = size(40, thorough=400)
pytestmark = [pytest.mark.slow, ON_SQLITE]


@pytest.fixture
def book(tmp_path):
    if not power_cut.can_record(tmp_path):
        pytest.skip("strace is not installed here, or may not watch a process")
    template.copy_sqlite(tmp_path / "book.sqlite3")
    return tmp_path / "book.sqlite3"


def faults(book, **how):
    """Return what is wrong with the book after each of some power cuts, and how many hands had been
    acknowledged in the end."""
    shutil.copyfile(book, copy := book.with_name("before"))
    calls = power_cut.record(book, hands=HANDS, **how)
    disk = power_cut.Disk(book, copy.read_bytes())
    every = max(1, sum(1 for _ in power_cut.moments(disk, calls)) // CUTS)
    disk, found = power_cut.Disk(book, copy.read_bytes()), []
    for no, told in enumerate(power_cut.moments(disk, calls)):
        if no % every == 0 or no < 2:
            for random in (None, Random(no)):
                after = sqlite3.connect(disk.cut(book.with_name("after"), random))
                whole = after.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                there = {row[0] for row in after.execute("SELECT id FROM scoring_handrecord")}
                after.close()
                found += [*({*told} - there), *([] if whole else ["damaged"])]
    return found, len(told)


def test_a_power_cut_loses_no_hand_that_was_acknowledged(book):
    assert faults(book) == ([], HANDS)


def test_a_power_cut_would_lose_hands_that_are_not_synced(book):
    found, acknowledged = faults(book, synchronous="NORMAL")
    assert found
    assert acknowledged == HANDS
