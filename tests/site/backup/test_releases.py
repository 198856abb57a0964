"""A backup of every release becomes a site of today, with the scores, settlements, sheets, prizes,
accounts and tables that the release itself read from it."""

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
from tests.site.backup.releases import FOLDER, facts, keep

KEPT, TODAY = sorted(file.stem for file in FOLDER.glob("*.zip")), "today"
CHANGELOG = FOLDER.parents[3] / "CHANGELOG.md"


def test_every_release_in_the_changelog_left_a_backup():
    headings = re.findall(r"^## (\d+\.\d+\.\d+)(.*)", CHANGELOG.read_text(), re.M)
    released = [number for number, said in headings if "(unreleased)" not in said]
    assert sorted(released) == KEPT


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.django_db
@pytest.mark.parametrize("release", [*KEPT, TODAY])
def test_a_restored_backup_shows_what_it_showed_when_it_was_made(release, tmp_path, settings):
    folder, settings.BACKUP_DIR = FOLDER, tmp_path
    if release == TODAY:
        folder = tmp_path
        template.copy_demo(tmp_path / "site")
        keep(tmp_path / "site", folder / release)
    call_command(
        "restore", str(folder / f"{release}.zip"), yes=True, from_elsewhere=True, stdout=StringIO()
    )
    assert facts() == json.loads((folder / f"{release}.json").read_text(encoding="utf-8"))
    for session in ClubSession.objects.exclude(closings=None):
        signed = Statement.from_json(session.closings.get().document)
        now = statement_of(session)
        assert (now.nets, now.sittings) == (signed.nets, signed.sittings)
        assert Tally.objects.filter(session=session).exists()
    for tournament in Tournament.objects.exclude(results=None):
        assert results_now(tournament, load_tournament(tournament)) == tournament.results
