"""Before a migration of a database with data a backup is made. Without one nothing is migrated."""

from errno import ENOSPC
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scoring.site.backup import upgrading
from scoring.site.backup.archive import Reading
from scoring.site.backup.shelf import UPGRADE, shelf
from scoring.site.condition import steps_missing
from tests.cast import a_club, an_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def old(settings, tmp_path):
    """A database that lacks a migration, as far as it knows."""
    settings.BACKUP_DIR = tmp_path / "backups"
    forget_a_migration()


def forget_a_migration():
    latest = MigrationRecorder(connection).migration_qs.filter(app="axes").order_by("-pk")[0]
    latest.delete()


def upgrade():
    """Migrate, and return what is said of it."""
    out = StringIO()
    call_command("migrate", fake=True, verbosity=0, stdout=out)
    assert steps_missing() == 0
    return out.getvalue()


def test_a_backup_is_made_before_an_upgrade_and_named(old):
    a_club()
    said = upgrade()
    (kept,) = shelf()
    assert (kept.why, said) == (UPGRADE, f"Backup from before the upgrade: {kept.file}\n")
    assert Reading(kept.file).manifest.rows("scoring_club") == 1


def test_an_empty_database_is_upgraded_without_a_backup(old):
    assert (upgrade(), shelf()) == ("", [])


def test_a_database_that_needs_no_upgrade_is_not_backed_up(old):
    a_club()
    upgrade()
    assert (upgrade(), len(shelf())) == ("", 1)


def test_an_upgrade_that_is_tried_again_uses_the_backup_of_the_first_attempt(old):
    a_club()
    first = upgrade()
    forget_a_migration()
    assert (upgrade(), len(shelf())) == (first, 1)
    an_organiser("olga")
    forget_a_migration()
    assert upgrade() != first
    assert len(shelf()) == 2


def test_without_a_backup_nothing_is_upgraded(old, settings, monkeypatch):
    a_club()

    def full(**_):
        raise OSError(ENOSPC, "No space left on device", "backup.zip")

    monkeypatch.setattr(upgrading, "make_backup", full)
    with pytest.raises(CommandError) as why:
        upgrade()
    assert str(why.value) == (
        f"The database was not upgraded, because no backup could be made in {settings.BACKUP_DIR} "
        "first: backup.zip: No space left on device. Make room there, or name another folder by "
        "BACKUP_DIR. Then try again."
    )
    assert steps_missing() == 1


def test_a_database_of_a_newer_version_is_not_migrated(old):
    a_club()
    MigrationRecorder(connection).record_applied("scoring", "0099_of_next_year")
    with pytest.raises(CommandError) as why:
        upgrade()
    assert str(why.value) == upgrading.why_newer()
    assert (steps_missing(), shelf()) == (1, [])
