"""A backup of every version since 0.1 becomes a site of today, and comes to the same scores, the
same settlements, the same sheets and the same prizes as that version's own code said."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from scoring.models import ClubSession, Tally, Tournament
from scoring.queries.money.settlement import statement_of
from scoring.queries.tournament.now import load_tournament
from scoring.queries.tournament.prizes import results_now
from scoring.rules.statement import Statement
from tests import proof
from tests.backup.oracle import said

OLD = Path(__file__).parent / "old"
VERSIONS = sorted(file.stem for file in OLD.glob("*.zip"))


def test_there_is_one_of_every_version():
    assert VERSIONS == ["0.1", "0.2", "0.3", "0.4", "0.5"]


def of_this_day():
    """Another version every day; all of them in a thorough run."""
    return proof.turn(len(VERSIONS), VERSIONS)


@pytest.fixture(params=range(len(of_this_day())))  # not their names: a day may end meanwhile
def version(request, settings, tmp_path, db):
    """The site of a past version, restored here."""
    settings.BACKUP_DIR, version = tmp_path, of_this_day()[request.param]
    call_command("restore", str(OLD / f"{version}.zip"), yes=True, stdout=StringIO())
    return version


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_site_of_then_comes_to_the_same_today(version):
    assert said() == json.loads((OLD / f"{version}.json").read_text(encoding="utf-8"))
    for session in ClubSession.objects.exclude(closings=None):
        signed = Statement.from_json(session.closings.get().document)
        assert (statement_of(session).nets, statement_of(session).sittings) == (
            signed.nets,
            signed.sittings,
        )
        assert Tally.objects.filter(session=session).exists()
    for tournament in Tournament.objects.exclude(results=None):
        assert results_now(tournament, load_tournament(tournament)) == tournament.results
