"""A laptop with Windows, as far as another system can show it: without the modules that Windows
lacks, from a folder with blanks and umlauts, and with its line ends."""

import ast
import http.client
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from datetime import date, datetime
from pathlib import Path

import pytest

from clubsite import places
from scoring.common import machine, on_disk
from scripts import environment
from scripts.testing import QUICK
from tests import server as servers
from tests import without_posix
from tests.server import ROOT

PRODUCT = ("clubsite", "scoring", "scripts")
HERE_ONLY = {"scripts/testing.py", "scripts/image.py"}
"""./test itself needs Linux or macOS, and the image is made on Linux."""
ASKS = {"scoring/common/machine.py", "scoring/common/workbook_sheet.py"}
"""What may ask whether a module is there. The second runs alone, without the others."""


def product():
    for folder in PRODUCT:
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if name not in HERE_ONLY:
                yield name, ast.parse(file.read_text())


def imported(nodes):
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def lacking(tree):
    """Yield the names in a module that Windows does not have."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in without_posix.NAMES.get(module, ()):
                    yield f"{module}.{name}"


def test_no_module_of_the_product_needs_what_windows_lacks():
    at_once, inside, names = set(), set(), {}
    for name, tree in product():
        if without_posix.MODULES & {*imported(tree.body)}:
            at_once.add(name)
        if without_posix.MODULES & {*imported(ast.walk(tree))}:
            inside.add(name)
        names[name] = {*lacking(tree)}
    assert (at_once, inside) == (set(), ASKS)
    assert {name for name, found in names.items() if found} == {"scoring/common/machine.py"}


def test_text_files_are_read_and_written_in_one_encoding_on_every_system():
    ruff = Path(sys.executable).with_name("ruff")
    command = [ruff, "check", "--isolated", "--preview", "--select", "PLW1514", "--quiet"]
    done = subprocess.run([*command, *PRODUCT], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_days_and_hours_have_no_zero_where_the_system_has_another_sign_for_that(monkeypatch):
    def as_windows_does(how, *when):
        if "%-" in how:
            raise ValueError("Invalid format string")
        return written(how.replace("%#", "%-"), *when)

    written = time.strftime
    monkeypatch.setattr(time, "strftime", as_windows_does)
    with pytest.raises(ValueError, match="format"):
        f"{date(2026, 12, 3):%-d %B %Y}"
    monkeypatch.setattr(machine, "WINDOWS", True)
    machine.write_days_plainly()
    assert f"{date(2026, 12, 3):%A %-d %B %Y}" == "Thursday 3 December 2026"
    assert f"{datetime(2026, 12, 3, 9, 5):%-H:%M}" == "9:05"


def test_where_no_program_can_take_the_place_of_another_it_waits_for_it(monkeypatch):
    monkeypatch.setattr(machine, "WINDOWS", True)
    with pytest.raises(SystemExit) as end:
        machine.become([sys.executable, "-c", "raise SystemExit(7)"])
    assert end.value.code == 7


def test_a_file_is_made_safe_and_a_folder_left_alone_where_folders_are_no_files(
    monkeypatch, tmp_path
):
    file = tmp_path / "file"
    file.write_text("kept")
    opened = []
    monkeypatch.setattr(machine, "WINDOWS", True)
    real = on_disk.os.open
    monkeypatch.setattr(on_disk.os, "open", lambda *given: opened.append(given[0]) or real(*given))
    on_disk.secure(file)
    on_disk.secure(tmp_path)
    assert opened == [file]


def test_people_type_what_their_system_understands():
    assert places.typed_in_a_checkout(windows=False) == ("./run", ".venv/bin/python manage.py")
    assert places.typed_in_a_checkout(windows=True) == (
        "py run.py",
        ".venv\\Scripts\\python manage.py",
    )


LOCK = "import sys, time; from pathlib import Path; from scoring.common.machine import locked\n"
HELD = f"{LOCK}with locked(Path(sys.argv[1])):\n    print('held', flush=True)\n    input()"
TRIED = f"{LOCK}with locked(Path(sys.argv[1]), wait=False) as had:\n    print(had)"


@pytest.mark.parametrize("hidden", ["", "import tests.without_posix; "])
def test_a_lock_is_had_by_one_process_and_ends_with_it(hidden, tmp_path):
    def command(words):
        return [sys.executable, "-c", hidden + words, tmp_path / "lock"]

    def tried():
        return subprocess.check_output(command(TRIED), cwd=ROOT, text=True).strip()

    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command(HELD), cwd=ROOT, **pipes) as holder:
        assert holder.stdout.readline() == "held\n"
        assert tried() == "False"
        holder.kill()
    assert tried() == "True"


# -- from a folder as laptops have them
# -----------------------------------------------------------------------------------------

PARTS = ("clubsite", "scoring", "scripts", "static", "templates", "docs/guide")
FILES = ("run.py", "manage.py", "pyproject.toml", "requirements.txt")
TEXT = {".py", ".html", ".css", ".js", ".json", ".toml", ".md", ".txt", ".svg", ".csv", ".sh"}


@pytest.fixture(scope="module")
def laptop(tmp_path_factory):
    """A checkout with the line ends of Windows, in such a folder, with its environment."""
    root = tmp_path_factory.mktemp("Käthe’s laptop") / "Bücher & more" / "bower book"
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, root / name)
    for file in root.rglob("*"):
        if file.suffix in TEXT:
            file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    shutil.copy(without_posix.__file__, root / "sitecustomize.py")
    made = environment.Environment(root)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made.folder], check=True)
    (site,) = (made.folder / "lib").glob("python*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib"))
    (site / "brotli.py").write_text("raise ImportError")  # to pack everything small takes long
    (made.folder / "requirements.txt.stamp").write_text(made.stamp("requirements.txt"))
    return root


def asked(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.thorough
@pytest.mark.slow
def test_a_start_without_sh_serves_the_site_from_a_folder_with_blanks_and_umlauts(laptop):
    port = servers.free_port()
    command = [sys.executable, "run.py", "--empty", "--port", str(port)]
    kept = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONPATH": str(laptop)}
    with open(laptop / "log", "wb") as log:
        site = subprocess.Popen(command, cwd=laptop, env=kept, stdout=log, stderr=log)
    try:
        end = time.monotonic() + servers.PATIENCE
        while True:
            said = (laptop / "log").read_text()
            assert site.poll() is None, said
            assert time.monotonic() < end, said
            try:
                status, front = asked(port, "/")
                break
            except OSError:
                time.sleep(0.1)
        style = re.search(rb'href="(/static/[\w.-]+\.css)"', front)[1].decode()
        found = {path: asked(port, path) for path in (style, "/readyz", "/rules/call-ace.pdf")}
        assert (status, b"Bowerbook" in front) == (200, True)
        assert {path: status for path, (status, _) in found.items()} == dict.fromkeys(found, 200)
        assert found["/rules/call-ace.pdf"][1].startswith(b"%PDF")
        python = environment.Environment(laptop).python
        doctor = [python, "manage.py", "doctor"]
        said = subprocess.run(doctor, cwd=laptop, env=kept, capture_output=True, text=True)
        assert said.stdout.splitlines()[-1] == "No problems found."
        assert "Traceback" not in (laptop / "log").read_text()
    finally:
        site.terminate()
        site.wait()
    assert (laptop / "var" / "bowerbook.sqlite3").exists()


@pytest.mark.thorough
@pytest.mark.slow
def test_the_quick_suite_passes_without_the_modules_that_windows_lacks():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--proof=quick"]
    command += ["-p", "tests.without_posix", "-m", "not slow", "-n", "2", "--dist=worksteal"]
    command += [*QUICK, "tests/test_command.py", "tests/test_no_book.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]
