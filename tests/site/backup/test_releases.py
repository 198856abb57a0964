"""A backup of every release becomes a site of today, with the scores, settlements, sheets, prizes,
accounts and tables that the release itself read from it. Its database is upgraded in place to the
same."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command

from scoring.euchre.statement import Statement
from scoring.models import ClubSession, Tally, Tournament
from scoring.table.queries.settlement import statement_of
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.queries.prizes import results_now
from tests import template
from tests.site.backup.releases import FOLDER, facts, keep, lay_out, on_site

KEPT, TODAY = sorted(file.stem for file in FOLDER.glob("*.zip")), "today"
UPGRADE = """
# What a start and the doctor do, and the facts, in one process.
from django.core.management import call_command
from scoring.site.doctor.stored import migrations
from tests.site.backup.releases import write
call_command("migrate", verbosity=0)
call_command("recount", missing=True)
assert not [*migrations()]
write({!r})
"""
CHANGELOG = FOLDER.parents[3] / "CHANGELOG.md"


def test_every_release_in_the_changelog_left_a_backup():
    headings = re.findall(r"^## (\d+\.\d+\.\d+)(.*)", CHANGELOG.read_text(), re.M)
    released = [number for number, said in headings if "(unreleased)" not in said]
    assert sorted(released) == KEPT


def of_today(folder):
    """Make the backup and the facts of the demo club by this version."""
    template.copy_demo(folder / "demo")
    keep(folder / "demo", folder / TODAY)


@pytest.fixture(params=[*KEPT, pytest.param(TODAY, marks=pytest.mark.thorough)])
def release(request):
    """The backup of a release, and its facts."""
    folder = template.made_once(TODAY, of_today) if request.param == TODAY else FOLDER
    told = (folder / f"{request.param}.json").read_text(encoding="utf-8")
    return folder / f"{request.param}.zip", json.loads(told)


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_database_of_a_release_is_upgraded_in_place_and_is_well(release, tmp_path):
    backup, told = release
    site = tmp_path / "site"
    site.mkdir()
    lay_out(backup, site)
    on_site(site, "shell", "-v0", "-c", UPGRADE.format(str(site / "upgraded")))
    assert len([*(site / "backups").glob("*.zip")]) == 1
    assert json.loads((site / "upgraded.json").read_text(encoding="utf-8")) == told


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_restored_backup_shows_what_it_showed_when_it_was_made(release, tmp_path, settings):
    backup, told = release
    settings.BACKUP_DIR = tmp_path
    call_command("restore", str(backup), yes=True, from_elsewhere=True, stdout=StringIO())
    assert facts() == told
    for session in ClubSession.objects.exclude(closings=None):
        signed = Statement.from_json(session.closings.get().document)
        now = statement_of(session)
        assert (now.nets, now.sittings) == (signed.nets, signed.sittings)
        assert Tally.objects.filter(session=session).exists()
    for tournament in Tournament.objects.exclude(results=None):
        assert results_now(tournament, load_tournament(tournament)) == tournament.results
