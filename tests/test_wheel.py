"""The wheel: built, installed into an environment of its own, started, and its pages opened."""

import os
import re
import subprocess
import sys
import sysconfig
import time
import zipfile
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from clubsite.build import version
from scoring.site.demo.year import MEMBERS
from scripts.environment import pip_for
from tests import server as servers
from tests import template

ROOT = Path(__file__).resolve().parent.parent
OURS = ("clubsite", "docs/guide", "scoring", "static", "templates")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.iterdir()
    return file


def installed(wheel, folder, *how):
    """Install the wheel into an empty environment in the folder; return its commands' folder."""
    made = [sys.executable, "-m", "venv", "--without-pip", folder]
    subprocess.run(made, check=True, capture_output=True)
    python = folder / "bin" / "python"
    quietly = ["--quiet", "--disable-pip-version-check"]
    pip = [*pip_for(python), "install", *quietly, *how, wheel]
    subprocess.run(pip, check=True, capture_output=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """The installed command. The packages that it needs are those of the tests, since there may be
    no network."""
    bin_folder = installed(
        wheel,
        tmp_path_factory.mktemp("installed") / "env",
        "--no-deps",
        "--no-index",
        "--no-compile",
    )
    (site,) = (bin_folder.parent / "lib").glob("python*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib"))
    # Nobody but us has it, and to pack everything as small as it can takes ten seconds.
    (site / "brotli.py").write_text("raise ImportError")
    return bin_folder / "bowerbook"


def at_home(home, **variables):
    """Return the variables of a user with this home folder, with none of the site's except
    these."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), **variables}


def said(command, home, *words):
    done = subprocess.run(
        [command, *words], cwd=home, env=at_home(home), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@contextmanager
def running(command, home, **variables):
    """Run `bowerbook run`: yield where it answers and what it has said, as soon as it answers."""
    port = servers.free_port()
    address, log = f"http://127.0.0.1:{port}", home / "log"
    with open(log, "w") as out:
        site = subprocess.Popen(
            [command, "run", "--port", str(port)],
            cwd=home,
            env=at_home(home, **variables),
            stdout=out,
            stderr=out,
        )
    try:
        end = time.monotonic() + servers.PATIENCE
        while not answers(address):
            assert site.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield address, log.read_text()
    finally:
        site.terminate()
        site.wait()


def answers(address):
    try:
        return page(f"{address}/healthz")
    except URLError:
        return ""


def page(address):
    return binary(address).decode()


def binary(address):
    with urlopen(address, timeout=30) as answer:
        return answer.read()


def test_the_wheel_contains_all_files_of_the_site_and_no_others(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    about = f"bowerbook-{version()}.dist-info/"
    found = {name for name in names if not name.startswith(about)}
    expected = {
        f"bowerbook/{file.relative_to(ROOT).as_posix()}"
        for folder in OURS
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert found == expected | {"bowerbook/__init__.py", "bowerbook/__main__.py"}


@pytest.mark.thorough
@pytest.mark.slow
def test_the_installed_command_serves_the_demo_club_of_the_user_s_own_folder(command, tmp_path):
    data = tmp_path / "data" / "bowerbook"
    template.copy_demo(data)
    with running(command, tmp_path) as (address, log):
        (pad,) = re.findall(r"^  (http://\S+/t/\S+/)$", log, re.M)
        assert any(name in page(f"{pad}score") for name in MEMBERS)
        (style,) = re.findall(r'href="(/static/pad\.\w+\.css)"', page(pad))
        assert "@font-face" in page(address + style)
        assert binary(f"{address}/rules/call-ace.pdf").startswith(b"%PDF")
        assert f"Bowerbook {version()}" in page(address)
        assert said(command, tmp_path, "--version") == f"Bowerbook {version()}\n"
    assert "bowerbook run --lan" in log
    assert (data / "staticfiles" / "staticfiles.json").exists()


@pytest.mark.thorough
@pytest.mark.slow
def test_installed_with_its_requirements_it_serves_the_demo_club(wheel, tmp_path):
    """From the index or mirror that pip uses here, so it needs the network."""
    bin_folder = installed(wheel, tmp_path / "env")
    began = time.monotonic()
    with running(bin_folder / "bowerbook", tmp_path, DATA_DIR="club") as (_, log):
        (pad,) = re.findall(r"^  (http://\S+/t/\S+/)$", log, re.M)
        assert any(name in page(f"{pad}score") for name in MEMBERS)
    took = time.monotonic() - began
    print(f"From the command to the demo club's score: {took:.0f} s")
    kept = {file.name for file in (tmp_path / "club").iterdir()}
    assert {"bowerbook.sqlite3", "secret_key"} <= kept
    assert not (tmp_path / "data").exists()
