"""`manage.py league`, as a shell calls it."""

import io
import json
import sys

import pytest
from django.core.management import call_command

from tests.league.pure.test_league_file import LEAGUE


def run(*arguments):
    """Return what the command printed, what it complained of, and its exit status."""
    out, wrong, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("league", *arguments, stdout=out, stderr=wrong)
    except SystemExit as ended:
        status = ended.code
    return out.getvalue(), wrong.getvalue(), status


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "league.json"
    path.write_text(json.dumps(LEAGUE), encoding="utf-8")
    return path


def test_the_command_prints_the_table_for_people(file):
    out, wrong, status = run("table", str(file), "--until", "2026-10-08")
    assert (wrong, status) == ("", 0)
    assert out == (
        "One\n"
        "   Team      P  W  D  L  For  Agst  GW  GL  Pts\n"
        "1  Trolls    2  2  0  0  436   408   1   1    3\n"
        "2  Mounties  2  0  0  2  408   436   1   1    0\n"
        "\n"
        "Pair         Matches  Points  Average\n"
        "Cat and Dan        1      24    24.00\n"
        "Ann and Ben        1      19    19.00\n"
        "\n"
        "Two\n"
        "   Team       P  W  D  L  For  Agst  GW  GL  Pts\n"
        "1  Shufflers  0  0  0  0    0     0   0   0    0\n"
    )


def test_the_command_prints_a_json_document_for_programs(file):
    out, _, _ = run("table", str(file), "--json")
    found = json.loads(out)
    assert found["format"] == "euchre-table/1"
    assert [division["name"] for division in found["divisions"]] == ["One", "Two"]


def test_an_error_is_one_line_with_the_name_of_the_file(file):
    file.write_text(json.dumps(LEAGUE).replace('"away": "Trolls"', '"away": "Elks"'))
    assert run("table", str(file)) == ("", f'{file}: matches[0].away: no team "Elks"\n', 1)
    assert run("table", "no.json") == ("", "no.json: No such file or directory\n", 1)


def test_a_hyphen_reads_standard_input(monkeypatch):
    data = io.BytesIO(b"[")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    out, wrong, status = run("table", "-")
    assert (out, wrong[:13], status) == ("", "-: not JSON: ", 1)
