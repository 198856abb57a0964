"""`manage.py backup`, `verify` and `restore`: what they make, what they say, and how they end."""

import os
import re
import tempfile
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.models import (
    Club,
    ClubSession,
    HandRecord,
    Passkey,
    Restored,
    SecondFactor,
    Tournament,
)
from scoring.site.backup.archive import Reading, is_ours
from scoring.site.backup.making import make_backup
from scoring.site.backup.proving import held_in
from scoring.site.backup.rows import models_in
from scoring.site.backup.shelf import last_verified, shelf
from scoring.site.club_file.writing import lines as club_lines
from tests.cast import a_club, a_phone, a_table, an_evening, an_organiser
from tests.rich_club import a_rich_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here(settings, tmp_path):
    """Backups and data lie in a folder of this test."""
    settings.BACKUP_DIR, settings.DATA_DIR = tmp_path / "backups", tmp_path / "data"
    return tmp_path


def held(more=0):
    """The rich club in words, with so many more evenings of a table with one hand."""
    return f"1 club, {4 + more} evenings, {17 + more} hands and 11 people"


def command(*words):
    said = StringIO()
    call_command(*map(str, words), stdout=said)
    return said.getvalue().splitlines()


def refused(*words):
    """What the command says when it ends with 1."""
    with pytest.raises(CommandError) as why:
        command(*words)
    assert why.value.returncode == 1
    return str(why.value)


def backed_up(*words):
    return Path(command("backup", *words)[-1])


def rows(file):
    """What is in a backup, by table."""
    return {one.name: (one.rows, one.sha256) for one in Reading(file).manifest.members}


def everything():
    return {
        model.__name__: list(model._base_manager.order_by("pk").values_list())
        for model in models_in()
    }


def test_a_backup_holds_every_row_and_the_last_line_says_where_it_is(here):
    a_rich_club()
    SecondFactor.objects.create(user=an_organiser("olga"), sealed="encrypted")
    Passkey.objects.create(user=an_organiser("olga"), name="Phone", credential="a", public_key="b")
    file = backed_up()
    assert file.parent == here / "backups"
    assert re.fullmatch(r"bowerbook-\d{4}-\d\d-\d\d-\d{6}Z\.zip", file.name)
    assert {name: number for name, (number, _) in rows(file).items()} == {
        model._meta.db_table: model._base_manager.count() for model in models_in()
    }
    assert all(number for number, _ in rows(file).values())  # the rich club has one of each
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_backups_made_at_the_same_time_do_not_collide_or_leave_other_files(here):
    a_club()
    now = timezone.now()
    files = [make_backup(folder=here / "stick", now=now) for _ in range(3)]
    assert [file.stem.rpartition("Z")[2] for file in files] == ["", "-2", "-3"]
    assert sorted((here / "stick").iterdir()) == sorted(files)
    assert [rows(file) for file in files] == [rows(files[0])] * 3


def test_half_written_files_are_deleted_after_a_day(here):
    a_club()
    (here / "backups").mkdir()
    old, new = (here / "backups" / f".bowerbook-{no}.part" for no in (1, 2))
    for draft in (old, new):
        draft.touch()
    os.utime(old, (0, 0))
    backed_up()
    assert (old.exists(), new.exists()) == (False, True)


def test_temporary_files_of_a_killed_restore_are_deleted_after_a_day(here, monkeypatch):
    a_club()
    file = backed_up()
    monkeypatch.setattr(tempfile, "tempdir", str(here / "temporary"))
    names = ["bowerbook-scratch-old", "bowerbook-scratch-new", "bowerbook-bench", "other"]
    for name in names:
        (here / "temporary" / name).mkdir(parents=True)
        (here / "temporary" / name / "scratch.sqlite3").touch()
        if not name.endswith("new"):
            os.utime(here / "temporary" / name, (0, 0))
    command("verify", file)
    left = sorted(folder.name for folder in (here / "temporary").iterdir())
    assert left == sorted(names[1:])


def test_a_backup_is_verified_and_the_result_is_stored_beside_it(here):
    a_rich_club()
    file = backed_up()
    assert (last_verified(), [one.proven_at for one in shelf()]) == (None, [None])
    (said,) = command("verify", file)
    assert said.startswith(f"{file.name} is whole: {held()}, as they stood on ")
    made = f"Version {settings.VERSION} made it, and version {settings.VERSION}, this one"
    assert f"{made}, restores it. This site signed it." in said
    (kept,) = shelf()
    assert (last_verified(), kept.held.as_text) == (kept.made_at, held())
    file.write_bytes(file.read_bytes()[:-1])
    assert (last_verified(), shelf()) == (None, [])


