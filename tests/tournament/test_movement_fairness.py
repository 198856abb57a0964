"""`manage.py movement fairness`: the certificate of a file."""

import io
import json
import re

import pytest
from django.core.management import CommandError, call_command

from scoring.tournament.pure.document import document
from tests.tournament.pure.evenings import evening


def run(tmp_path, tournament, *arguments):
    path, out = tmp_path / "tournament.json", io.StringIO()
    path.write_text(json.dumps(document(tournament)), encoding="utf-8")
    call_command("movement", "fairness", str(path), *arguments, stdout=out)
    return out.getvalue()


def test_a_certificate_from_several_processes_has_every_evening_once(tmp_path):
    found = json.loads(run(tmp_path, evening(style="classic", number=9), "--evenings=60", "--json"))
    assert (found["format"], found["evenings"], found["entrants"]) == ("euchre-fairness/1", 60, 9)
    assert [row["table"] for row in found["first_seat"]] == [1, 2, None]
    assert {row["evenings"] for row in found["first_seat"]} == {60}


def test_a_certificate_for_people_names_what_the_first_table_is_worth(tmp_path):
    lines = run(tmp_path, evening(style="club", number=9), "--evenings=10").splitlines()
    assert lines[0] == "9 entrants, 8 rounds"
    place = next(line for line in lines if line.startswith("Table 2: "))
    assert re.fullmatch(r"Table 2: (\d\.\d\d), \d\.\d\d to \d\.\d\d", place)
    assert any("about 5.00" in line for line in lines)  # the place in the middle of nine


@pytest.mark.parametrize("number", ["1", "100001"])
def test_too_few_or_too_many_evenings_are_refused(tmp_path, number):
    with pytest.raises(CommandError, match="2 to 100000"):
        run(tmp_path, evening(number=8), f"--evenings={number}")
