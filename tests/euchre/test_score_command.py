"""`manage.py score`: the real command where processes matter, call_command elsewhere."""

import json
import os
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.euchre import score_out
from scoring.euchre.books import SHELF
from scoring.euchre.sheet import document, read
from tests.euchre.cast import a_sheet
from tests.euchre.chance import any_sheet
from tests.euchre.test_game_notation import record

ROOT = Path(__file__).resolve().parents[2]
GOOD = a_sheet("Ben+Dan 5", stake={"currency": "GBP", "point": "0.25"})
BAD = a_sheet("Ben 3", "Zed 3")
SCORED = score_out.score(read(GOOD))
SCORE = score_out.document(SCORED)
ZED = {"hand": 2, "field": "maker", "message": 'maker "Zed" is not at this table'}
RUBBISH = {"hand": None, "field": None, "message": "not UTF-8: byte 1 cannot be"}


def refused(error):
    return {"format": "euchre-score/1", "error": error}


def lines(*sheets):
    return "".join(f"{json.dumps(sheet)}\n" for sheet in sheets).encode()


@pytest.fixture
def files(tmp_path, monkeypatch):
    """good.json, bad.json, rubbish.json and many.jsonl in the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.json").write_text(json.dumps(GOOD, indent=2))
    (tmp_path / "bad.json").write_text(json.dumps(BAD))
    (tmp_path / "rubbish.json").write_bytes(b"\xff\x00\n")
    (tmp_path / "many.jsonl").write_bytes(lines(GOOD, BAD, GOOD))


def run(*arguments, stdin=b""):
    """Return (exit code, standard output, standard error) of the command called in this process."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
        try:
            call_command("score", *arguments, stdout=out, stderr=err)
        except SystemExit as end:
            return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def documents(out):
    return [json.loads(line) for line in out.split("\n")[:-1]]


def start(*arguments, **pipes):
    """Start the command as a shell would, where no database can be opened and the locale knows no
    "Ł"."""
    environment = {
        "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3",
        "PYTHONIOENCODING": "latin-1",
    }
    return subprocess.Popen(
        [sys.executable, "manage.py", "score", *arguments],
        cwd=ROOT,
        env=os.environ | environment | {"SECRET_KEY": "test"},
        **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | pipes,
    )


def test_a_sheet_is_shown_as_a_table(files):
    assert run("good.json") == (0, score_out.table(SCORED), "")


def test_with_json_every_sheet_is_one_line_in_the_order_given(files):
    code, out, err = run("--json", "good.json", "bad.json", "good.json")
    assert (code, documents(out)) == (1, [SCORE, refused(ZED), SCORE])
    assert err == 'bad.json: hand 2: maker "Zed" is not at this table\n'


def test_a_record_in_euchre_game_notation_is_scored_like_a_sheet(files):
    code, out, err = run(
        "--json", "--lines", stdin=lines(GOOD, record(), record(initialScore=[1, 0]))
    )
    scores = documents(out)
    assert (code, scores[0]) == (1, SCORE)
    assert [hand["points"] for hand in scores[1]["hands"]] == [
        {"Ann": 1, "Cat": 1},
        {"Ben": 4, "Dan": 4},
    ]
    wrong = "metadata.initialScore: it begins in the middle of a game, and a table at nothing"
    assert scores[2] == refused({"hand": None, "field": "initialScore", "message": wrong})
    assert err == f"line 3: {wrong}\n"


def test_a_bad_sheet_is_named_on_standard_error_and_the_others_are_scored(files):
    table = score_out.table(SCORED)
    assert run("bad.json", "good.json") == (
        1,
        table,
        'bad.json: hand 2: maker "Zed" is not at this table\n',
    )


def test_an_unreadable_sheet_is_named_without_a_hand(files):
    code, out, err = run("--json", "rubbish.json")
    assert (code, documents(out), err) == (
        1,
        [refused(RUBBISH)],
        "rubbish.json: not UTF-8: byte 1 cannot be\n",
    )


def test_a_missing_file_is_named(files):
    message = "cannot be read: No such file or directory"
    code, out, err = run("--json", "nowhere.json", "good.json")
    assert documents(out) == [refused({"hand": None, "field": None, "message": message}), SCORE]
    assert (code, err) == (1, f"nowhere.json: {message}\n")


def test_a_directory_is_not_a_sheet(files):
    assert run(".") == (1, "", ".: cannot be read: Is a directory\n")


@pytest.mark.parametrize("names", [[], ["-"]])
def test_standard_input_is_a_sheet(names):
    assert run(*names, stdin=json.dumps(GOOD).encode()) == (0, score_out.table(SCORED), "")


def test_a_bad_sheet_on_standard_input_is_named_by_its_dash():
    assert (
        run("-", stdin=json.dumps(BAD).encode())[2]
        == '-: hand 2: maker "Zed" is not at this table\n'
    )


def test_a_closed_standard_input_is_reported_in_a_sentence(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit, match="^1$"):
        call_command("score", stdout=out, stderr=err)
    assert (out.getvalue(), err.getvalue()) == ("", "-: cannot be read: standard input is closed\n")