def test_visitors_tables_are_counted_apart_from_the_clubs(here):
    a_rich_club()
    for _ in range(2):
        an_evening(Club.objects.create(name="A table", casual=True))
    said = "1 club, 2 visitors’ tables, 6 evenings, 17 hands and 11 people"
    assert command("verify", backed_up())[0].partition(" is whole: ")[2].startswith(f"{said}, as")
    (kept,) = shelf()
    assert (held_in().as_text, kept.held.as_text) == (said, said)


def test_verifying_a_backup_elsewhere_stores_no_result(here):
    a_club()
    file = backed_up("--to", here / "stick")
    assert command("verify", file)
    assert (last_verified(), (here / "backups").exists()) == (None, False)


@pytest.mark.postgres
def test_restoring_replaces_the_data_with_those_of_the_file(here):
    ours = a_rich_club()
    before, club_file = everything(), b"".join(club_lines(ours))
    file = backed_up()
    a_table("Eve! 5", session=an_evening(ours))
    a_club("Another", organiser="mallory")
    HandRecord.objects.filter(state="counted").first().delete()
    when, out, back, again = (
        command("restore", file, "--yes")[0],
        *command("restore", file, "--yes"),
    )
    assert when.endswith(f": {held()}.")
    assert out == when
    assert back.startswith(f"It held {held()}. To undo this, restore {here / 'backups'}")
    assert again == "Everyone has to sign in again."
    assert everything() == before
    assert b"".join(club_lines(Club.objects.get())) == club_file


def test_a_restore_can_be_undone(here):
    ours = a_rich_club()
    file = backed_up()
    a_table("Eve! 5", session=an_evening(ours))
    before = everything()
    *_, back, _ = command("restore", file, "--yes")
    assert everything() != before
    before_it = back.partition("To undo this, restore ")[2].partition(".zip")[0]
    assert command("restore", f"{before_it}.zip", "--yes")
    assert "--with-faults" in back
    assert everything() == before
    assert Restored.objects.count() == 2


def test_a_restore_signs_everyone_out(here):
    kate = an_organiser("kate")
    a_club(organiser="kate")
    phone = a_phone()
    phone.force_login(kate)
    file = backed_up()
    assert Session.objects.count() == 1
    command("restore", file, "--yes")
    assert Session.objects.count() == 0
    assert get_user_model().objects.get() == kate


def test_another_sites_backup_is_restored_only_with_an_option(here, settings):
    ours = a_rich_club()
    file = backed_up()
    a_table("Eve! 5", session=an_evening(ours))
    before, settings.SECRET_KEY = everything(), "the key of another site"
    assert "This site did not sign it." in command("verify", file)[0]
    assert "is not signed by this site" in refused("restore", file, "--yes")
    assert everything() == before
    command("restore", file, "--yes", "--from-elsewhere")
    assert everything() != before


def test_a_backup_signed_with_the_previous_key_is_recognised_as_ours(here, settings):
    a_rich_club()
    file = backed_up()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key"
    assert command("restore", file, "--yes")


def test_a_changed_and_resealed_backup_is_not_recognised_as_ours(here):
    a_rich_club()
    found = Reading(backed_up()).manifest
    members = (replace(found.members[0], sha256="0" * 64), *found.members[1:])
    changed = (replace(found, members=members), replace(found, signature=""))
    assert (is_ours(found), *map(is_ours, changed)) == (True, False, False)


def test_rows_that_no_page_can_show_are_restored_only_with_an_option(here):
    a_rich_club()
    Tournament.objects.update(settings=[])
    file = backed_up()
    for words in (("verify",), ("restore",), ("restore", "--yes")):
        why = refused(words[0], file, *words[1:])
        assert "has a row that cannot be: scoring_tournament" in why
        assert "--with-faults" in why
    assert "again with --yes" in refused("restore", file, "--with-faults")
    assert command("restore", file, "--yes", "--with-faults")


