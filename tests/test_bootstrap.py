"""./run and ./test on a machine that lacks something: their messages, and the things they don't
touch."""

import ast
import os
import socket
import stat
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from clubsite import running
from clubsite.progress import Progress
from scripts import bootstrap, environment, testing
from tests import proof
from tests.conftest import due, slow_first

SCRIPTS = Path(bootstrap.__file__).parent
REQUIREMENTS = ["requirements.txt", "requirements-dev.txt"]


@pytest.fixture
def checkout(tmp_path):
    """A checkout of nothing but requirement files, its environment filled."""
    (tmp_path / "requirements.txt").write_text("Django==5.2\n")
    (tmp_path / "requirements-dev.txt").write_text("Django==5.2\npytest==9\n")
    checkout = environment.Environment(tmp_path)
    checkout.python.parent.mkdir(parents=True)
    checkout.python.symlink_to(sys.executable)
    for name in REQUIREMENTS:
        (checkout.folder / f"{name}.stamp").write_text(checkout.stamp(name))
    return checkout


@pytest.fixture
def taken_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def script(file: Path, text: str) -> Path:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def filled(checkout):
    return [name for name in REQUIREMENTS if checkout.is_filled(name)]


def options(*arguments, **variables):
    chosen = running.options(arguments, variables)
    return (chosen.host, chosen.port, chosen.empty)


def test_an_old_python_is_refused_with_a_command_to_type():
    sentence = bootstrap.too_old((3, 9, 2, "final", 0), "/usr/bin/python3", "test")
    assert sentence.splitlines() == [
        "Bowerbook needs Python 3.11 or newer; /usr/bin/python3 is Python 3.9.",
        "Install a newer one, for example: sudo apt install python3.11 python3.11-venv   "
        "(macOS: brew install python@3.13; Windows: winget install Python.Python.3.13)",
        "Then type ./test again.",
    ]


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1), (4, 0, 0)])
def test_a_newer_python_is_accepted(version):
    assert bootstrap.too_old(version, "python3", "run") == ""


def test_an_old_python_can_parse_the_file_that_refuses_it():
    module = ast.parse(Path(bootstrap.__file__).read_text(), feature_version=(3, 6))
    imported = [
        name.name for node in module.body if isinstance(node, ast.Import) for name in node.names
    ]
    assert imported == ["sys"]


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_an_environment_filled_from_the_same_files_is_left_alone(checkout, name, capsys):
    before = (checkout.folder / f"{name}.stamp").stat().st_mtime_ns
    checkout.fill(name)
    assert (capsys.readouterr().out, (checkout.folder / f"{name}.stamp").stat().st_mtime_ns) == (
        "",
        before,
    )


def test_a_changed_requirements_file_installs_again(checkout):
    (checkout.root / "requirements-dev.txt").write_text("Django==5.2\npytest==10\n")
    assert filled(checkout) == ["requirements.txt"]


def test_an_environment_whose_python_is_gone_is_filled_again(checkout):
    checkout.python.unlink()
    checkout.python.symlink_to(checkout.root / "nowhere")
    assert filled(checkout) == []


def test_another_version_of_python_installs_again(checkout):
    later = environment.Environment(checkout.root, version=(3, 99))
    assert (filled(checkout), filled(later)) == (REQUIREMENTS, [])


def test_without_pip_and_ensurepip_the_command_says_what_to_type(tmp_path):
    bare = script(tmp_path / "python", "exit 1")
    with pytest.raises(running.Refusal) as refusal:
        environment.pip_for(bare, outer=str(bare), wheels=tmp_path)
    assert (
        str(refusal.value).split()
        == (
            "This Python has no pip to fill .venv/ with: the modules ensurepip and pip are both "
            "missing. On Debian and Ubuntu type: sudo apt install python3-venv (Fedora: sudo dnf "
            "install python3-pip) Then try again."
        ).split()
    )


def test_without_ensurepip_the_pip_of_the_machine_fills_the_environment(tmp_path):
    bare = script(tmp_path / "python", "exit 1")
    outer = script(tmp_path / "outer", f'[ "$*" = "-m pip --python {bare} --version" ]')
    found = environment.pip_for(bare, outer=str(outer), wheels=tmp_path)
    assert found == [str(outer), "-m", "pip", "--python", str(bare)]


