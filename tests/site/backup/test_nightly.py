"""The backup of each night: due once, proven, made by one process alone, and older ones let go."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.test import override_settings

from scoring.common import edition
from scoring.models import Restored, Tally
from scoring.site.backup import BadBackup
from scoring.site.backup.keeper import AFTER_A_FAILURE, SELDOM, Keeper
from scoring.site.backup.making import make_backup
from scoring.site.backup.nightly import is_due, make_the_nightly
from scoring.site.backup.shelf import (
    BROUGHT,
    HAND,
    NIGHT,
    RESTORE,
    last_verified,
    only_one,
    prune,
    put_down,
    put_down_proven,
    shelf,
)
from tests.cast import a_club, a_table, close

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
EVENING = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def here(settings, tmp_path):
    settings.BACKUP_DIR, settings.TIME_ZONE = tmp_path / "backups", "Europe/Vienna"
    return settings.BACKUP_DIR


def test_each_night_has_one_backup_and_a_laptop_that_slept_catches_up():
    a_club()
    assert is_due(now=EVENING)  # it was never up before
    file = make_the_nightly(now=EVENING)
    before_four = datetime(2026, 11, 21, 2, 59, tzinfo=UTC)
    after_four = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)  # in Vienna
    assert [is_due(now=now) for now in (EVENING, before_four, after_four)] == [False, False, True]
    assert make_the_nightly(now=before_four) is None
    late = EVENING + 5 * DAY
    assert is_due(now=late)
    again = make_the_nightly(now=late)
    assert [(one.file, one.why, bool(one.proven_at)) for one in shelf()] == [
        (again, NIGHT, True),
        (file, NIGHT, True),
    ]
    assert last_verified() == late


def test_a_backup_made_by_hand_does_not_replace_the_nightly_one(here):
    a_club()
    put_down(make_backup(folder=here, now=EVENING), why=HAND, made_at=EVENING)
    assert is_due(now=EVENING)


def test_an_empty_site_makes_no_nightly_backup(here):
    assert make_the_nightly(now=EVENING) is None
    assert list(here.glob("*.zip")) == []


def test_two_processes_make_one_backup():
    a_club()
    with only_one() as alone:
        assert alone
        assert make_the_nightly(now=EVENING) is None
    assert make_the_nightly(now=EVENING)


@pytest.fixture
def unproven(monkeypatch):
    """Tonight's backup, whose verification failed."""
    a_club()

    def fail(file):
        raise BadBackup("is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr("scoring.site.backup.nightly.prove", fail)
        for now in (EVENING, EVENING + HOUR):
            with pytest.raises(BadBackup):
                make_the_nightly(now=now)
    assert last_verified() is None
    (backup,) = shelf()
    return backup


def test_a_backup_that_fails_verification_is_made_again_the_next_night(unproven):
    make_the_nightly(now=EVENING + DAY)
    assert (last_verified(), len(shelf())) == (EVENING + DAY, 1)


def test_a_backup_that_was_not_verified_when_its_process_was_killed_is_verified_then(unproven):
    later = EVENING + 2 * HOUR
    assert is_due(now=later)
    assert make_the_nightly(now=later) == unproven.file
    assert (last_verified(), len(shelf()), is_due(now=later)) == (EVENING, 1, False)


@pytest.fixture
def a_month(here):
    """Backups of a month of evenings, and of every kind one at its beginning."""
    a_club()
    template = make_backup(folder=here, now=EVENING)
    content, kept = template.read_bytes(), {}
    template.unlink()

    def lay(name, why, at, proven=True):
        file = here / f"{name}.zip"
        file.write_bytes(content)
        put_down(file, why=why, made_at=at)
        return file

    from scoring.site.backup.archive import Reading

    for why in (HAND, RESTORE, BROUGHT):
        kept[why] = lay(why, why, EVENING - DAY)
        put_down_proven(Reading(kept[why]), now=EVENING)
    for no in range(30):
        file = lay(f"night-{no:02}", NIGHT, EVENING + no * DAY)
        put_down_proven(Reading(file), now=EVENING)
    (here / "mine.zip").write_bytes(content)
    return here


def test_old_nightly_backups_are_deleted_and_manual_ones_stay(a_month):
    gone = prune()
    left = sorted(one.name for one in a_month.glob("*.zip"))
    # The last seven days, the ends of five weeks, and of two months; 20 November is a Friday.
    assert left == [
        *("brought.zip", "hand.zip", "mine.zip"),
        *(f"night-{no:02}.zip" for no in (2, 9, 10, 16, 23, 24, 25, 26, 27, 28, 29)),
        "restore.zip",
    ]
    assert (len(gone), prune()) == (19, [])


def test_no_backup_is_deleted_if_the_list_of_backups_is_unreadable(a_month):
    files = sorted(a_month.glob("*.zip"))
    (a_month / "backups.json").write_text("{ not json")
    assert (prune(), sorted(a_month.glob("*.zip"))) == ([], files)
    assert (shelf(), last_verified()) == ([], None)


def test_the_newest_verified_backup_is_never_deleted(here, a_month):
    for one in shelf():
        if one.name != "night-00.zip":
            one.file.unlink()
    assert (prune(), [one.name for one in shelf()]) == ([], ["night-00.zip"])


class Started:
    """Commands that the keeper starts: real processes, which end as they are told."""

    def __init__(self, ends=0, says=0):
        self.ends, self.says, self.words, self.last = ends, says, [], None

    def __call__(self, *words):
        self.words.append(words)
        code = f"print('what it said' + {self.says} * ' '); raise SystemExit({self.ends})"
        self.last = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
        )
        return self.last