@pytest.mark.postgres
def test_ids_of_deleted_rows_are_never_reused(here):
    ours = a_club()
    file = backed_up()
    gone = [an_evening(ours).pk for _ in range(3)]
    command("restore", file, "--yes")
    assert an_evening(Club.objects.get()).pk > max(gone)
    assert ClubSession.objects.count() == 1


def test_without_yes_a_restore_only_says_what_would_change(here):
    ours = a_rich_club()
    file = backed_up()
    a_table("Eve! 5", session=an_evening(ours))
    before, said = everything(), StringIO()
    with pytest.raises(CommandError) as why:
        call_command("restore", str(file), stdout=said)
    assert (str(why.value), why.value.returncode) == (
        "The site was not changed. To restore, type this again with --yes.",
        1,
    )
    now, then = said.getvalue().splitlines()
    assert now.startswith(f"Now:  {held(1)}, in ")
    assert then.startswith(f"Then: {held()}, as on ")
    assert (everything(), Restored.objects.count()) == (before, 0)


@pytest.mark.parametrize("verb", [("verify",), ("restore", "--yes")])
def test_a_file_that_cannot_be_restored_is_refused_with_a_reason(here, verb):
    a_rich_club()
    verb, *how = verb
    file, before = backed_up(), everything()
    content, after = file.read_bytes(), "" if verb == "verify" else " The site was not changed."
    other = here / "other.zip"
    other.write_bytes(content[:1000] + b"!" + content[1001:])
    assert refused(verb, other, *how) == (
        f"{other} is damaged: something in it is not as it was written.{after}"
    )
    assert refused(verb, here, *how) == f"{here} is a folder, not a backup.{after}"
    assert refused(verb, here / "no", *how) == f"{here / 'no'} is not there.{after}"
    assert "File name too long" in refused(verb, here / ("x" * 300), *how)
    assert (everything(), Restored.objects.count()) == (before, 0)
    assert [one.name for one in shelf()] == [file.name]


def changed(here, **what):
    """Why a backup is refused that was written with something else in it than there is."""
    with pytest.MonkeyPatch.context() as patch:
        for name, made in what.items():
            patch.setattr(f"scoring.site.backup.making.{name}", made)
        file = backed_up("--to", here)
    return refused("verify", file).removeprefix(f"{file} ")


def test_a_complete_file_with_impossible_rows_is_refused(here):
    from scoring.site.backup import making

    a_rich_club()

    def lines_with(table, change):
        def lines(model):
            for line in making_lines(model):
                yield from change(line) if model._meta.db_table == table else [line]

        return lines

    making_lines, applied = making.lines, making.applied_in
    newer = lambda loader: [*applied(loader), "scoring.0099_of_next_year"]  # noqa: E731
    assert changed(here, applied_in=newer) == (
        f"was made by a newer version of Bowerbook ({settings.VERSION}): that one restores it, and "
        "those after it."
    )
    few = lambda *known: making_models(*known)[1:]  # noqa: E731
    making_models = making.models_at
    assert changed(here, models_at=few) == (
        "is damaged: it holds other tables than its version had."
    )
    loose = lines_with("scoring_player", lambda line: [line.replace(b'"club_id":', b'"club_id":9')])
    assert "has a row whose other half is missing" in changed(here, lines=loose)
    odd = lines_with("scoring_clubsession", lambda line: [line.replace(b'"played_on":"', b'"x":"')])
    assert changed(here, lines=odd) == (
        "has a row that makes no sense: scoring_clubsession, line 1."
    )
    twice = lines_with("scoring_officer", lambda line: [line] * 2)
    assert "has a row that cannot be, in scoring_officer: " in changed(here, lines=twice)


@pytest.mark.sqlite
def test_a_backup_from_before_a_migration_is_brought_up_to_date(here, monkeypatch):
    a_rich_club()
    before = everything()
    without = "auth.0012_alter_user_first_name_max_length"
    lacking = sorted({*Reading(backed_up()).manifest.migrations} - {without})
    monkeypatch.setattr("scoring.site.backup.making.applied_in", lambda loader: lacking)
    file = backed_up()
    assert without not in Reading(file).manifest.migrations
    command("restore", file, "--yes")
    assert everything() == before


def test_a_backup_that_cannot_be_written_leaves_no_file_behind(here):
    a_club()
    (here / "file").write_text("in the way")
    assert refused("backup", "--to", here / "file").startswith("No backup was made: ")
    assert sorted(one.name for one in here.iterdir()) == ["file"]
