"""The published schemas of files and of the API: they are made of the readers, and true."""

import gzip
import json
import re
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from openapi_spec_validator import validate

from scoring.euchre import score_out, sheet
from scoring.league.pure.league_document import document as league_document
from scoring.league.pure.league_file import read as read_league
from scoring.management.formats import FORMATS, OPENAPI, documents
from scoring.public.views import openapi
from scoring.site.club_file.writing import save
from scoring.tournament.pure.document import document as tournament_document
from tests.euchre.chance import any_sheet
from tests.league.pure.made_up import leagues
from tests.proof import examples
from tests.rich_club import a_rich_club
from tests.schemas import misfits
from tests.tournament.pure.evenings import evenings

DOCS = Path(__file__).resolve().parents[1] / "docs"
COMMAND = "type: .venv/bin/python manage.py schema --into docs/schemas"


def test_the_published_schemas_are_those_of_the_code():
    found = {path.stem: path.read_bytes() for path in (DOCS / "schemas").iterdir()}
    made = {name: openapi.as_text(one).encode() for name, one in documents().items()}
    assert sorted(found) == sorted(made)
    assert [name for name in made if found[name] != made[name]] == [], COMMAND


def test_the_openapi_document_is_valid_and_has_every_address_of_the_api():
    document = openapi.document()
    validate(document)
    routes = json.loads((DOCS.parent / "tests/frozen/routes.json").read_text())
    routes = {name for name, route in routes.items() if route.startswith("api/")}
    described = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert sorted(described) == sorted(routes - {"api-nothing"})
    assert all(one.startswith("/api/") for one in document["paths"])


def in_docs():
    """Yield every whole file that a page of docs/ shows, with its format."""
    for page in DOCS.glob("*.md"):
        for block in re.findall(r"^```json\n(.*?)^```$", page.read_text(), re.M | re.S):
            try:
                found = json.loads(block)
            except ValueError:
                continue
            if isinstance(found, dict) and "format" in found:
                yield found["format"].partition("/")[0], found


def test_the_files_in_the_docs_fit_their_schemas():
    known = [(name, found) for name, found in in_docs() if name in FORMATS]
    assert {name for name, _ in known} >= {"euchre-sheet", "euchre-tournament", "euchre-league"}
    assert [(name, misfits(name, found)) for name, found in known if misfits(name, found)] == []


def test_sheets_of_every_rule_set_and_their_scores_fit():
    random, wrong = Random(7), []
    for _ in range(examples(60)):
        made = any_sheet(random, 8, wrong=0)
        wrong += misfits("euchre-sheet", sheet.document(made))
        wrong += misfits("euchre-score", score_out.document(score_out.score(made)))
    assert wrong == []


@given(evenings(rounds=2, most=14))
def test_a_tournament_fits_its_schema(tournament):
    assert misfits("euchre-tournament", tournament_document(tournament)) == []


@given(leagues())
def test_a_league_fits_its_schema(file):
    written = json.loads(json.dumps(league_document(read_league(file))))
    assert [misfits("euchre-league", file), misfits("euchre-league", written)] == [[], []]


@pytest.mark.django_db
def test_every_line_of_a_club_file_fits_its_schema(tmp_path):
    file = tmp_path / "club.jsonl.gz"
    save(a_rich_club(), file=file)
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    wrong = {line["is"]: found for line in lines if (found := misfits("euchre-club", line))}
    assert wrong == {}


CLUB = {"is": "player", "id": 1, "name": "Ann", "guest": False, "active": True}
SHEET = {"format": "euchre-sheet/1", "rules": "american", "players": ["Ann"], "hands": ["-"]}
LEAGUE = {
    "format": "euchre-league/1",
    "name": "Sugar River",
    "settings": {
        "pairs": 4,
        "games": 8,
        "decided_by": "points",
        "order": ["points"],
        "rounds": 2,
        "home_and_away": True,
    },
    "teams": ["Trolls", {"name": "Mounties", "home_day": "thursday"}],
}
TOURNAMENT = {
    "format": "euchre-tournament/1",
    "style": "classic",
    "entrants": [{"no": 1, "name": "Ann"}],
}
WRONG = [
    ("euchre-club", CLUB, {"nam": "Ann"}),
    ("euchre-club", CLUB, {"active": 1}),
    ("euchre-sheet", SHEET, {"hand": []}),
    ("euchre-sheet", SHEET, {"hands": [{"maker": 1}]}),
    ("euchre-sheet", SHEET, {"hands": [{"trick": 3}]}),
    ("euchre-sheet", SHEET, {"rules": "bridge"}),
    ("euchre-league", LEAGUE, {"dates": {"from": "2026-10-01"}}),
    ("euchre-league", LEAGUE, {"teams": []}),
    ("euchre-league", LEAGUE, {"settings": LEAGUE["settings"] | {"pairs": 0}}),
    ("euchre-tournament", TOURNAMENT, {"style": "bridge"}),
    ("euchre-tournament", TOURNAMENT, {"settings": {"round": 3}}),
    ("euchre-tournament", TOURNAMENT, {"entrants": [{"no": 1}]}),
]


@pytest.mark.parametrize(("name", "good", "change"), WRONG)
def test_a_schema_refuses_what_the_reader_refuses(name, good, change):
    assert misfits(name, good) == []
    assert misfits(name, deepcopy(good) | change) != []


def test_the_command_prints_a_schema_by_its_name(capsys, tmp_path):
    call_command("schema", "euchre-sheet")
    assert json.loads(capsys.readouterr().out) == documents()["euchre-sheet"]
    call_command("schema", into=tmp_path / "new")
    assert {path.stem for path in (tmp_path / "new").iterdir()} == {*FORMATS, OPENAPI}
    with pytest.raises(CommandError, match="There is no document bridge"):
        call_command("schema", "bridge")
