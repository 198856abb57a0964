"""The pages of a site's backups: who comes in, what they say, and what a restore asks first."""

import re
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.models import Club, Player
from scoring.site.backup.shelf import shelf
from tests.cast import a_club, a_phone, an_organiser, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/site/backups/"


def here_instead(*words):
    """A command of manage.py, which the page has a process of its own for, on the tests' database:
    what it says and how it ends."""
    said, status = StringIO(), 0
    try:
        call_command(*words, stdout=said)
    except CommandError as wrong:
        said.write(f"CommandError: {wrong}\n")
        status = 1
    return SimpleNamespace(returncode=status, communicate=lambda timeout: (said.getvalue(), None))


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.BACKUP_DIR = tmp_path / "backups"
    monkeypatch.setattr("scoring.site.backup.keeper.command", here_instead)
    return settings.BACKUP_DIR


@pytest.fixture
def owner():
    """The browser of the site's owner, who owns a club too."""
    a_club("The Left Bower Club", organiser="kate")
    call_command("siteowner", "kate", stdout=StringIO())
    return signed_in("kate")


def text_of(answer):
    return " ".join(answer.content.decode().split())


def the_one():
    (kept,) = shelf()
    return kept


def test_a_backup_can_be_made_verified_and_downloaded(owner, folder):
    assert "No backup of this site is verified. Make one now." in text_of(owner.get(PAGE))
    assert owner.post(f"{PAGE}make").status_code == 302
    kept = the_one()
    page = text_of(owner.get(PAGE))
    assert "The last verified backup was made on" in page
    assert "Verified, " in page
    assert "Make one now." not in page
    fetched = owner.get(f"{PAGE}{kept.name}/file")
    assert fetched.getvalue() == kept.file.read_bytes()
    assert fetched["Content-Disposition"] == f'attachment; filename="{kept.name}"'


def test_a_restore_is_previewed_and_needs_the_typed_word(owner):
    owner.post(f"{PAGE}make")
    Player.objects.create(club=Club.objects.get(), name="Late")
    one = f"{PAGE}{the_one().name}/"
    assert 'People</th><td class="number">1</td><td class="number">0</td>' in text_of(
        owner.get(one)
    )
    for word in ("", "yes"):
        refused = owner.post(one, {"word": word})
        assert (refused.status_code, "Not saved." in text_of(refused)) == (422, True)
    assert (Player.objects.count(), len(shelf())) == (1, 1)


def test_a_confirmed_restore_replaces_the_data_and_signs_everyone_out(owner):
    owner.post(f"{PAGE}make")
    Player.objects.create(club=Club.objects.get(), name="Late")
    done = owner.post(f"{PAGE}{the_one().name}/", {"word": "Restore"})
    said = text_of(done)
    assert (done.status_code, Player.objects.count()) == (200, 0)
    assert "The site is back to how it was on" in said
    assert "To undo this, restore" in said
    assert owner.get(PAGE).status_code == 403
    again = signed_in("kate")
    assert "To undo that, restore" in text_of(again.get(PAGE))
    before = next(one for one in shelf() if one.why == "restore")
    back = again.post(f"{PAGE}{before.name}/", {"word": "restore"})
    assert (back.status_code, Player.objects.get().name) == (200, "Late")


def test_another_sites_backup_is_restored_after_a_warning_and_a_tick(owner):
    owner.post(f"{PAGE}make")
    Player.objects.create(club=Club.objects.get(), name="Late")
    one, warning = f"{PAGE}{the_one().name}/", "did not sign this backup"
    assert warning not in text_of(owner.get(one))
    with patch("scoring.site.backup.shelf.is_ours", return_value=False):
        assert warning in text_of(owner.get(one))
        refused = owner.post(one, {"word": "restore"})
        assert (refused.status_code, Player.objects.count()) == (422, 1)
        done = owner.post(one, {"word": "restore", "elsewhere": "on"})
    assert (done.status_code, Player.objects.count()) == (200, 0)


def sent(browser, name, content):
    """Send a file by the form of the page, if the browser sees one."""
    shown = re.search(r'action="(/site/backups/bring[^"]*)"', browser.get(PAGE).content.decode())
    address = shown[1] if shown else f"{PAGE}bring"
    return browser.post(address, {"file": SimpleUploadedFile(name, content)})


