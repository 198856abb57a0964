"""`manage.py movement`, as a shell calls it."""

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from scoring.management.commands.movement import Command
from scoring.movement.rotation.documents import document, grid
from scoring.movement.rotation.plan import Plan, PlannedRound, plan
from tests.server import ROOT


def movement(*words, given=""):
    """What a shell sees of the command, called in this process."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.encode())))
        patch.chdir(ROOT)
        try:
            Command(stdout=out, stderr=err).run_from_argv(["manage.py", "movement", *words])
        except SystemExit as end:
            return subprocess.CompletedProcess(words, end.code, out.getvalue(), err.getvalue())
    return subprocess.CompletedProcess(words, 0, out.getvalue(), err.getvalue())


def test_manage_py_runs_the_movement_command():
    command = [sys.executable, "manage.py", "movement", "rotation", "--players", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1].endswith("A rotation is for 4 to 100 players, not 3.")


def test_a_rotation_as_json_has_its_rounds_and_a_summary():
    done = movement("rotation", "--players", "20", "--rounds", "8", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, done.stderr, said) == (0, "", document(plan(players=20, rounds=8)))
    assert list(said) == ["format", "players", "rounds", "summary"]
    assert (said["format"], said["players"], len(said["rounds"])) == ("euchre-movement/1", 20, 8)
    assert said["summary"] == {
        "partners": {"max": 1},
        "opponents": {"max": 2},
        "sit_outs": {"min": 0, "max": 0},
    }
    first = said["rounds"][0]
    assert (first["no"], first["sitting_out"], [one["table"] for one in first["tables"]]) == (
        1,
        [],
        [1, 2, 3, 4, 5],
    )
    assert sorted(no for one in first["tables"] for side in one["sides"] for no in side) == list(
        range(1, 21)
    )


def test_a_rotation_without_json_is_a_grid_for_people():
    found = Plan(
        people=(1, 2, 3, 4, 5, 6, 7, 8, 10),
        rounds=(
            PlannedRound(no=1, tables=(((1, 2), (3, 10)), ((5, 6), (7, 8))), sitting_out=(4,)),
            PlannedRound(no=12, tables=(((10, 8), (1, 4)), ((2, 6), (3, 7))), sitting_out=(5,)),
        ),
    )
    assert grid(found).splitlines()[:3] == [
        "Round  Table 1        Table 2",
        "    1   1+2  v  3+10   5+6  v  7+8   out: 4",
        "   12  10+8  v  1+4    2+6  v  3+7   out: 5",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rotation", "--players", "3"), "A rotation is for 4 to 100 players, not 3."),
        (("rotation", "--players", "101"), "A rotation is for 4 to 100 players, not 101."),
        (("rotation", "--players", "8", "--rounds", "0"), "A rotation has 1 to 400 rounds, not 0."),
        (("rotation", "--players", "x"), "invalid int value: 'x'"),
        (("next", "/nowhere.json"), "/nowhere.json: No such file or directory"),
        (("standings", "README.md"), "not JSON"),
    ],
)
def test_an_impossible_request_is_refused_in_a_sentence_with_status_1(words, says):
    done = movement(*words)
    assert (done.returncode, done.stdout, says in done.stderr) == (1, "", True)
    assert "Traceback" not in done.stderr


def test_a_tournament_on_standard_input_gets_its_next_round_and_standings():
    entrants = [{"no": no, "name": name} for no, name in enumerate("ABCDEFGH", start=1)]
    file = {
        "format": "euchre-tournament/1",
        "style": "club",
        "settings": {},
        "seed": 7,
        "entrants": entrants,
    }
    drawn = movement("next", "-", "--json", given=json.dumps(file | {"rounds": []}))
    assert (drawn.returncode, drawn.stderr) == (0, "")
    seated = json.loads(drawn.stdout)
    assert (seated["entrants"], [one["no"] for one in seated["rounds"]]) == (entrants, [1])
    again = movement("next", "-", given=drawn.stdout)
    assert (again.returncode, "Round 1: tables 1 and 2 have no result yet." in again.stderr) == (
        1,
        True,
    )
    for table in seated["rounds"][0]["tables"]:
        table["result"] = {"NS": 9, "EW": 6, "lones": {}, "tie": None}
    told = json.loads(movement("standings", "-", "--json", given=json.dumps(seated)).stdout)
    assert [row["points"] for row in told["rows"]] == [9] * 4 + [6] * 4