def test_every_line_of_standard_input_is_a_sheet():
    code, out, err = run("--json", "--lines", stdin=lines(GOOD, BAD, GOOD))
    assert (code, documents(out)) == (1, [SCORE, refused(ZED), SCORE])
    assert err == 'line 2: hand 2: maker "Zed" is not at this table\n'


def test_every_line_of_a_file_is_a_sheet(files):
    code, out, err = run("--json", "--lines", "many.jsonl")
    assert (code, documents(out)) == (1, [SCORE, refused(ZED), SCORE])
    assert err == 'many.jsonl: line 2: hand 2: maker "Zed" is not at this table\n'


def test_the_last_line_needs_no_newline_and_an_empty_line_is_an_error():
    code, out, err = run("--json", "--lines", stdin=b"\n" + lines(GOOD)[:-1])
    assert ([list(found)[-1] for found in documents(out)], code) == (["error", "pairs"], 1)
    assert err == "line 1: not JSON: Expecting value: line 2 column 1 (char 1)\n"


def test_no_lines_give_no_scores():
    assert run("--json", "--lines", stdin=b"") == (0, "", "")


def test_lines_are_shown_as_tables_too():
    table = score_out.table(SCORED)
    assert run("--lines", stdin=lines(GOOD, GOOD)) == (0, table + table, "")


def test_sheets_of_every_set_and_of_house_rules_are_scored_in_one_stream():
    random = Random(1)
    sheets = [any_sheet(random, 20, keys=(key,), house=house) for key in SHELF for house in (0, 1)]
    code, out, err = run("--json", "--lines", stdin=lines(*map(document, sheets)))
    assert (code, err) == (0, "")
    assert documents(out) == [score_out.document(score_out.score(sheet)) for sheet in sheets]


def test_games_and_house_rules_are_shown_as_a_table():
    sheet = a_sheet(
        "Ann 5", "Ben! 2", players=4, rules={"base": "keller", "name": "Ours", "euchre": 3}
    )
    table = score_out.table(score_out.score(read(sheet)))
    assert run(stdin=json.dumps(sheet).encode()) == (0, table, "")
    assert table.startswith("Ours (Keller’s game, changed); 5 points a game\n")


def test_bad_house_rules_are_reported_in_one_line_and_the_others_are_scored():
    bad = a_sheet("Ann 5", players=4, rules={"base": "keller", "name": "Ours", "euchres": 3})
    message = '"euchres" is not a provision of keller.'
    code, out, err = run("--json", "--lines", stdin=lines(GOOD, bad, GOOD))
    error = {"hand": None, "field": "rules", "message": message}
    assert (code, documents(out), err) == (
        1,
        [SCORE, refused(error), SCORE],
        f"line 2: {message}\n",
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=60).filter(lambda data: b"\n" not in data)))
def test_every_line_of_any_bytes_gets_one_answer(rubbish):
    data = b"".join(line + b"\n" for line in rubbish)
    code, out, err = run("--json", "--lines", stdin=data)
    assert [list(found) for found in documents(out)] == [["format", "error"]] * len(rubbish)
    assert (code, err.count("\n")) == (1 if rubbish else 0, len(rubbish))


def test_the_command_needs_no_database_and_writes_utf_8_in_any_locale():
    sheet = json.dumps(
        a_sheet("Łuk+Dan 5", players=["Ann", "Łukasz", "王小明", "Dan"]), ensure_ascii=False
    )
    process = start("--json", "-")
    out, err = process.communicate(sheet.encode(), timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["totals"] == {"Ann": 0, "Łukasz": 2, "王小明": 0, "Dan": 2}
    assert "Łukasz" in out.decode("utf-8")


def test_a_bad_sheet_ends_the_real_command_with_status_one_and_no_traceback():
    process = start("--json", "--lines")
    out, err = process.communicate(lines(GOOD) + b"\xff\n" + lines(BAD), timeout=60)
    assert documents(out.decode()) == [SCORE, refused(RUBBISH), refused(ZED)]
    expected = (
        'line 2: not UTF-8: byte 1 cannot be\nline 3: hand 2: maker "Zed" is not at this table\n'
    )
    assert (process.returncode, err.decode()) == (1, expected)


def test_a_line_is_answered_before_the_next_is_sent():
    with start("--json", "--lines") as process:
        for _ in range(2):
            process.stdin.write(lines(GOOD))
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == SCORE
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_closed_output_causes_no_traceback():
    with start("--json", "--lines") as process:
        process.stdout.close()
        process.stdin.write(lines(*[GOOD] * 50))
        process.stdin.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (1, b"")


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no /dev/full to write to"
)
def test_a_full_disk_is_reported_in_a_sentence():
    with open("/dev/full", "wb") as full, start("--json", stdout=full) as process:
        _, err = process.communicate(lines(GOOD), timeout=60)
    assert (process.returncode, err) == (1, b"standard output: No space left on device\n")


def test_scoring_loads_no_module_that_it_does_not_need():
    code = (
        "import sys; from django.core.management import execute_from_command_line as run\n"
        "run(['manage.py', 'score', '--lines'])\n"
        "sys.exit(str(sorted({'reportlab', 'segno', 'clubsite.urls', 'PIL'} & set(sys.modules))))"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "clubsite.settings", "SECRET_KEY": "test"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        input=b"",
        capture_output=True,
        timeout=60,
    )
    assert done.stderr == b"[]\n"