def test_the_keeper_starts_a_due_backup_and_checks_rarely(monkeypatch):
    start = Started()
    keeper = Keeper(start)
    keeper.look(EVENING)
    keeper.look(EVENING + SELDOM / 2)  # the first is still at it, or has just ended
    start.last.wait()
    keeper.look(EVENING + SELDOM / 2)
    assert start.words == [("backup", "--nightly")]
    monkeypatch.setattr("scoring.site.backup.keeper.is_due", lambda now: False)
    keeper.look(EVENING + 2 * SELDOM)
    assert start.words == [("backup", "--nightly")]


def test_a_clock_that_was_ahead_does_not_prevent_the_next_backups():
    a_club()
    make_the_nightly(now=EVENING + 365 * DAY)
    assert is_due(now=EVENING)
    make_the_nightly(now=EVENING)
    assert not is_due(now=EVENING)
    start = Started()
    keeper = Keeper(start)
    keeper.look(EVENING + 400 * DAY)
    start.last.wait()
    keeper.look(EVENING + 400 * DAY)
    keeper.look(EVENING + 2 * DAY)
    start.last.wait()
    assert len(start.words) == 2


def test_after_a_failure_the_keeper_says_so_and_waits_an_hour(caplog):
    start = Started(ends=1)
    keeper = Keeper(start)
    keeper.look(EVENING)
    start.last.wait()
    for later in (SELDOM, 2 * SELDOM, AFTER_A_FAILURE):
        keeper.look(EVENING + later)
    assert caplog.messages == ["The night’s backup failed. what it said"]
    assert len(start.words) == 1
    keeper.look(EVENING + SELDOM + AFTER_A_FAILURE)
    start.last.wait()
    assert len(start.words) == 2


def test_a_command_that_says_much_ends_and_the_keeper_goes_on():
    """A pipe has room for 64 kilobytes. Counting names each club, and each evening it skips."""
    start = Started(says=300_000)
    keeper = Keeper(start)
    keeper.look(EVENING)
    for _ in range(600):
        keeper.look(EVENING)
    assert start.last.returncode == 0


def test_a_server_first_lets_evenings_of_an_older_version_be_counted(caplog):
    close(a_table("Ann! 5").session)
    Tally.objects.all().delete()
    start = Started(ends=1)
    keeper = Keeper(start)
    keeper.look(EVENING)
    start.last.wait()
    keeper.look(EVENING)
    assert start.words == [("recount", "--missing", "--beside")]
    assert caplog.messages == ["Older club nights could not be counted. what it said"]
    keeper.look(EVENING + 2 * AFTER_A_FAILURE)
    start.last.wait()
    assert start.words[1:] == [("backup", "--nightly")]


def test_nightly_backups_can_be_turned_off():
    start = Started()
    with override_settings(NIGHTLY_BACKUP=False):
        Keeper(start).look(EVENING)
    assert start.words == []


def test_the_keeper_notices_that_the_database_was_replaced(monkeypatch):
    monkeypatch.setattr(edition, "_known", "")
    keeper = Keeper(Started())
    with override_settings(NIGHTLY_BACKUP=False):
        keeper.look(EVENING)
        before = edition.edition()
        what = {"at": EVENING, "file": "x.zip", "made_at": EVENING, "program": "0.6.0"}
        restored = [Restored.objects.create(**what) for _ in range(2)]
        keeper.look(EVENING)
    assert edition.edition() == restored[-1].edition
    assert len({before, *(one.edition for one in restored)} - {""}) == 3