def test_without_any_pip_a_wheel_of_pip_fills_the_environment(tmp_path):
    wheel = tmp_path / "pip-23.0.1-py3-none-any.whl"
    wheel.touch()
    bare = script(tmp_path / "python", f'[ "$*" = "{wheel}/pip --version" ]')
    outer = script(tmp_path / "outer", "exit 1")
    assert environment.pip_for(bare, outer=str(outer), wheels=tmp_path) == [
        str(bare),
        f"{wheel}/pip",
    ]


LOCK = """
babel==2.18.0 \\
    --hash=sha256:b80b99a1
django==5.2.19 \\
    --hash=sha256:5f4c8d3e
psycopg[binary,pool]==3.3.9 \\
    --hash=sha256:77fc2a1b
pysqlite3==0.6.1 ; platform_machine == 'x86_64' \\
    --hash=sha256:0a1b2c3d
tzdata==2026.6 \\
    --hash=sha256:9f8e7d6c
"""
SAID_BY_PIP = """Ignoring pysqlite3: markers 'platform_machine == "x86_64"' don't match
Looking in links: wheels
Processing ./mirror/babel-2.18.0-py3-none-any.whl (from -r requirements.txt (line 3))
Collecting django==5.2.19
  Downloading Django-5.2.19-py3-none-any.whl (8.3 MB)
Collecting psycopg[binary,pool]==3.3.9
Requirement already satisfied: tzdata==2026.6 in site-packages (2026.6)
Installing collected packages: babel, django, psycopg
Successfully installed babel-2.18.0 django-5.2.19 psycopg-3.3.9"""


@pytest.fixture
def lock(tmp_path):
    file = tmp_path / "requirements.txt"
    file.write_text(LOCK)
    return file


def test_the_progress_of_installing_packages_counts_up_to_their_number(lock, tmp_path, capsys):
    pip = script(tmp_path / "pip", f"cat <<'END'\n{SAID_BY_PIP}\nEND")
    assert environment.install_all([pip], lock) is True
    assert capsys.readouterr().out.splitlines() == [
        "packages for .venv/: 5",
        "packages 1 of 4: babel",
        "packages 2 of 4: django",
        "packages 3 of 4: psycopg",
        "packages 4 of 4: tzdata",
        "packages: 4 on their way into .venv/",
    ]


def test_when_packages_cannot_be_installed_the_output_of_pip_is_printed(lock, tmp_path, capsys):
    said = "echo Collecting babel==2.18.0; echo ERROR: no route >&2; exit 1"
    pip = script(tmp_path / "pip", said)
    assert environment.install_all([pip], lock) is False
    assert capsys.readouterr().out.splitlines() == [
        "packages for .venv/: 5",
        "packages 1 of 5: babel",
        "Collecting babel==2.18.0",
        "ERROR: no route",
    ]