def test_an_uploaded_backup_is_verified_before_it_is_kept(owner, folder):
    owner.post(f"{PAGE}make")
    kept = the_one()
    content = kept.file.read_bytes()
    kept.file.unlink()
    taken = sent(owner, kept.name, content)
    assert taken.url == f"{PAGE}{kept.name}/"
    assert (the_one().file.read_bytes(), "Then" in text_of(owner.get(taken.url))) == (content, True)
    refused = sent(owner, "holiday.zip", content[:-1])
    assert refused.status_code == 422
    assert "holiday.zip is damaged or cut off" in text_of(refused)
    assert [file.name for file in folder.glob("*.zip")] == [kept.name]


def test_only_this_address_accepts_a_large_file_and_only_up_to_its_limit(owner, settings):
    large = b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    assert sent(owner, "large.zip", large).status_code == 422
    for address in ("make", "bring", "bring?1:forged:0"):
        answer = owner.post(PAGE + address, {"file": SimpleUploadedFile("x", large)})
        assert answer.status_code == 413
    settings.BACKUP_UPLOAD_BYTES = 1_000_000
    too_large = sent(owner, "large.zip", b"x" * 1_000_001)
    assert (too_large.status_code, "up to 1 MB here" in text_of(too_large)) == (413, True)


def test_a_file_from_an_unauthorised_user_is_not_even_read(owner):
    """Its form's token, which stands in the body, is asked for after the door."""
    for account in (None, "mallory", "kate"):
        browser = a_phone(strict=True)
        if account:
            browser.force_login(an_organiser(account))
        said = {None: "Sign in first", "mallory": "You can’t open this page"}.get(account)
        said = said or "This page is out of date"
        assert said in text_of(sent(browser, "x.zip", b"x"))


def test_a_clubs_owner_sees_only_the_age_of_the_backup(owner):
    owner.post(f"{PAGE}make")
    club = a_club("Another", organiser="mallory")
    mallory = signed_in("mallory")
    page = text_of(mallory.get(f"/clubs/{club.pk}/files/"))
    assert "The last verified backup of the site was made on" in page
    assert PAGE not in page
    assert PAGE not in text_of(mallory.get("/"))
    for address in (PAGE, f"{PAGE}{the_one().name}/", f"{PAGE}{the_one().name}/file"):
        assert mallory.get(address).status_code == 403
    assert PAGE in text_of(owner.get("/"))


def test_a_clubs_owner_cannot_make_a_password_link_for_the_site_owner(owner):
    club = Club.objects.get()
    club.officers.create(user=an_organiser("mallory"), role="owner")
    kate = club.officers.get(user__username="kate")
    refused = signed_in("mallory").post(f"/clubs/{club.pk}/officers/{kate.pk}/new-password")
    assert (refused.status_code, club.invitations.count()) == (409, 0)


def test_the_page_warns_of_an_old_backup_and_a_nearly_full_disk(owner, monkeypatch):
    owner.post(f"{PAGE}make")
    later = timezone.now() + timedelta(days=3, hours=1)
    monkeypatch.setattr("scoring.site.views.backups.free_bytes", lambda folder: 3_000_000)
    with monkeypatch.context() as patch:
        patch.setattr("scoring.site.views.backups.timezone.now", lambda: later)
        page = text_of(owner.get(PAGE))
    assert "The last verified backup is 3 days old. Make one now." in page
    assert "The disk of the backups is nearly full: 3 MB are free." in page


def test_a_file_copied_into_the_folder_is_offered(owner, folder):
    owner.post(f"{PAGE}make")
    kept = the_one()
    kept.file.rename(folder / "from-a-stick.zip")
    assert "from-a-stick.zip" in text_of(owner.get(PAGE))
    assert owner.get(f"{PAGE}from-a-stick.zip/").status_code == 404
    assert owner.post(f"{PAGE}from-a-stick.zip/verify").url == f"{PAGE}from-a-stick.zip/"
    assert (the_one().name, the_one().reason) == ("from-a-stick.zip", "brought from elsewhere")


@pytest.mark.parametrize("name", ["..", "../secret_key", "nothing.zip", "backups.json", ".lock"])
def test_no_other_file_can_be_downloaded(owner, folder, name):
    owner.post(f"{PAGE}make")
    assert owner.get(f"{PAGE}{name}/file").status_code == 404
