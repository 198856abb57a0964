"""The single file for a double click: what it is made of, and made, started and used where
PyInstaller is installed."""

import json
import os
import re
import runpy
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from http import server
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from clubsite import opening, places, running
from clubsite.build import version
from scoring.tournament.photos import library
from scripts import single_file
from scripts.single import start
from tests import server as servers
from tests.server import ROOT

# -- what it is
# -----------------------------------------------------------------------------------------


def test_the_single_file_has_all_files_and_modules_of_the_site():
    names = {one.as_posix() for one in single_file.files()}
    wheel = re.search(
        r"force-include\]\n(.*?)\n\n", (ROOT / "pyproject.toml").read_text("utf-8"), re.S
    )[1]
    folders = set(re.findall(r'^"(.+?)" =', wheel, re.M)) - {"scripts/wheel"}
    assert folders == set(single_file.FOLDERS)
    assert {"scoring/common/machine.py", "static/icon.svg", "docs/guide/host.md"} <= names
    assert {"scoring", "clubsite.server.__main__", "scoring.common.machine"} <= set(
        single_file.our_modules()
    )
    assert not [one for one in names if "__pycache__" in one]


def test_the_single_file_has_every_package_of_the_site_that_is_installed_here():
    modules = set(single_file.modules())
    assert {"django", "uvicorn", "PIL", "segno", "psycopg_pool"} <= modules
    assert not {"pytest", "playwright"} & modules


@pytest.mark.parametrize(
    ("program", "windows", "typed"),
    [
        (r"bowerbook-1.0.0-windows-amd64.exe", True, "bowerbook-1.0.0-windows-amd64.exe"),
        ("bowerbook (1).exe", True, '"bowerbook (1).exe"'),
        ("/home/kate/bowerbook", False, "./bowerbook"),
    ],
)
def test_people_type_the_name_of_the_single_file(program, windows, typed):
    said = places.typed_when_installed(program, one_file=True, windows=windows)
    assert said == (f"{typed} run", typed)


def test_people_type_bowerbook_where_the_wheel_is_installed():
    said = places.typed_when_installed(sys.executable, one_file=False, windows=False)
    assert said == ("bowerbook run", "bowerbook")


def test_without_pyinstaller_the_maker_says_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr(single_file, "missing", lambda: "PyInstaller is not installed here")
    with pytest.raises(running.Refusal, match=r"requirements-single\.txt"):
        single_file.make(tmp_path)


def test_a_single_file_says_that_it_cannot_read_pictures_and_not_what_to_install(
    monkeypatch, settings
):
    settings.ONE_FILE = True
    monkeypatch.setitem(library.NEEDED, "nothing_of_that_name", "nothing")
    assert "folder" in library.missing()
    assert "pip" not in library.missing()


# -- what it starts
# -----------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def libraries(monkeypatch):
    """Give this process back its libraries, which every start forgets."""
    for name in (start.LIBRARIES, f"{start.LIBRARIES}_ORIG"):
        monkeypatch.setenv(name, "")


@pytest.fixture
def started(monkeypatch):
    """Start it with words, and return what it would have run as Python, or as the command."""
    found = []
    note = lambda kind: lambda name, **how: found.append((kind, name, list(sys.argv)))  # noqa: E731
    monkeypatch.setattr(runpy, "run_module", note("module"))
    monkeypatch.setattr(runpy, "run_path", note("path"))
    monkeypatch.setattr("clubsite.command.main", lambda: found.append(("command", sys.argv[1:])))

    def begin(*words):
        monkeypatch.setattr(sys, "argv", ["bowerbook", *words])
        start.main()
        return found[-1]

    return begin


def test_the_single_file_is_the_python_of_the_processes_that_the_site_starts(started):
    module = ("module", "clubsite.server", ["clubsite.server"])
    assert started("-P", "-m", "clubsite.server") == module
    said = started("-P", "-m", "django", "backup", "--nightly")
    assert said == ("module", "django", ["django", "backup", "--nightly"])
    assert started("-I", "sheet.py") == ("path", "sheet.py", ["sheet.py"])


def test_every_process_that_the_site_starts_is_known_to_the_single_file():
    lines = [
        line
        for name in single_file.OURS
        for file in (ROOT / name).rglob("*.py")
        for line in re.findall(r"\[\s*sys\.executable\b.*?\]", file.read_text("utf-8"), re.S)
    ]
    assert lines
    known = re.compile(r'\[\s*sys\.executable,\s*("-P",\s*"-m",|"-I",)')
    assert [line for line in lines if not known.match(line)] == []