def test_on_a_terminal_the_progress_overwrites_one_line(monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with Progress() as progress:
        progress.say("packages 1 of 2: babel")
        progress.say("packages 2 of 2: django")
    assert capsys.readouterr().out == (
        "\r\033[Kpackages 1 of 2: babel\r\033[Kpackages 2 of 2: django\n"
    )


@pytest.mark.parametrize(
    ("arguments", "variables", "expected"),
    [
        ([], {}, ("127.0.0.1", 8000, False)),
        (["--port", "8123", "--empty"], {}, ("127.0.0.1", 8123, True)),
        (["--lan"], {}, ("0.0.0.0", 8000, False)),
        ([], {"BIND": "0.0.0.0:9000"}, ("0.0.0.0", 9000, False)),
        ([], {"BIND": "[::1]"}, ("[::1]", 8000, False)),
        (["--lan", "--port", "8001"], {"BIND": "127.0.0.1:9000"}, ("0.0.0.0", 8001, False)),
    ],
)
def test_options_take_precedence_over_the_variable_bind(arguments, variables, expected):
    assert options(*arguments, **variables) == expected


@pytest.mark.parametrize(
    ("arguments", "variables", "said"),
    [
        (["--port", "70000"], {}, "70000 is no port: it is a number from 1 to 65535"),
        (["--port", "eight"], {}, "eight is no port: it is a number from 1 to 65535"),
        ([], {"BIND": "0.0.0.0:0"}, "0 is no port: it is a number from 1 to 65535"),
        (
            [],
            {"BIND": "a:b:c"},
            "the variable BIND is an address such as 127.0.0.1 or 0.0.0.0:8000",
        ),
    ],
)
def test_an_invalid_port_or_address_is_refused(arguments, variables, said, capsys):
    with pytest.raises(SystemExit) as exit_:
        options(*arguments, **variables)
    assert (exit_.value.code, capsys.readouterr().err.rstrip().endswith(said)) == (2, True)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", ""])
def test_a_port_in_use_is_refused_with_a_command_to_type(host, taken_port):
    with pytest.raises(running.Refusal) as refusal:
        running.refuse_taken_port(host, taken_port)
    assert str(refusal.value).splitlines() == [
        f"Another program, or another ./run, is using port {taken_port}.",
        f"Type: ./run --port {running.free_port(host, taken_port)}",
    ]


def test_the_suggested_port_is_free(taken_port, monkeypatch):
    listening = {taken_port, taken_port + 1}
    monkeypatch.setattr(running, "error_at", lambda host, port: port in listening or None)
    assert running.free_port("127.0.0.1", taken_port) == taken_port + 2


def test_a_released_port_is_free_again(taken_port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    assert (running.refuse_taken_port("127.0.0.1", port), port != taken_port) == (None, True)


def test_an_address_of_another_machine_is_refused():
    said = r"^The site can't use 203\.0\.113\.7 \(.*\)\. Check the variable BIND\.$"
    with pytest.raises(running.Refusal, match=said):
        running.refuse_taken_port("203.0.113.7", 8000)


def test_the_site_gets_its_variables_and_keeps_those_that_were_given(
    monkeypatch,
):
    monkeypatch.setattr(running.socket, "gethostname", lambda: "Snug-1")
    given = {"ALLOWED_HOSTS": "club.example", "TIME_ZONE": "Europe/Vienna", "HTTPS": "yes"}
    assert running.variables(given, host="0.0.0.0", port=8001, lan="192.168.1.7") == {
        "BIND": "0.0.0.0:8001",
        "ALLOWED_HOSTS": "club.example,192.168.1.7,snug-1,snug-1.local",
        "TIME_ZONE": "Europe/Vienna",
        "HTTPS": "yes",
    }


@pytest.mark.parametrize(
    ("host", "lan", "expected"),
    [
        ("127.0.0.1", "", "http://127.0.0.1:8000"),
        ("0.0.0.0", "192.168.1.7", "http://192.168.1.7:8000"),
        ("0.0.0.0", "", "http://127.0.0.1:8000"),
        ("[::1]", "", "http://[::1]:8000"),
    ],
)
def test_the_address_to_type_is_one_that_a_browser_can_reach(host, lan, expected):
    assert running.address(host, 8000, lan) == expected


def test_the_machine_s_time_zone_is_read_from_its_link_or_its_file(tmp_path):
    assert running.machine_zone(tmp_path) == ""
    (tmp_path / "timezone").write_text("Europe/Vienna\n")
    assert running.machine_zone(tmp_path) == "Europe/Vienna"
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/America/Toronto")
    assert running.machine_zone(tmp_path) == "America/Toronto"


@pytest.mark.parametrize("written", ["Middle/Earth", "../../passwd", ""])
def test_an_invalid_time_zone_of_the_machine_is_ignored(tmp_path, written):
    (tmp_path / "timezone").write_text(written)
    assert running.machine_zone(tmp_path) == ""


def test_the_tests_do_not_see_the_variables_of_a_site(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club.example/book")
    monkeypatch.setenv("CHROMIUM", "/opt/chromium")
    clean = testing.clean_environment("/tmp/data")
    seen = {name: clean.get(name) for name in ("DATABASE_URL", "CHROMIUM", "DATA_DIR")}
    assert seen == {"DATABASE_URL": None, "CHROMIUM": "/opt/chromium", "DATA_DIR": "/tmp/data"}


@pytest.fixture
def said_of_memory(tmp_path, monkeypatch):
    """A function that writes what Linux would say of its memory."""
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(testing, "ROOM", 3000)

    def say(text):
        (tmp_path / "said").write_text(f"MemTotal: 8 kB\n{text}\n")
        return tmp_path / "said"

    return say


def test_the_files_of_a_test_run_are_in_memory_if_there_is_room(tmp_path, said_of_memory):
    enough = said_of_memory("MemAvailable:    4 kB")
    assert testing.in_memory(tmp_path, enough) == tmp_path
    assert testing.in_memory(tmp_path / "nothing", enough) is None
    assert testing.in_memory(tmp_path, tmp_path / "nothing") is None
    assert testing.in_memory(tmp_path, said_of_memory("MemAvailable:    2 kB")) is None
    assert testing.in_memory(tmp_path, said_of_memory("")) is None


def test_the_files_of_a_test_run_follow_tmpdir_if_it_is_set(tmp_path, said_of_memory, monkeypatch):
    monkeypatch.setenv("TMPDIR", "/var/tmp")
    assert testing.in_memory(tmp_path, said_of_memory("MemAvailable:    4 kB")) is None


def test_a_run_removes_its_folder_and_folders_left_long_ago(tmp_path, monkeypatch):
    monkeypatch.setattr(testing, "in_memory", lambda: tmp_path)
    old, new = tmp_path / "bowerbook-test-old", tmp_path / "bowerbook-test-new"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (1, 1))
    with testing.folder_of_a_run() as folder:
        assert sorted(tmp_path.iterdir()) == sorted([new, Path(folder)])
    assert list(tmp_path.iterdir()) == [new]


@pytest.mark.parametrize(
    ("workers", "order"), [(1, "bfiacdegh"), (2, "biac" + "fdegh"), (4, "ba" + "fc" + "id" + "egh")]
)
def test_every_worker_begins_with_its_share_of_the_slow_tests(workers, order):
    items = [
        SimpleNamespace(name=name, get_closest_marker=lambda marker, slow=name in "bfi": slow)
        for name in "abcdefghi"
    ]
    assert "".join(item.name for item in slow_first(items, workers)) == order


def ended(test, seconds, outcome="passed", why=""):
    return {"test": test, "seconds": seconds, "outcome": outcome, "why": why}


def test_the_summary_lists_slow_skipped_and_failed_tests():
    tests = [
        ended("tests/a.py::test_quick", 0.25),
        ended("tests/a.py::test_slow", 7.5),
        ended("tests/b.py::test_here", 1, "skipped", "no browser"),
        ended("tests/b.py::test_there", 1, "skipped", "no browser"),
        ended("tests/b.py::test_wrong", 3, "failed"),
    ]
    lane = testing.Lane(name="tests", arguments=[], workers=2)
    lane.tests, lane.seconds, lane.status = tests, 9.5, 1
    phases = [testing.Phase(name="ruff check", seconds=0.25, status=0), lane.phase()]
    assert testing.summary(phases, tests, 10.2).splitlines() == [
        "",
        "The slowest:",
        "      7.5 s   tests/a.py::test_slow",
        "      3.0 s   tests/b.py::test_wrong",
        "      1.0 s   tests/b.py::test_here",
        "      1.0 s   tests/b.py::test_there",
        "      0.2 s   tests/a.py::test_quick",
        "",
        "  ruff check                0.2 s   ok",
        "  tests                     9.5 s   failed  2 passed, 1 failed, 2 skipped",
        "  skipped 2: no browser",
        "Failed: tests. 5 tests, 10 s",
    ]


INNER = """
import pytest

def test_good(): pass
def test_bad(): assert False
@pytest.mark.skip(reason="not today")
def test_left_out(): pass
@pytest.fixture
def broken():
    yield
    raise OSError
def test_broken_afterwards(broken): pass
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_lane_reports_its_progress_and_how_each_test_ended(tmp_path, workers):
    file = tmp_path / "test_inner.py"
    file.write_text(INNER)
    lane = testing.Lane(
        name="tests", arguments=[str(file), f"--rootdir={tmp_path}"], workers=workers
    )
    clean = testing.clean_environment(str(tmp_path))
    lane.start(sys.executable, None, clean)
    while lane.status is None:
        time.sleep(0.02)
        lane.look()
    found = {one["test"].partition("::")[2]: (one["outcome"], one["why"]) for one in lane.tests}
    assert (lane.status, lane.total, found) == (
        1,
        4,
        {
            "test_good": ("passed", ""),
            "test_bad": ("failed", ""),
            "test_left_out": ("skipped", "not today"),
            "test_broken_afterwards": ("failed", ""),
        },
    )
    assert "assert False" in lane.said()


@pytest.fixture
def lanes(tmp_path, monkeypatch):
    """Replace the lanes of ./test by two small ones. One passes, and one fails."""
    (tmp_path / "conftest.py").write_text(
        "def pytest_addoption(parser): parser.addoption('--proof')"
    )
    (tmp_path / "test_good.py").write_text("def test_good(): pass")
    (tmp_path / "test_inner.py").write_text(INNER)
    found = [
        testing.Lane(
            name=f"tests of {name}",
            workers=1,
            arguments=[f"{tmp_path}/test_{name}.py", f"--rootdir={tmp_path}"],
        )
        for name in ("good", "inner")
    ]
    monkeypatch.setattr(testing, "STYLE", {"style": "python --version"})
    monkeypatch.setattr(testing, "TYPES", "python --version")
    monkeypatch.setattr(testing, "COMPILED", tmp_path)
    monkeypatch.setattr(testing, "SELDOM", 0)
    return found


def test_only_in_a_new_checkout_the_tests_are_compiled_before_the_lanes_start(
    tmp_path, monkeypatch
):
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:django")
    (tmp_path / "conftest.py").write_text("")
    (tmp_path / "test_good.py").write_text("def test_good(): pass")
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    monkeypatch.setattr(testing, "COMPILED", tmp_path / "__pycache__")
    clean = testing.clean_environment(str(tmp_path / "data"))
    found = []
    for _ in range(2):
        testing.compile_once(Path(sys.executable), "usual", clean)
        found.append([file.name.split(".")[0] for file in sorted(tmp_path.rglob("*.pyc"))])
        for file in tmp_path.rglob("*.pyc"):
            file.unlink()
    assert found == [["conftest", "test_good"], []]


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [False, True])
def test_a_proof_ends_with_the_status_of_its_worst_lane(
    lanes, tmp_path, monkeypatch, capsys, terminal
):
    monkeypatch.setattr(testing, "lanes_of", lambda level: lanes)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    machine = SimpleNamespace(python=Path(sys.executable), fill=lambda file: 0)
    status = testing.prove("usual", machine, testing.clean_environment(str(tmp_path)))
    said = capsys.readouterr().out
    assert status == 1
    assert said.splitlines()[-1].startswith("Failed: tests of inner. 5 tests, ")
    assert "FAILED test_inner.py::test_bad (tests of inner)" in said
    assert "assert False" in said
    assert "5 of 5 tests, 2 failed" in said


def test_the_turn_is_given_or_counted_from_the_commits_and_is_zero_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv("PROOF_TURN", "640")
    assert testing.turn_of_the_commit() == 640
    monkeypatch.delenv("PROOF_TURN")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    assert testing.turn_of_the_commit() == 0


@dataclass(eq=False, kw_only=True)
class Collected:
    """A test as pytest collects it, with one marker."""

    nodeid: str
    marker: str

    def get_closest_marker(self, name):
        return name if name == self.marker else None


def test_the_turns_of_consecutive_commits_cover_every_part(monkeypatch):
    monkeypatch.setattr(proof, "level", "usual")
    seen, taken = Counter(), Counter()
    dear = [Collected(nodeid=f"test_{one}.py", marker="thorough") for one in "fbdaec"]
    watched = [Collected(nodeid=f"test_{one}_seen.py", marker="browser") for one in "badc"]
    for no in range(640, 670):
        monkeypatch.setattr(proof, "current_turn", no)
        seen.update(proof.turn(5, range(7)))
        seen.update(proof.every(5, "abcdefg"))
        seen.update(proof.share(1, "xy"))
        taken.update(test.nodeid for test in due([*dear, *watched], all_seen=False))
    assert seen == Counter(dict.fromkeys([*range(7), *"abcdefg"], 6) | dict.fromkeys("xy", 15))
    times = {test.nodeid: 3 for test in dear} | {test.nodeid: 6 for test in watched}
    assert taken == Counter(times)
    assert due(watched, all_seen=True) == watched


def test_a_quick_proof_needs_no_browser_and_no_postgresql():
    (quick,) = testing.lanes_of("quick")
    assert (quick.name, "tests/browser" in quick.arguments) == ("tests on SQLite", False)
    names = ["tests on SQLite", "tests in Chromium", "tests on PostgreSQL"]
    assert [lane.name for lane in testing.lanes_of("usual")] == names


@pytest.mark.parametrize("command", ["run", "test"])
def test_without_python_the_two_commands_end_with_a_sentence(command, tmp_path):
    done = subprocess.run(
        ["/bin/sh", SCRIPTS / "bootstrap.sh", command],
        env={"PATH": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [
            "Bowerbook needs Python 3.11 or newer, and no python3 was found here.",
            "On Debian and Ubuntu type: sudo apt install python3 python3-venv   "
            f"Then type ./{command} again.",
        ],
    )