def test_a_double_click_opens_the_site_for_the_hall(started):
    assert started() == ("command", ["run", "--lan", "--empty", "--open"])
    chosen = running.options(start.DOUBLE_CLICK[1:], {})
    assert (chosen.host, chosen.empty, chosen.open) == ("0.0.0.0", True, True)


def test_words_are_passed_to_the_command(started):
    assert started("doctor") == ("command", ["doctor"])


@pytest.mark.parametrize("wrong", [SystemExit("Port 8000 is taken."), OSError("No room.")])
def test_after_a_double_click_what_went_wrong_stays_readable(wrong, monkeypatch, capsys):
    asked = []

    def fail():
        raise wrong

    monkeypatch.setattr("clubsite.command.main", fail)
    monkeypatch.setattr("builtins.input", asked.append)
    monkeypatch.setattr(sys, "argv", ["bowerbook"])
    assert start.main() == 1
    assert str(wrong) in "".join(capsys.readouterr())
    assert len(asked) == 1


@pytest.mark.parametrize("before", ["", "/usr/lib/ours"])
def test_other_programs_get_the_libraries_of_the_system(before, monkeypatch):
    monkeypatch.setenv(start.LIBRARIES, "/unpacked")
    monkeypatch.setenv(f"{start.LIBRARIES}_ORIG", before)
    start.forget_our_libraries()
    assert os.environ.get(start.LIBRARIES, "") == before


def test_the_browser_is_opened_when_the_site_answers(monkeypatch):
    answers, opened = [OSError, OSError, None], []

    @contextmanager
    def asked(address, timeout):
        assert address == "http://127.0.0.1:8000/healthz"
        if (answer := answers.pop(0)) is not None:
            raise answer
        yield

    monkeypatch.setattr(opening, "urlopen", asked)
    monkeypatch.setattr(opening, "EVERY", 0)
    monkeypatch.setattr(opening.webbrowser, "open", lambda one: opened.append(one) or True)
    assert opening.main("http://127.0.0.1:8000")
    assert (answers, opened) == ([], ["http://127.0.0.1:8000"])


def test_the_site_is_asked_without_a_proxy(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setattr(urllib.request, "_opener", None)
    ask = runpy.run_path(opening.__file__)["urlopen"]
    with server.HTTPServer(("127.0.0.1", 0), Well) as site:
        Thread(target=site.handle_request, daemon=True).start()
        with ask(f"http://127.0.0.1:{site.server_port}/healthz", timeout=60) as answer:
            assert answer.status == 200


class Well(server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *what):
        """Nothing."""


# -- the file itself
# -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if why := single_file.missing():
        pytest.skip(why)
    return single_file.make(tmp_path_factory.mktemp("single"))


def page(address):
    with urlopen(address, timeout=30) as answer:
        return answer.read().decode()


def wait_for(what):
    end = time.monotonic() + servers.PATIENCE
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


def answered(address):
    try:
        return page(address)
    except URLError:
        return ""


@pytest.mark.thorough
@pytest.mark.slow
def test_the_single_file_starts_with_nothing_else_and_is_well(program, tmp_path):
    """No Python, no packages and no variables, as on a laptop where it was just downloaded."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    alone = {"HOME": str(tmp_path), "PATH": "/bin", "BROWSER": f"{browser} %s"}
    port = servers.free_port()
    address = f"http://127.0.0.1:{port}"
    began = time.monotonic()
    with open(tmp_path / "log", "w") as log:
        site = subprocess.Popen(
            [program, "run", "--empty", "--open", "--port", str(port)],
            cwd=tmp_path,
            env=alone,
            stdout=log,
            stderr=log,
        )
    try:
        front = wait_for(lambda: answered(address) or site.poll())
        took = time.monotonic() - began
        print(f"It answered after {took:.0f} s, of {program.stat().st_size / 1_000_000:.0f} MB.")
        assert f"Bowerbook {version()}" in front
        assert json.loads(page(f"{address}/readyz"))["ready"] is True
        assert wait_for(lambda: opened.exists() and opened.read_text()) == f"{address}\n"
        for words in (["doctor"], ["backup", "--verify"]):
            done = subprocess.run(
                [program, *words], env=alone, cwd=tmp_path, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stdout + done.stderr
        assert f"./{program.name} newclub" in (tmp_path / "log").read_text()
    finally:
        site.terminate()
        site.wait()
